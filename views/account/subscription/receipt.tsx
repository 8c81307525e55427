import type { ReactNode } from 'react'
import { formatPercent, formatRand } from '#views/format.ts'
import { Button, LinkButton } from '#views/ui/button.tsx'
import { DateTime } from '#views/ui/datetime.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { DescriptionList, Panel } from '#views/ui/panel.tsx'
import { Banner } from '#views/ui/small.tsx'
import { type Column, Table } from '#views/ui/table.tsx'
import { inDays } from './carry-over.tsx'

type Fee = { id: string; name: string; quantity: number; amount: number }
type Seller = {
  name: string
  address: readonly string[]
  vatnumber: string
  /** Ten-thousandths of a percent. */
  vatrate: number
}
export type ReceiptProps = {
  seller: Seller
  payer: string
  number: number | null
  reference: string
  /** Cents, with VAT. */
  amount: number
  vat: number | null
  receivedutc: string
  renewed: string | null
  dayswere: number | null
  daysbecame: number | null
  reversedutc: string | null
  creditnumber: number | null
  reason: string
  fees: readonly Fee[]
}

const columns: Column<Fee>[] = [
  { key: 'name', head: 'What', cell: ({ name }) => name },
  { key: 'quantity', head: 'Quantity', numeric: true, cell: ({ quantity }) => quantity },
  { key: 'amount', head: 'Price', numeric: true, wide: true, cell: ({ amount }) => formatRand(amount) },
  {
    key: 'sum',
    head: 'Amount',
    numeric: true,
    cell: ({ amount, quantity }) => formatRand(amount * quantity),
  },
]

/** What a vendor must call it (VAT Act, sections 20 and 21), and anybody may. */
export const receiptTitle = ({
  vat,
  number,
  reference,
}: Pick<ReceiptProps, 'vat' | 'number' | 'reference'>) =>
  `${vat === null ? 'Receipt' : 'Tax invoice'} ${number ?? reference}`

export function Receipt(props: ReceiptProps) {
  const { seller, payer, reference, receivedutc, renewed, dayswere, daysbecame, reversedutc } = props
  return (
    <>
      <Head title={receiptTitle(props)} subtitle={`${seller.name} received a card payment of ${payer}.`} />
      {reversedutc && (
        <Banner level="warning">
          Refunded on <DateTime iso={reversedutc} />: credit note {props.creditnumber}.
        </Banner>
      )}
      <Panel>
        <DescriptionList
          facts={[
            { label: 'Received', value: <DateTime iso={receivedutc} /> },
            ...parties(payer, <SellerName {...seller} />),
            { label: 'Payment', value: `PayFast ${reference}` },
            ...(dayswere !== null && daysbecame !== null
              ? [
                  {
                    label: 'Carried over',
                    value: `${inDays(dayswere, 'paid ')} became ${inDays(daysbecame)} of this plan, by what was paid for them`,
                  },
                ]
              : []),
            { label: 'Paid until', value: renewed ? <DateTime iso={renewed} /> : 'Does not expire' },
          ]}
        />
      </Panel>
      <Lines {...props} title="For one month" />
    </>
  )
}

/** VAT Act s21. */
export function CreditNote(props: ReceiptProps) {
  const { seller, payer, creditnumber, receivedutc, reversedutc, reason } = props
  return (
    <>
      <Head title={`Credit note ${creditnumber}`} subtitle={`${seller.name} paid back ${payer}.`} />
      <Panel>
        <DescriptionList
          facts={[
            { label: 'Issued', value: <DateTime iso={reversedutc} /> },
            ...parties(<SellerName {...seller} />, payer),
            {
              label: 'Takes back',
              value: (
                <>
                  {receiptTitle(props)} of <DateTime iso={receivedutc} />
                </>
              ),
            },
            { label: 'Reason', value: reason },
          ]}
        />
      </Panel>
      <Lines {...props} title="What is taken back" />
    </>
  )
}

const Head = ({ title, subtitle }: { title: string; subtitle: string }) => (
  <PageTitle
    title={title}
    subtitle={subtitle}
    actions={
      <>
        <LinkButton href="/subscription">Subscription</LinkButton>
        <Button look="primary" icon="printer" data-print="">
          Print
        </Button>
      </>
    }
  />
)

const parties = (payer: ReactNode, payee: ReactNode) => [
  { label: 'From', value: payer },
  { label: 'To', value: payee },
]

const SellerName = ({ name, address, vatnumber }: Seller) => (
  <>
    {[name, ...address].join(', ')}
    {vatnumber && <>. VAT number {vatnumber}</>}
  </>
)

const Lines = ({ title, fees, amount, vat, seller }: ReceiptProps & { title: string }) => (
  <Panel title={title} flush>
    <Table
      caption="What was paid for"
      columns={columns}
      rows={fees}
      rowid={({ id }) => id}
      url=""
      region="receipt"
      foot={
        <>
          <Foot label="Total" amount={amount} />
          {vat !== null && <Foot label={`VAT ${formatPercent(seller.vatrate)} in it`} amount={vat} />}
        </>
      }
    />
  </Panel>
)

const Foot = ({ label, amount }: { label: string; amount: number }) => (
  <tr>
    <td>{label}</td>
    <td />
    <td className="roomy" />
    <td className="number">{formatRand(amount)}</td>
  </tr>
)
