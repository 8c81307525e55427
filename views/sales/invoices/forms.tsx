import { formatQuantity, formatRand, amount as plainAmount } from '#views/format.ts'
import { Button } from '#views/ui/button.tsx'
import { confirmFirst } from '#views/ui/confirm.ts'
import { DateText } from '#views/ui/datetime.tsx'
import { Money } from '#views/ui/figures.tsx'
import { FieldRow, Form } from '#views/ui/form.tsx'
import { Checkbox, DateInput, DecimalInput, TextInput } from '#views/ui/inputs.tsx'
import { dialogLink, intoDialog } from '#views/ui/links.ts'
import { type Option, Select } from '#views/ui/select.tsx'
import { Chip, EmptyState } from '#views/ui/small.tsx'
import { CreditBanner } from './credit.tsx'
import { CreditSumPart } from './credit-sum.tsx'
import { Other } from './dialog-parts.tsx'
import { LineQuantities } from './line-quantities.tsx'
import { LineReductions } from './line-reductions.tsx'
import { MethodSelect } from './payment.tsx'
import { methodName } from './payment-methods.ts'
import type { CreditChoice, InvoiceDetail, InvoicePayment, InvoiceWithCreditable } from './types.ts'

type PaymentsProps = {
  invoice: InvoiceDetail
  today: string
  canwrite: boolean
  tab?: string
  recorded?: boolean
}

/** What was received, and while something is due a form for more. */
export function InvoicePayments({ invoice, today, canwrite, tab, recorded }: PaymentsProps) {
  const { payments } = invoice
  const due = invoice.deposit?.open ?? invoice.due
  const url = `/invoices/${invoice.id}/payments`
  return (
    <>
      <CreditBanner invoice={invoice} canwrite={canwrite} />
      {payments.length === 0 ? (
        <EmptyState icon="banknote" text="Nothing has been paid yet." />
      ) : (
        <Received payments={payments} />
      )}
      {canwrite && due > 0 && (
        <Form
          url={url}
          {...intoDialog}
          data-payment-pays={invoice.client?.name}
          data-open={due}
          data-cash={invoice.cashdue}
        >
          <FieldRow>
            <DateInput label="Date" name="date" value={today} required />
            <DecimalInput
              label="Amount"
              name="amount"
              prefix="R"
              // An Enter too many after a part payment would book the rest.
              {...(recorded ? { placeholder: plainAmount(due) } : { value: plainAmount(due) })}
              hint={dueHint({ ...invoice, due })}
              required
              autoFocus={tab === 'payments'}
            />
            <MethodSelect />
            <TextInput label="Reference" name="reference" maxlength={120} />
          </FieldRow>
          <div className="earlydate">
            <Checkbox label="The date is right" name="early" />
          </div>
          <Button type="submit" look="primary" icon="banknote">
            Record payment
          </Button>
        </Form>
      )}
    </>
  )
}

/** Cash is rounded down to the smallest coin. */
const dueHint = ({ due, cashdue }: Pick<InvoiceDetail, 'due' | 'cashdue'>) =>
  cashdue === due || cashdue === 0
    ? `${formatRand(due)} is still due.`
    : `${formatRand(due)} is still due, in cash ${formatRand(cashdue)}.`

