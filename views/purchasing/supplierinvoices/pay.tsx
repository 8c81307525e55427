import { exactRate, formatRand, shortDate } from '#views/format.ts'
import { Dialog } from '#views/ui/dialog.tsx'
import { FieldRow } from '#views/ui/form.tsx'
import { DateInput, TextInput } from '#views/ui/inputs.tsx'
import { type Option, Select } from '#views/ui/select.tsx'
import { EmptyState } from '#views/ui/small.tsx'

type Open = {
  id: string
  kind: string
  number: string
  date: string
  duedate: string | null
  totalcents: number
  paidcents: number
}

type PayProps = {
  supplier: { id: string; name: string }
  open: readonly Open[]
  methods: readonly Option[]
  today: string
}

/** As it is typed: with a point, below zero for a credit note. */
const typed = (cents: number) => exactRate(cents * 100).replace('\u2212', '-')

/** All that is open is filled in: less is typed over it. */
export function PaySupplierDialog({ supplier, open, methods, today }: PayProps) {
  if (open.length === 0)
    return (
      <Dialog title={`Pay ${supplier.name}`}>
        <EmptyState icon="check" text="Nothing is owed to this supplier." />
      </Dialog>
    )
  const all = open.reduce((sum, { totalcents, paidcents }) => sum + totalcents - paidcents, 0)
  return (
    <Dialog
      title={`Pay ${supplier.name}`}
      subtitle={`${formatRand(all)} open in all. Joblane books the payment: you pay it at your bank.`}
      size="large"
      url="/supplierinvoices/payments"
      submit="Book the payment"
    >
      <input type="hidden" name="supplier" value={supplier.id} />
      <FieldRow>
        <DateInput label="Paid on" name="date" value={today} />
        <Select label="By" name="method" value="transfer" options={methods} />
        <TextInput label="Reference" name="reference" maxlength={120} />
      </FieldRow>
      <div className="goods" data-field="parts">
        <p className="hint">An empty amount is not paid now. What a credit note takes off is below zero.</p>
        <ul>
          {open.map(({ id, kind, number, date, duedate, totalcents, paidcents }) => (
            <li key={id}>
              <label htmlFor={`pay-${id}`}>
                <span className="what">
                  {kind === 'creditnote' ? 'Credit note' : 'Invoice'} {number}
                </span>
                <small className="facts">
                  {[
                    shortDate(date),
                    duedate && `due ${shortDate(duedate)}`,
                    `${formatRand(totalcents)} in all`,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </small>
              </label>
              <input type="hidden" name="invoiceid" value={id} />
              <span className="amount">
                <input
                  id={`pay-${id}`}
                  type="text"
                  name="amount"
                  data-field={id}
                  className="number"
                  inputMode="decimal"
                  data-decimal=""
                  autoComplete="off"
                  defaultValue={typed(totalcents - paidcents)}
                />
                <small>of {formatRand(totalcents - paidcents)}</small>
              </span>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}

type ReverseProps = { id: string; date: string; amountcents: number; reference: string }

export const ReversePaymentDialog = ({ id, date, amountcents, reference }: ReverseProps) => (
  <Dialog
    title="Reverse a payment"
    subtitle={[formatRand(amountcents), shortDate(date), reference].filter(Boolean).join(', ')}
    url={`/supplierinvoices/payments/${id}/reverse`}
    submit="Reverse"
  >
    <p>What it paid is owed again. The payment stays on the invoices, marked as reversed.</p>
    <TextInput label="Why" name="reason" id="reverse-reason" maxlength={200} required />
  </Dialog>
)
