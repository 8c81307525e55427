import { formatRand, amount as plainAmount } from '#views/format.ts'
import { Dialog } from '#views/ui/dialog.tsx'
import { FieldRow } from '#views/ui/form.tsx'
import { DateInput, DecimalInput, TextInput } from '#views/ui/inputs.tsx'
import { sayPaidBack } from '#views/ui/say-paid-back.ts'
import { Banner } from '#views/ui/small.tsx'
import { MethodSelect } from './payment.tsx'

type PayBackProps = {
  of: { client?: string; payment?: string }
  name: string
  credit: number
  /** What of it coins can pay. */
  cash: number
  today: string
}

/** Credit that goes back to whoever paid it. */
export const PayBackDialog = ({ of, name, credit, cash, today }: PayBackProps) => (
  <Dialog
    title="Pay back credit"
    subtitle={name}
    size="medium"
    url="/invoices/payments/refunds"
    submit="Record that it went back"
  >
    {of.client && <input type="hidden" name="client" value={of.client} />}
    {of.payment && <input type="hidden" name="payment" value={of.payment} />}
    {credit > 0 ? (
      <p className="subject" data-open={credit} data-cash={cash > 0 ? cash : undefined}>
        {formatRand(credit)} was received and pays no invoice. Pay it from your bank or till: this books it.
      </p>
    ) : (
      <Banner level="warning">Nothing of what was received is credit any more.</Banner>
    )}
    <FieldRow>
      <DateInput label="Date" name="date" value={today} max={today} required />
      <DecimalInput
        label="Amount"
        name="amount"
        prefix="R"
        value={plainAmount(credit)}
        hint={`At most ${formatRand(credit)}${cash === credit ? '' : `, in cash ${formatRand(cash)}`}.`}
        required
        autoFocus
      />
      <MethodSelect />
      <TextInput label="Reference" name="reference" maxlength={120} />
    </FieldRow>
    {credit > 0 && (
      <p data-payback={credit} aria-live="polite">
        {sayPaidBack(credit, credit)}
      </p>
    )}
  </Dialog>
)
