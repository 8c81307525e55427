import { formatRand, amount as plainAmount } from '#views/format.ts'
import { MethodSelect } from '#views/sales/invoices/payment.tsx'
import type { InvoiceDetail } from '#views/sales/invoices/types.ts'
import { Button } from '#views/ui/button.tsx'
import { confirmFirst } from '#views/ui/confirm.ts'
import { DateText } from '#views/ui/datetime.tsx'
import { FieldRow, Form } from '#views/ui/form.tsx'
import { DateInput, DecimalInput, TextInput } from '#views/ui/inputs.tsx'
import { dialogLink, intoDialog } from '#views/ui/links.ts'

const words: Record<InvoiceDetail['outcomes'][number]['kind'], string> = {
  applied: 'taken off',
  refunded: 'given back',
  forfeited: 'kept, by',
  credited: 'moved to credit',
  withdrawn: 'no longer asked for',
}

export const Outcomes = ({ outcomes }: Pick<InvoiceDetail, 'outcomes'>) => (
  <ul className="plainlist">
    {outcomes.map(({ kind, amount, date, reason, invoiceid, number }, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: rows are only added
      <li key={at}>
        <DateText date={date} />: {formatRand(Math.abs(amount))} {words[kind]}{' '}
        {kind !== 'withdrawn' && invoiceid && <a {...dialogLink(`/invoices/${invoiceid}`)}>{number}</a>}
        {amount < 0 && ', taken back'}
        {reason && ` (${reason})`}
      </li>
    ))}
  </ul>
)

type SettleProps = { invoice: InvoiceDetail; held: number; today: string; canissue: boolean; vendor: boolean }

/** What is held and will not be taken off an invoice. */
export function SettleDeposit({ invoice, held, today, canissue, vendor }: SettleProps) {
  const { id, client } = invoice
  return (
    <div className="settledeposit">
      <h3>Give it back</h3>
      <Form url={`/invoices/${id}/refund`} {...intoDialog}>
        <FieldRow>
          <DateInput label="Date" name="date" value={today} max={today} required />
          <DecimalInput
            label="Amount"
            name="amount"
            prefix="R"
            value={plainAmount(held)}
            hint={`${formatRand(held)} is held.`}
            required
          />
          <MethodSelect />
          <TextInput label="Reference" name="reference" maxlength={120} />
        </FieldRow>
        <TextInput
          label="Reason"
          name="reason"
          maxlength={200}
          hint={`Why ${client?.name ?? 'the client'} gets the money back.`}
          required
        />
        <Button type="submit" icon="undo">
          Record that it went back
        </Button>
      </Form>
      {canissue && (
        <>
          <h3>Keep it</h3>
          <Form
            url={`/invoices/${id}/forfeit`}
            {...confirmFirst({
              question: `Keep this deposit? ${vendor ? 'A tax' : 'An'} invoice of it is issued, which is locked for good.`,
              yes: 'Keep it',
            })}
            {...intoDialog}
          >
            <FieldRow>
              <DecimalInput
                label="Amount"
                name="amount"
                prefix="R"
                value={plainAmount(held)}
                hint={vendor && 'With the VAT in it.'}
                required
              />
              <TextInput
                label="Reason"
                name="reason"
                maxlength={200}
                hint="It stands on the invoice."
                required
              />
            </FieldRow>
            <Button type="submit" icon="receipt">
              Keep it and issue the invoice
            </Button>
          </Form>
        </>
      )}
    </div>
  )
}

/** Of what was not paid: what is held stays. */
export const WithdrawDeposit = ({ id, open }: { id: string; open: number }) => (
  <Button
    look="quiet"
    icon="x"
    hx-post={`/invoices/${id}/withdraw`}
    hx-vals={JSON.stringify({ reason: 'Withdrawn' })}
    hx-swap="none"
    {...confirmFirst({
      question: `Ask no longer for the ${formatRand(open)} that was not paid?`,
      yes: 'Withdraw the request',
      danger: true,
    })}
  >
    Withdraw
  </Button>
)
