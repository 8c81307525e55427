import {
  countPayments,
  historyTab,
  InvoiceDetails,
  type InvoiceDialogProps,
  invoiceSubtitle,
  Pay,
  Pdf,
  SendInvoice,
  UnsentBanner,
} from '#views/sales/invoices/dialog-parts.tsx'
import { InvoicePayments } from '#views/sales/invoices/forms.tsx'
import { ReceiptButton } from '#views/sales/invoices/payment.tsx'
import type { InvoiceDetail } from '#views/sales/invoices/types.ts'
import { DateText } from '#views/ui/datetime.tsx'
import { Dialog } from '#views/ui/dialog.tsx'
import { Money } from '#views/ui/figures.tsx'
import { InvoiceStatusChip } from '#views/ui/invoice-chip.tsx'
import { DescriptionList } from '#views/ui/panel.tsx'
import { Banner } from '#views/ui/small.tsx'
import type { Tab } from '#views/ui/tabs.tsx'
import { JobLink } from '#views/work/jobs/job-link.tsx'
import { Outcomes, SettleDeposit, WithdrawDeposit } from './settle.tsx'

/** Its paper was made with its number, and stays as it is. */
export const NO_BANK =
  'This request does not say how to pay it: no bank details were known when it was made. Enter yours, withdraw it, and ask again.'

/** What was asked for before the work, what is held of it, and how it is given back or kept. */
export function DepositRequestDialog(
  props: InvoiceDialogProps & { deposit: NonNullable<InvoiceDetail['deposit']> },
) {
  const { invoice, deposit, tab, jobs, canwrite, canissue, vendor } = props
  const { open, held } = deposit
  const unsent = invoice.sending === 'unsent'
  const facts = [
    { label: 'Status', value: <InvoiceStatusChip invoice={invoice} /> },
    { label: 'Date', value: <DateText date={invoice.date} /> },
    ...(invoice.duedate ? [{ label: 'Pay by', value: <DateText date={invoice.duedate} /> }] : []),
    { label: 'Job', value: <JobLink {...invoice.job} jobs={jobs} /> },
    { label: 'Asked for', value: <Money cents={invoice.total} /> },
    { label: 'Still asked for', value: <Money cents={open} /> },
    { label: 'Held', value: <Money cents={held} /> },
    ...(invoice.outcomes.length > 0
      ? [{ label: 'What became of it', value: <Outcomes outcomes={invoice.outcomes} /> }]
      : []),
  ]
  const tabs: Tab[] = [
    {
      id: 'details',
      label: 'Details',
      panel: (
        <InvoiceDetails id={invoice.id}>
          <UnsentBanner invoice={invoice} canwrite={canwrite} />
          {open > 0 && !invoice.document.organisation.bank && <Banner level="warning">{NO_BANK}</Banner>}
          <DescriptionList facts={facts} />
          {held > 0 ? (
            <p className="hint">It is taken off the next invoice of this job by itself.</p>
          ) : (
            vendor && (
              <p className="hint">
                A deposit is no sale: it has no VAT until it is taken off an invoice, or kept.
              </p>
            )
          )}
        </InvoiceDetails>
      ),
    },
    {
      id: 'payments',
      label: 'Payments',
      count: countPayments(invoice),
      panel: <InvoicePayments {...props} />,
    },
    ...(held > 0 && canwrite
      ? [
          {
            id: 'settle',
            label: 'Give back or keep',
            panel: <SettleDeposit {...props} held={held} canissue={canissue} />,
          },
        ]
      : []),
    historyTab(props),
  ]
  return (
    <Dialog
      title={`Deposit request ${invoice.number}`}
      subtitle={invoiceSubtitle(invoice)}
      size="large"
      actions={
        <>
          <Pdf id={invoice.id} />
          {invoice.paid > 0 && open === 0 && <ReceiptButton id={invoice.id} />}
          {canwrite && !unsent && <SendInvoice invoice={invoice} />}
          {canwrite && open > 0 && <WithdrawDeposit id={invoice.id} open={open} />}
          {canwrite && unsent && <Pay id={invoice.id} main={false} />}
        </>
      }
      main={
        canwrite && (unsent ? <SendInvoice invoice={invoice} main /> : open > 0 && <Pay id={invoice.id} />)
      }
      tabs={tabs.map((one) => ({ ...one, selected: one.id === tab }))}
    />
  )
}
