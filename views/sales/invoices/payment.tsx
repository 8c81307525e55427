import { fieldLabels } from '#views/field-labels.ts'
import { formatRand, longDate, amount as plainAmount, shortDate } from '#views/format.ts'
import { StatementLink } from '#views/sales/debtors/statement-link.tsx'
import { Button, LinkButton } from '#views/ui/button.tsx'
import { DateText } from '#views/ui/datetime.tsx'
import { Dialog } from '#views/ui/dialog.tsx'
import { Money } from '#views/ui/figures.tsx'
import { FieldRow, Form } from '#views/ui/form.tsx'
import { DateInput, DecimalInput, TextInput } from '#views/ui/inputs.tsx'
import { dialogLink, intoDialog, withQuery } from '#views/ui/links.ts'
import { DescriptionList } from '#views/ui/panel.tsx'
import { Select } from '#views/ui/select.tsx'
import { Banner, EmptyState } from '#views/ui/small.tsx'
import { methodName, methodOptions } from './payment-methods.ts'

export const MethodSelect = () => (
  <Select label="Paid by" name="method" value="transfer" options={methodOptions} />
)

type Unpaid = { id: string; number: string; date: string; duedate: string | null; open: number }

type PaymentPart = { id: string; date: string; amount: number }

type PaymentDialogProps = {
  payment: {
    id: string
    date: string
    method: string
    amountcents: number
    reference: string
    reverseddate: string | null
    reason: string
  }
  client: string | null
  /** For whoever may see their statement. */
  clientid: string | undefined
  /** Put to no invoice. */
  open: number
  allocations: readonly { invoiceid: string; number: string | null; amount: number; rounding: number }[]
  /** What of its credit went back, and of what it gave back itself: other payments. */
  paidback: readonly PaymentPart[]
  sources: readonly PaymentPart[]
  unpaid: readonly Unpaid[]
  today: string
  canwrite: boolean
  canpayback: boolean
}

/** What came in, what it is put to, and how it is put to more or taken back. */
export function PaymentDialog({
  payment,
  client,
  clientid,
  open,
  allocations,
  paidback,
  sources,
  unpaid,
  today,
  canwrite,
  canpayback,
}: PaymentDialogProps) {
  const { id, date, method, amountcents, reference, reverseddate, reason } = payment
  const url = `/invoices/payments/${id}`
  const put = allocations.filter(({ amount }) => amount !== 0)
  const facts = [
    { label: amountcents < 0 ? 'Given back on' : 'Paid on', value: <DateText date={date} /> },
    { label: 'Amount', value: <Money cents={amountcents} /> },
    { label: 'Paid by', value: methodName(method) },
    ...(reference ? [{ label: 'Reference', value: reference }] : []),
    ...put.map(({ invoiceid, number, amount, rounding }) => ({
      label: `For ${number}`,
      value: (
        <a key={invoiceid} {...dialogLink(`/invoices/${invoiceid}?tab=payments`)}>
          {formatRand(amount)}
          {rounding > 0 && ` and ${formatRand(rounding)} of cash rounding`}
        </a>
      ),
    })),
    ...partFacts('Credit paid back', paidback),
    ...partFacts('Credit of the payment', sources),
    ...(open > 0 ? [{ label: 'Credit', value: <Money cents={open} /> }] : []),
  ]
  return (
    <Dialog
      title={amountcents < 0 ? 'Refund' : 'Payment'}
      subtitle={client ?? 'Cash sale'}
      size="medium"
      actions={
        <>
          {canpayback && open > 0 && <PayBackButton payment={id} />}
          {clientid && <StatementLink client={clientid} />}
          {!reverseddate && amountcents > 0 && <ReceiptButton id={id} />}
        </>
      }
    >
      {reverseddate && (
        <Banner level="warning">
          Reversed on <DateText date={reverseddate} />: {reason}
        </Banner>
      )}
      <DescriptionList facts={facts} />
      {canwrite && open > 0 && unpaid.length > 0 && (
        <Form url={`${url}/allocations`} className="ofpayment" {...intoDialog}>
          <FieldRow>
            <Select
              label="Put credit to"
              name="invoiceid"
              options={unpaid.map(({ id, number, open }) => ({
                value: id,
                label: `${number}, ${formatRand(open)} due`,
              }))}
            />
            <DecimalInput
              label="Amount"
              name="amount"
              prefix="R"
              value={plainAmount(Math.min(open, unpaid[0]?.open ?? 0))}
              required
            />
          </FieldRow>
          <Button type="submit" look="primary">
            Put to the invoice
          </Button>
        </Form>
      )}
      {canwrite && !reverseddate && (
        <details className="reverse">
          <summary>Reverse this {amountcents < 0 ? 'refund' : 'payment'}</summary>
          <Form url={`${url}/reverse`} className="ofpayment" {...intoDialog}>
            {date.slice(0, 7) !== today.slice(0, 7) && (
              <p className="hint">
                It counts from {longDate(today)}: this month’s payments are less by it, and those of{' '}
                {longDate(date)} stay as they were.
              </p>
            )}
            <TextInput
              label="Reason"
              name="reason"
              maxlength={300}
              hint="Such as a payment that bounced or was booked twice. Both entries stay."
              required
            />
            <Button type="submit" look="danger" icon="undo">
              Reverse
            </Button>
          </Form>
        </details>
      )}
    </Dialog>
  )
}

