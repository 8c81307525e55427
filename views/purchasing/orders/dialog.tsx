import type { ChargingInvoice } from '#db/queries/purchasing/invoices-of-order.ts'
import type { ChargedSample } from '#views/catalogue/inventory/sample-prices.tsx'
import { shortDate } from '#views/format.ts'
import { Button, LinkButton } from '#views/ui/button.tsx'
import { confirmFirst } from '#views/ui/confirm.ts'
import { Dialog } from '#views/ui/dialog.tsx'
import { DeleteDraft, SaveDraft } from '#views/ui/draft-actions.tsx'
import { History, type HistoryLine } from '#views/ui/history.tsx'
import { dialogLink, withQuery } from '#views/ui/links.ts'
import type { Option } from '#views/ui/select.tsx'
import type { Tab } from '#views/ui/tabs.tsx'
import { DraftDetails } from './draft.tsx'
import { CLOSED_SERVICE, CLOSED_SHORT } from './line-step.tsx'
import { type OrderPlaces, PlaceChoices, ReceiveForm, ReceiveGoodsButton } from './receive.tsx'
import { ReturnGoodsButton, SupplierReturnForm } from './return.tsx'
import { SentDetails } from './sent.tsx'
import type { OrderDetail } from './types.ts'

export type OrderDialogProps = {
  order: OrderDetail
  organisations: readonly Option[]
  places: OrderPlaces
  /** The units of each item that stands on the order. */
  units: Readonly<Record<string, readonly string[]>>
  history: readonly HistoryLine[]
  zone: string
  /** The segment of the jobs in an address. */
  jobs: string
  /** The mail server takes a mail; else why it waits. */
  waits?: string
  priced: boolean
  canwrite: boolean
  /** By line, the item that it orders at the cost that setup brought. */
  samples: Readonly<Record<string, ChargedSample>>
  /** May say that a cost from setup is so. */
  canconfirm: boolean
  canreceive: boolean
  /** Something of it came, or is a service, and no invoice of its supplier charges it. */
  tocharge: boolean
  /** Of its supplier, what charges or credits it, for who may see them. */
  invoices: readonly ChargingInvoice[]
  tab?: string
  /** All receipts and returns, not the newest alone. */
  everything?: boolean
  /** What a search for items to add found. */
  search?: string
}

export function OrderDialog(props: OrderDialogProps) {
  return props.order.state === 'draft' ? <DraftDialog {...props} /> : <SentDialog {...props} />
}

const PLACE = 'Place the order'

function DraftDialog(props: OrderDialogProps) {
  const { order, canwrite } = props
  const url = `/purchase/${order.id}`
  return (
    <Dialog
      title="Draft purchase order"
      subtitle={order.supplier.name}
      size="full"
      url={canwrite ? `${url}/send` : undefined}
      version={order.version}
      submit={PLACE}
      cancel="Close"
      confirm={{
        question:
          'Place this order? It gets its number, and its lines are fixed. Nothing is e-mailed by this: choose E-mail or PDF afterwards.',
        yes: PLACE,
      }}
      actions={
        <>
          {props.priced && <Pdf id={order.id} />}
          {canwrite && (
            <>
              <DeleteDraft url={url} />
              <SaveDraft url={url} />
            </>
          )}
        </>
      }
      tabs={[{ id: 'details', label: 'Details', panel: <DraftDetails {...props} /> }, historyTab(props)]}
    />
  )
}

function SentDialog(props: OrderDialogProps) {
  const { order, canwrite, canreceive, tocharge, tab } = props
  const { id, state, items } = order
  const url = `/purchase/${id}`
  const waits = items.some(({ receivable, open }) => receivable && open > 0)
  const takes = state !== 'cancelled' && items.some(({ receivable }) => receivable)
  const came = items.some(({ received, returned }) => received > returned)
  const short = state !== 'cancelled' && items.some(({ closedshort }) => closedshort > 0)
  const details = (
    <>
      <SentDetails {...props} />
      <PlaceChoices places={props.places} />
    </>
  )
  const tabs: Tab[] = [
    { id: 'details', label: 'Details', panel: details },
    ...(takes && canreceive
      ? [{ id: 'receive', label: 'Receive', panel: <ReceiveForm {...props} />, main: <ReceiveGoodsButton /> }]
      : []),
    ...(came && canreceive
      ? [
          {
            id: 'return',
            label: 'Send back',
            panel: <SupplierReturnForm {...props} />,
            main: <ReturnGoodsButton />,
          },
        ]
      : []),
    historyTab(props),
  ]
  const step = (name: string, words: string, question: string, no?: string) => (
    <Button
      look="quiet"
      hx-post={`${url}/${name}`}
      hx-vals={JSON.stringify({ version: order.version })}
      hx-swap="none"
      {...confirmFirst({ question, yes: words, no, danger: Boolean(no) })}
    >
      {words}
    </Button>
  )
  return (
    <Dialog
      title={`Purchase order ${order.number}`}
      subtitle={`${order.supplier.name}, ${shortDate(order.date)}`}
      size="full"
      actions={
        <>
          {props.priced && <Pdf id={id} />}
          {props.priced && canwrite && state !== 'cancelled' && (
            <LinkButton icon="mail" {...dialogLink(`/mail/purchaseorder/${id}`)}>
              E-mail
            </LinkButton>
          )}
          {tocharge && waits && canreceive && <EnterInvoice id={id} />}
          {canwrite &&
            (waits || state === 'sent') &&
            step(
              'close',
              'Expect no more',
              takes
                ? `Will nothing more of this order come? ${CLOSED_SHORT}`
                : `Is this order done with? ${CLOSED_SERVICE}`,
            )}
          {canwrite && short && step('reopen', 'Open again', 'Wait again for what was not to come any more?')}
          {canwrite &&
            state === 'sent' &&
            step(
              'cancel',
              'Cancel order',
              `Cancel ${order.number}? Its number stays used. Tell the supplier yourself.`,
              'Keep it',
            )}
        </>
      }
      main={
        waits && canreceive ? (
          <LinkButton
            look="primary"
            icon="package"
            autoFocus={tab === undefined}
            {...dialogLink(`${url}?tab=receive`)}
          >
            Receive
          </LinkButton>
        ) : (
          tocharge && <EnterInvoice id={id} main />
        )
      }
      tabs={tabs.map((one) => ({ ...one, selected: one.id === tab }))}
    />
  )
}

const EnterInvoice = ({ id, main }: { id: string; main?: boolean }) => (
  <LinkButton
    icon="receipt"
    look={main ? 'primary' : undefined}
    {...dialogLink(withQuery('/supplierinvoices/new', { order: id }))}
  >
    Enter the supplier’s invoice
  </LinkButton>
)

const Pdf = ({ id }: { id: string }) => (
  <LinkButton icon="file-text" href={`/render/purchaseorder/${id}`} target="_blank">
    PDF
  </LinkButton>
)

const historyTab = ({ history, zone }: OrderDialogProps): Tab => ({
  id: 'history',
  label: 'History',
  panel: <History entries={history} zone={zone} />,
})