function Received({ payments }: { payments: readonly InvoicePayment[] }) {
  return (
    <div className="table">
      <table>
        <caption className="unseen">Payments</caption>
        <thead>
          <tr>
            <th scope="col">Date</th>
            <th scope="col">Paid by</th>
            <th scope="col">Reference</th>
            <th scope="col" className="number">
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {payments.map(({ id, date, method, reference, amount, rounding, reversed, what, by }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a payment has a row for each time it was put here
            <tr key={at} className={reversed === null && what === 'payment' ? undefined : 'dimmed'}>
              <td>
                <a {...dialogLink(`/invoices/payments/${id}`)}>
                  <DateText date={date} />
                </a>
              </td>
              {what === 'credit' || what === 'moved' ? (
                <td colSpan={2} data-label="What became of it">
                  {what === 'credit' ? 'Became credit' : 'Taken off'}
                  {by && (
                    <>
                      {what === 'credit' && ','} by <Other {...by} />
                    </>
                  )}
                </td>
              ) : (
                <>
                  <td data-label="Paid by">
                    {methodName(method)}
                    {what === 'refund' && ', given back'}
                  </td>
                  <td data-label="Reference">
                    {reference}
                    {reversed !== null &&
                      (what === 'reversal' ? `Reversed: ${reversed}` : <Chip>Reversed</Chip>)}
                    {rounding !== 0 && (
                      <small className="muted"> {formatRand(rounding)} of cash rounding</small>
                    )}
                  </td>
                </>
              )}
              <td className="number" data-label="Amount">
                <Money cents={amount} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** `reason`: the one that is proposed. */
type CreditProps = { invoice: InvoiceWithCreditable; reasons: readonly Option[]; reason?: string }

/** What is known of the goods of a line; only the first is proposed. */
function sayBack({ back, backinstock, toreplace, tomend, unit }: CreditChoice) {
  const instock = back === 0 ? backinstock - toreplace : 0
  return [
    back > 0 && `${formatQuantity(back, unit)} came back`,
    instock > 0 && `${formatQuantity(instock, unit)} in stock again already`,
    toreplace > 0 && `${formatQuantity(toreplace, unit)} scrapped, to be replaced unless credited`,
    tomend > 0 && `${formatQuantity(tomend, unit)} kept to be mended, to go out again unless credited`,
  ]
    .filter(Boolean)
    .join(', ')
}

const CREDIT_FORM = 'credit-form'

/** Takes an invoice back, whole or in part, for one of the five reasons of the VAT Act. */
export function CreditForm({ invoice, reasons, reason }: CreditProps) {
  const { id, number, creditable } = invoice
  const left = creditable.reduce((sum, { total }) => sum + total, 0)
  const cameback = creditable.some(({ back }) => back > 0)
  // What is to be mended is not fit for sale, unless somebody says so.
  const isAside = creditable.some(({ tomend }) => tomend > 0)
  const restocked = creditable.filter(({ restockable }) => restockable > 0)
  return (
    <Form
      id={CREDIT_FORM}
      url={`/invoices/${id}/credit`}
      {...confirmFirst({
        question: 'Issue this credit note? It cannot be taken back.',
        yes: 'Issue credit note',
      })}
      {...intoDialog}
    >
      <Select
        label="Reason"
        name="reason"
        options={reasons}
        value={reason}
        placeholder="Choose a reason"
        required
        data-restocks="returned"
        hint="These are the reasons of the VAT Act. If the client keeps damaged goods for less, the price was changed. Tick what comes back into stock for sale."
      />
      <TextInput
        label="In your own words"
        name="note"
        maxlength={120}
        hint="Such as: one door was scratched. It stands on the credit note."
      />
      <fieldset className="invoicewhat">
        <legend className="unseen">What to credit</legend>
        <label>
          <input type="radio" name="what" value="all" defaultChecked={!cameback} />
          <span>
            {invoice.credited > 0 ? 'All that is left of' : 'The whole of'} {number}: {formatRand(left)}
            <small className="muted">What of it does not come back into stock can be invoiced again.</small>
          </span>
        </label>
        <div className="partof" data-of="all">
          {restocked.length > 0 && (
            <Checkbox
              label={`Back into stock for sale: ${restocked
                .map(
                  ({ restockable, unit, description }) =>
                    `${formatQuantity(restockable, unit)} ${description}`,
                )
                .join(', ')}`}
              name="restock"
              checked={cameback && !isAside}
              data-unreturned={isAside ? '' : undefined}
            />
          )}
        </div>
        <label>
          <input type="radio" name="what" value="lines" defaultChecked={cameback} />
          <span>
            Chosen lines or quantities
            {cameback && <small className="muted">What came back is filled in.</small>}
          </span>
        </label>
        <div className="partof" data-of="lines">
          <LineQuantities
            lines={creditable.map((one) => {
              const { line, back, backinstock, tomend, restockable, backrestockable } = one
              const { description, unit, quantity, of, total } = one
              return {
                ...{ id: String(line), description, unit, quantity, of, total },
                note: sayBack(one) || undefined,
                ...(back > 0 && { proposed: back }),
                ...(restockable > 0 && {
                  restock: {
                    checked: cameback,
                    returned: back === 0 ? backinstock === 0 && tomend === 0 : backrestockable > 0,
                  },
                }),
              }
            })}
            name="line"
            left="Left to credit"
          />
          <Checkbox label="It is to be invoiced again" name="again" />
        </div>
        <label>
          <input type="radio" name="what" value="amounts" />
          <span>
            Money off the price
            <small className="muted">Such as after a complaint. Quantities and stock stay as they are.</small>
          </span>
        </label>
        <div className="partof" data-of="amounts">
          <LineReductions lines={creditable} vendor={Boolean(invoice.document.organisation.vatnumber)} />
        </div>
      </fieldset>
      <CreditSumPart id={id} />
    </Form>
  )
}

/** In the foot of the dialog, while the tab of the form is shown. */
export const IssueCreditButton = () => (
  <Button type="submit" look="primary" icon="undo" form={CREDIT_FORM}>
    Issue credit note
  </Button>
)
