import { inDays } from '#views/account/subscription/carry-over.tsx'
import { PaidUntil, type PaymentRow } from '#views/account/subscription/payments.tsx'
import { formatRand } from '#views/format.ts'
import { Button } from '#views/ui/button.tsx'
import { DateTime } from '#views/ui/datetime.tsx'
import { ExportMenu } from '#views/ui/export.tsx'
import { Money } from '#views/ui/figures.tsx'
import { Form } from '#views/ui/form.tsx'
import { Checkbox, TextInput } from '#views/ui/inputs.tsx'
import { DescriptionList } from '#views/ui/panel.tsx'
import { Banner, Chip, EmptyState } from '#views/ui/small.tsx'
import { type Column, Table } from '#views/ui/table.tsx'

type Payment = PaymentRow & { number: number | null; reason: string }
/** Paid days that are left, at so many cents a month. */
type Left = { days: number; amount: number }
type PaymentsProps = {
  accountid: string
  payments: readonly Payment[]
  left: readonly Left[]
  canexport: boolean
}

const swap = { 'hx-target': '#accountpayments', 'hx-swap': 'outerHTML' }

const columns: Column<Payment>[] = [
  { key: 'receivedutc', head: 'Received', cell: ({ receivedutc }) => <DateTime iso={receivedutc} /> },
  {
    key: 'renewed',
    head: 'Renewed until',
    cell: (row) => (
      <>
        <PaidUntil {...row} />
        {row.reversedutc && (
          <span className="hint carriedover">
            Credit note {row.creditnumber}: {row.reason}
          </span>
        )}
      </>
    ),
  },
  {
    key: 'reference',
    head: 'Reference',
    cell: ({ reference, number }) => (
      <>
        {reference}
        {number !== null && <span className="hint carriedover">Receipt {number}</span>}
      </>
    ),
  },
  {
    key: 'amount',
    head: 'Amount',
    numeric: true,
    cell: ({ amount, reversedutc }) => (reversedutc ? <s>{formatRand(amount)}</s> : <Money cents={amount} />),
  },
]

export const AccountPayments = ({ accountid, payments, left, canexport }: PaymentsProps) => (
  <div id="accountpayments" className="accountpayments">
    {payments.length > 0 && (
      <div className="counted">
        <p className="hint">{describeLeft(left)}</p>
        {canexport && <ExportMenu id="export-payments" url={`/backoffice/accounts/${accountid}/payments`} />}
      </div>
    )}
    <Table
      caption="Payments"
      columns={columns}
      rows={payments}
      rowid={({ id }) => id}
      url="/backoffice"
      region="payments"
      rowclass={({ reversedutc }) => (reversedutc ? 'away' : undefined)}
      actions={({ id, reference, reversedutc }) =>
        reversedutc ? (
          <Chip level="warning">Refunded</Chip>
        ) : (
          <Button small look="quiet" icon="undo" hx-get={`/backoffice/payments/${id}/refund`} {...swap}>
            Refund<span className="unseen"> {reference}</span>
          </Button>
        )
      }
      empty={<EmptyState icon="receipt" text="Nothing has been paid yet." />}
    />
  </div>
)

const describeLeft = (left: readonly Left[]) =>
  left.length === 0
    ? 'No paid time is left.'
    : `Paid time left: ${left.map(({ days, amount }) => `${inDays(days)} at ${formatRand(amount)} a month`).join(', ')}. It is carried over by this value when the plan changes.`

type RefundProps = {
  accountid: string
  payment: Payment
  /** Until when the account goes now, and would go. Null: it does not expire. */
  endsnow: string | null
  ends: string | null
  /** It would be over at once. */
  over: boolean
  /** A card goes on being charged. */
  card: boolean
}

/** Books that a payment was given back; asked in the place of the list. */
export function Refund({ accountid, payment, endsnow, ends, over, card }: RefundProps) {
  const { id, reference, amount, receivedutc } = payment
  return (
    <div id="accountpayments" className="accountpayments">
      <Form url={`/backoffice/payments/${id}/refund`} {...swap}>
        <h3>Book a refund</h3>
        <Banner level="info">
          No money moves here: give it back at PayFast first, and book it here afterwards.
        </Banner>
        <DescriptionList
          facts={[
            { label: 'Payment', value: `PayFast ${reference}` },
            { label: 'Received', value: <DateTime iso={receivedutc} /> },
            { label: 'Given back', value: `${formatRand(amount)}, in full` },
            {
              label: 'Paid until',
              value:
                endsnow === ends ? (
                  <>{endsnow ? <DateTime iso={endsnow} /> : 'It does not expire'}, as before</>
                ) : (
                  <>
                    <DateTime iso={endsnow} /> → <DateTime iso={ends} />
                    {over && ' (at once)'}
                  </>
                ),
            },
          ]}
        />
        <TextInput
          label="Reason"
          name="reason"
          maxlength={120}
          required
          hint="It stands on the credit note, which the account can read and print."
        />
        {card && (
          <Checkbox
            label="Stop charging its card too"
            name="stopcard"
            hint="It goes on being charged every month otherwise."
          />
        )}
        <p className="hint">
          The month that it brought is taken back, though no time that has passed. Plan and seats stay as they
          are; they can be changed under Details. The payment stays in the list.
        </p>
        <div className="buttons">
          <Button hx-get={`/backoffice/accounts/${accountid}/payments`} {...swap}>
            Back
          </Button>
          <Button type="submit" look="danger" icon="undo" data-save="">
            Book refund
          </Button>
        </div>
      </Form>
    </div>
  )
}