const partFacts = (label: string, parts: readonly PaymentPart[]) =>
  parts.map(({ id, date, amount }) => ({
    label: `${label} on ${shortDate(date)}`,
    value: <a {...dialogLink(`/invoices/payments/${id}`)}>{formatRand(amount)}</a>,
  }))

type CreditOf = { client?: string; payment?: string }

/** Leads to the dialog that books credit that went back: of a client, or of one payment. */
export const PayBackButton = ({ small, main, ...of }: CreditOf & { small?: boolean; main?: boolean }) => (
  <LinkButton
    small={small}
    icon="undo"
    look={main ? 'primary' : undefined}
    {...dialogLink(withQuery('/invoices/payback', of))}
  >
    Pay back
  </LinkButton>
)

/** `id` is a payment, or a paid invoice. */
export const ReceiptButton = ({ id }: { id: string }) => (
  <LinkButton icon="file-text" href={`/render/receipt/${id}`} target="_blank">
    Receipt
  </LinkButton>
)

type ReceiveDialogProps = {
  client: { id: string; name: string }
  unpaid: readonly Unpaid[]
  today: string
  /** Cents of all that is unpaid, and what of it coins can pay. */
  owed: number
  cashdue: number
}

/** One payment, put to as many invoices as it pays. */
export function ReceiveDialog({ client, unpaid, today, owed, cashdue }: ReceiveDialogProps) {
  return (
    <Dialog
      title="Record a payment"
      subtitle={client.name}
      size="large"
      url="/invoices/payments"
      submit="Record payment"
    >
      <input type="hidden" name="client" value={client.id} data-payment-pays={client.name} data-open={owed} />
      <FieldRow>
        <DateInput label="Date" name="date" value={today} required />
        <DecimalInput label="Amount" name="amount" prefix="R" required autoFocus />
        <MethodSelect />
        <TextInput label="Reference" name="reference" maxlength={120} />
      </FieldRow>
      {unpaid.length === 0 ? (
        <EmptyState
          icon="receipt"
          text="Nothing is owed."
          hint={`The payment is kept as credit of ${client.name}.`}
        />
      ) : (
        <>
          <Select
            label="What it pays"
            name="pays"
            value="oldest"
            options={[
              { value: 'oldest', label: 'The oldest invoices first' },
              { value: 'chosen', label: 'As entered below' },
              { value: 'credit', label: 'Nothing yet: leave as credit' },
            ]}
          />
          <UnpaidRows unpaid={unpaid} />
        </>
      )}
      {unpaid.length > 0 && (
        <p className="hint">
          What is put to no invoice is kept as credit of {client.name}.
          {cashdue !== owed &&
            ` In cash, ${formatRand(cashdue)} closes the ${formatRand(owed)} that is open.`}
        </p>
      )}
    </Dialog>
  )
}

const UnpaidRows = ({ unpaid }: { unpaid: readonly Unpaid[] }) => (
  <div className="table linequantities">
    <table>
      <caption className="unseen">Unpaid invoices</caption>
      <thead>
        <tr>
          <th scope="col">Invoice</th>
          <th scope="col">{fieldLabels.due}</th>
          <th scope="col" className="number">
            Still due
          </th>
          <th scope="col" className="number">
            Pays
          </th>
        </tr>
      </thead>
      <tbody>
        {unpaid.map(({ id, number, duedate, open }, at) => (
          <tr key={id}>
            <td>
              {number}
              <input type="hidden" name={`allocations.${at}.invoiceid`} value={id} />
            </td>
            <td data-label={fieldLabels.due}>
              <DateText date={duedate} />
            </td>
            <td className="number" data-label="Still due">
              <Money cents={open} />
            </td>
            <td className="number" data-label="Pays">
              <DecimalInput
                label={`Pays of ${number}`}
                hidelabel
                name={`allocations.${at}.amount`}
                id={`allocation-${at}`}
                data-pays={open}
                prefix="R"
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

/** Leads to the dialog that books a payment of a client. */
export const ReceiveButton = ({ client }: { client: string }) => (
  <LinkButton icon="banknote" {...dialogLink(`/invoices/receive?client=${client}`)}>
    Record a payment
  </LinkButton>
)
