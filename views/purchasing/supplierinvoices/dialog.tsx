import { formatRand, shortDate } from '#views/format.ts'
import type { ShownXeroEntry } from '#views/settings/xero/states.tsx'
import { Button, LinkButton } from '#views/ui/button.tsx'
import { confirmFirst } from '#views/ui/confirm.ts'
import { Dialog } from '#views/ui/dialog.tsx'
import { SaveDraft } from '#views/ui/draft-actions.tsx'
import { Form } from '#views/ui/form.tsx'
import { History, type HistoryLine } from '#views/ui/history.tsx'
import { TextInput } from '#views/ui/inputs.tsx'
import { dialogLink, intoDialog } from '#views/ui/links.ts'
import type { Option } from '#views/ui/select.tsx'
import { EmptyState } from '#views/ui/small.tsx'
import type { Tab } from '#views/ui/tabs.tsx'
import { VersionInput } from '#views/ui/version-input.tsx'
import { ApprovedDetails } from './approved.tsx'
import type { CostOffer } from './cost-offers.tsx'
import { DraftInvoiceDetails } from './draft.tsx'
import { supplierKindWords } from './states.tsx'
import type { OfferedGoods, SupplierInvoiceDetail, SupplierPayment } from './types.ts'

export type SupplierInvoiceDialogProps = {
  invoice: SupplierInvoiceDetail
  organisations: readonly Option[]
  /** What a draft may still charge or credit. */
  goods?: OfferedGoods
  history: readonly HistoryLine[]
  zone: string
  /** The supplier has a VAT number. */
  vendor: boolean
  /** The organisation gets its VAT back. */
  claims: boolean
  /** May change suppliers. */
  canname: boolean
  canwrite: boolean
  canapprove: boolean
  /** Where goods that are on no order come in. */
  canorder: boolean
  canbookin: boolean
  tab?: string
  /** Why it is right although a price differs, as far as somebody typed that: it is kept once it is approved. */
  reason?: string
  xero: readonly ShownXeroEntry[]
  canmend: boolean
  costs: readonly CostOffer[]
}

export const SupplierInvoiceDialog = (props: SupplierInvoiceDialogProps) =>
  props.invoice.state === 'draft' ? <DraftDialog {...props} /> : <ApprovedDialog {...props} />

function DraftDialog(props: SupplierInvoiceDialogProps) {
  const { invoice, canwrite, canapprove } = props
  const { id, number, kind, total } = invoice
  const url = `/supplierinvoices/${id}`
  const approves = canwrite && canapprove
  return (
    <Dialog
      title={`Draft: ${supplierKindWords[kind].toLowerCase()} ${number}`}
      subtitle={invoice.supplier.name}
      size="full"
      url={canwrite ? `${url}/${approves ? 'approve' : 'save'}` : undefined}
      version={invoice.version}
      submit={approves ? 'Approve' : 'Save draft'}
      cancel="Close"
      confirm={
        approves
          ? {
              question: `Approve ${number} of ${formatRand(total)}? Its lines are fixed then, ${sayVat(props)}and what goods cost more or less goes to the worth of stock.`,
              yes: 'Approve',
            }
          : undefined
      }
      actions={
        canwrite && (
          <>
            <Button
              look="danger"
              icon="trash"
              hx-delete={url}
              hx-swap="none"
              {...confirmFirst({
                question: 'Delete this draft? Nothing is owed for it, so nothing is lost.',
                yes: 'Delete draft',
                danger: true,
              })}
            >
              Delete
            </Button>
            {approves && <SaveDraft url={url} />}
          </>
        )
      }
      tabs={[
        { id: 'details', label: 'Details', panel: <DraftInvoiceDetails {...props} /> },
        historyTab(props),
      ]}
    />
  )
}

function sayVat({ invoice, vendor, claims }: SupplierInvoiceDialogProps) {
  if (!claims) return ''
  if (invoice.vat !== 0) return 'its VAT is claimed, '
  return vendor
    ? 'no VAT is claimed since it charges none, '
    : `no VAT is claimed since no VAT number of ${invoice.supplier.name} is known, `
}

function ApprovedDialog(props: SupplierInvoiceDialogProps) {
  const { invoice, canapprove, tab } = props
  const { number, kind, state, paid, open, supplier, payments } = invoice
  const tabs: Tab[] = [
    { id: 'details', label: 'Details', panel: <ApprovedDetails {...props} /> },
    {
      id: 'payments',
      label: `Payments${payments.length > 0 ? ` ${payments.length}` : ''}`,
      panel: <Payments {...props} />,
    },
    ...(canapprove && state === 'approved' && paid === 0
      ? [
          {
            id: 'cancel',
            label: cancelWords[kind],
            panel: <CancelForm claims={props.claims} invoice={invoice} />,
          },
        ]
      : []),
    historyTab(props),
  ]
  return (
    <Dialog
      title={`${supplierKindWords[kind]} ${number}`}
      subtitle={`${supplier.name}, ${shortDate(invoice.date)}`}
      size="full"
      main={
        canapprove &&
        open !== 0 && (
          <LinkButton
            look="primary"
            icon="banknote"
            {...dialogLink(`/supplierinvoices/pay?supplier=${supplier.id}`)}
          >
            {kind === 'creditnote' ? 'Use it' : 'Pay'}
          </LinkButton>
        )
      }
      tabs={tabs.map((one) => ({ ...one, selected: one.id === tab }))}
    />
  )
}

const cancelWords = { invoice: 'Cancel invoice', creditnote: 'Cancel credit note' }

type CancelProps = Pick<SupplierInvoiceDialogProps, 'invoice' | 'claims'>

const CancelForm = ({ invoice: { id, version, kind }, claims }: CancelProps) => (
  <Form url={`/supplierinvoices/${id}/cancel`} {...intoDialog} className="proof">
    <p>
      For what was approved by mistake: nothing of it is owed, {claims && 'its VAT is not claimed, '}stock
      gives back what it took, and its number may be entered again.
    </p>
    <VersionInput value={version} />
    <TextInput label="Why" name="reason" id="cancel-reason" maxlength={200} required />
    <Button type="submit" look="danger">
      {cancelWords[kind]}
    </Button>
  </Form>
)

function Payments({ invoice, canapprove }: SupplierInvoiceDialogProps) {
  if (invoice.payments.length === 0) return <EmptyState icon="banknote" text="Nothing is paid of it yet." />
  return (
    <section className="orderevents">
      <ul>
        {invoice.payments.map((payment) => (
          <Payment key={payment.id} payment={payment} canapprove={canapprove} />
        ))}
      </ul>
    </section>
  )
}

const Payment = ({ payment, canapprove }: { payment: SupplierPayment; canapprove: boolean }) => (
  <li className={payment.reversed ? 'undone' : undefined}>
    <span>
      {formatRand(payment.amount)} {payment.reference}{' '}
      <small>
        {[shortDate(payment.date), payment.user, payment.reversed && `reversed: ${payment.reason}`]
          .filter(Boolean)
          .join(' · ')}
      </small>
    </span>
    {canapprove && !payment.reversed && (
      <LinkButton small icon="undo" {...dialogLink(`/supplierinvoices/payments/${payment.id}/reverse`)}>
        Reverse
      </LinkButton>
    )}
  </li>
)

const historyTab = ({ history, zone }: SupplierInvoiceDialogProps): Tab => ({
  id: 'history',
  label: 'History',
  panel: <History entries={history} zone={zone} />,
})
