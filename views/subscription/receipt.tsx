import { rand } from '#views/format.ts'
import { Button, LinkButton } from '#views/ui/button.tsx'
import { DateTime } from '#views/ui/datetime.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { Facts, Panel } from '#views/ui/panel.tsx'
import { type Column, Table } from '#views/ui/table.tsx'

type Fee = { id: string; name: string; quantity: number; amount: number }
type ReceiptProps = {
  payee: string
  payer: string
  reference: string
  amount: number
  receivedutc: string
  renewedfrom: string | null
  renewed: string | null
  fees: readonly Fee[]
}

const columns: Column<Fee>[] = [
  { key: 'name', head: 'What', cell: ({ name }) => name },
  { key: 'quantity', head: 'Quantity', numeric: true, cell: ({ quantity }) => quantity },
  { key: 'amount', head: 'Price', numeric: true, wide: true, cell: ({ amount }) => rand(amount) },
  { key: 'sum', head: 'Amount', numeric: true, cell: ({ amount, quantity }) => rand(amount * quantity) },
]

/** A receipt of one payment: on paper the frame around it is left out. */
export function Receipt(props: ReceiptProps) {
  const { payee, payer, reference, amount, receivedutc, renewed, fees } = props
  return (
    <>
      <PageTitle
        title={`Receipt ${reference}`}
        subtitle={`${payee} received a card payment of ${payer}.`}
        actions={
          <>
            <LinkButton href="/subscription">Subscription</LinkButton>
            <Button look="primary" icon="printer" data-print="">
              Print
            </Button>
          </>
        }
      />
      <Panel>
        <Facts
          facts={[
            { label: 'Received', value: <DateTime iso={receivedutc} /> },
            { label: 'From', value: payer },
            { label: 'To', value: payee },
            { label: 'Amount', value: rand(amount) },
            { label: 'Paid until', value: renewed ? <DateTime iso={renewed} /> : 'Does not expire' },
            { label: 'Payment', value: `PayFast ${reference}` },
          ]}
        />
      </Panel>
      <Panel title="For one month" flush>
        <Table
          caption="What was paid for"
          columns={columns}
          rows={fees}
          rowid={({ id }) => id}
          url=""
          region="receipt"
          foot={
            <tr>
              <td>Total</td>
              <td />
              <td className="roomy" />
              <td className="number">{rand(amount)}</td>
            </tr>
          }
        />
      </Panel>
    </>
  )
}
