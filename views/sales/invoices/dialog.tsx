import { SamplePrices } from '#views/catalogue/inventory/sample-prices.tsx'
import { fieldLabels } from '#views/field-labels.ts'
import { formatRand } from '#views/format.ts'
import { DepositRequestDialog } from '#views/sales/deposits/request.tsx'
import { RemindButton, ReminderList } from '#views/sales/reminders/reminders.tsx'
import { XeroStates } from '#views/settings/xero/states.tsx'
import { Button, LinkButton } from '#views/ui/button.tsx'
import { DateText } from '#views/ui/datetime.tsx'
import { Dialog } from '#views/ui/dialog.tsx'
import { DeleteDraft } from '#views/ui/draft-actions.tsx'
import { FieldRow } from '#views/ui/form.tsx'
import { TextInput } from '#views/ui/inputs.tsx'
import { InvoiceStatusChip } from '#views/ui/invoice-chip.tsx'
import { dialogLink, withQuery } from '#views/ui/links.ts'
import { DescriptionList } from '#views/ui/panel.tsx'
import { Select } from '#views/ui/select.tsx'
import type { Tab } from '#views/ui/tabs.tsx'
import { LeftToDeliver } from '#views/work/deliveries/lines.tsx'
import { JobLink } from '#views/work/jobs/job-link.tsx'
import { CreditBanner, CreditNotes, payBackTarget } from './credit.tsx'
import {
  countPayments,
  historyTab,
  InvoiceDetails,
  type InvoiceDialogProps,
  invoiceSubtitle,
  Original,
  Other,
  Pay,
  Pdf,
  SendInvoice,
  UnsentBanner,
} from './dialog-parts.tsx'
import {
  EmptyLinesBanner,
  JobWarningBanner,
  MissingFacts,
  OtherThanApprovedBanner,
  UnbilledTimeBanner,
} from './draft-warnings.tsx'
import { InvoicePayments, IssueCreditButton } from './forms.tsx'
import { describeInvoicePart } from './part-words.ts'
import { PayBackButton, ReceiptButton } from './payment.tsx'
import { InvoicePreview } from './preview.tsx'
import { InvoiceDue } from './states.tsx'

export function InvoiceDialog(props: InvoiceDialogProps) {
  if (props.invoice.deposit) return <DepositRequestDialog {...props} deposit={props.invoice.deposit} />
  return props.invoice.state === 'draft' ? <DraftDialog {...props} /> : <IssuedDialog {...props} />
}

/** A draft is a form: whoever may issue it does so by the primary button, and saves by another. */
function DraftDialog(props: InvoiceDialogProps) {
  const { invoice, canwrite, userid } = props
  const { reviewwanted, preparedby } = invoice
  const canissue = props.canissue && !reviewwanted
  const canreview = props.canissue && reviewwanted && preparedby !== userid
  const url = `/invoices/${invoice.id}`
  const issues = `Issue ${props.numbers[invoice.organisation.id] ?? 'invoice'}`
  return (
    <Dialog
      title="Draft invoice"
      subtitle={invoiceSubtitle(invoice)}
      size="large"
      url={canissue ? `${url}/issue` : canwrite ? url : undefined}
      method={canissue ? 'post' : 'patch'}
      version={invoice.version}
      submit={canissue ? issues : 'Save'}
      // The draft exists already, and stays.
      cancel="Close"
      confirm={
        canissue
          ? {
              question: `Issue this invoice for ${formatRand(invoice.total)}? It is locked for good then.`,
              yes: issues,
            }
          : undefined
      }
      actions={
        <>
          <Pdf id={invoice.id} />
          {canwrite && <DeleteDraft url={url} />}
          {canreview && (
            <Button look="primary" icon="check" hx-post={`${url}/review`} hx-swap="none">
              Mark as reviewed
            </Button>
          )}
          {canwrite && (
            <LinkButton
              icon="split"
              {...dialogLink(withQuery(`/invoices/part/${invoice.job.id}`, { draft: invoice.id }))}
            >
              Only a part
            </LinkButton>
          )}
          {canwrite && canissue && (
            <Button hx-patch={url} hx-include="closest form" hx-swap="none">
              Save draft
            </Button>
          )}
        </>
      }
      tabs={[{ id: 'details', label: 'Details', panel: <DraftDetails {...props} /> }, historyTab(props)]}
    />
  )
}

function DraftDetails(props: InvoiceDialogProps) {
  const {
    invoice,
    organisations,
    numbers,
    missing,
    time,
    empty,
    jobwarnings,
    samples,
    canconfirm,
    takenby,
    canbill,
    canissue,
    canwrite,
    jobs,
    zone,
  } = props
  const { part, duedate } = invoice
  const other = invoice.overapproved ?? invoice.underapproved
  const facts = [
    ...(part ? [{ label: 'Charges', value: describeInvoicePart(part) }] : []),
    ...(duedate ? [{ label: 'Due, if issued today', value: <DateText date={duedate} /> }] : []),
    ...repeatFacts(props),
  ]
  return (
    <>
      <MissingFacts facts={missing} refusal={props.refusal} />
      <UnbilledTimeBanner time={time} draft={invoice.id} job={invoice.job.id} canbill={canbill} />
      <CreditBanner invoice={invoice} canwrite={canwrite} />
      {empty && <EmptyLinesBanner {...empty} job={<JobLink {...invoice.job} jobs={jobs} />} />}
      {jobwarnings.map((words) => (
        <JobWarningBanner key={words} words={words} />
      ))}
      <SamplePrices {...{ samples, canconfirm }} jobid={takenby} url={`/invoices/${invoice.id}`} />
      {other && <OtherThanApprovedBanner {...other} zone={zone} />}
      <FieldRow>
        <TextInput
          label={fieldLabels.clientorder}
          name="reference"
          value={invoice.reference}
          maxlength={120}
        />
        {organisations.length > 1 && (
          <Select
            label="Organisation"
            name="organisation"
            value={invoice.organisation.id}
            options={organisations}
            data-issue-numbers={canissue && !invoice.reviewwanted ? JSON.stringify(numbers) : undefined}
            hx-get={`/invoices/${invoice.id}/missing`}
            hx-include="this"
            hx-target="#missingfacts"
            hx-swap="outerHTML"
            hx-sync="this:replace"
            // What would be missing is known before it can be issued.
            hx-disable="next [data-save]"
          />
        )}
      </FieldRow>
      {facts.length > 0 && <DescriptionList facts={facts} />}
      {invoice.reviewwanted && (
        <p className="hint">
          Before it is issued, somebody other than who prepared it has to mark it as reviewed.
        </p>
      )}
      <InvoicePreview invoice={invoice} />
      <p className="hint">
        A draft follows the lines of its job.
        {canissue && ' Issuing gives it a number and locks it; after that only a credit note takes it back.'}
      </p>
    </>
  )
}

function IssuedDialog(props: InvoiceDialogProps) {
  const { invoice, tab, canwrite, canissue } = props
  const credit = invoice.kind === 'creditnote'
  const unsent = invoice.sending === 'unsent'
  const paysback = canwrite && props.owesback && invoice.opencredit
  const tabs: Tab[] = [
    { id: 'details', label: 'Details', panel: <Details {...props} /> },
    ...(credit
      ? []
      : [
          {
            id: 'payments',
            label: 'Payments',
            count: countPayments(invoice),
            panel: <InvoicePayments {...props} />,
          },
        ]),
    ...(!credit && canissue && invoice.state === 'issued'
      ? [
          {
            id: 'credit',
            label: 'Credit note',
            load: `/invoices/${invoice.id}/credit`,
            main: <IssueCreditButton />,
          },
        ]
      : []),
    historyTab(props),
  ]
  return (
    <Dialog
      title={`${credit ? 'Credit note' : 'Invoice'} ${invoice.number}`}
      subtitle={invoiceSubtitle(invoice)}
      size="large"
      actions={
        <>
          <Pdf id={invoice.id} />
          {!credit && invoice.paid > 0 && invoice.due <= 0 && <ReceiptButton id={invoice.id} />}
          {canwrite && unsent && invoice.due > 0 && <Pay id={invoice.id} main={false} />}
          {canwrite && (!unsent || paysback) && <SendInvoice invoice={invoice} />}
          {canwrite && invoice.overdue > 0 && <RemindButton invoice={invoice.id} />}
        </>
      }
      main={
        paysback ? (
          <PayBackButton main {...payBackTarget(paysback)} />
        ) : (
          canwrite &&
          (unsent ? <SendInvoice invoice={invoice} main /> : invoice.due > 0 && <Pay id={invoice.id} />)
        )
      }
      tabs={tabs.map((one) => ({ ...one, selected: one.id === tab }))}
    />
  )
}

const repeatFacts = ({ invoice: { repeat }, jobs }: InvoiceDialogProps) =>
  repeat
    ? [
        {
          label: 'Comes from',
          value: (
            <>
              the repeat of <JobLink {...repeat} jobs={jobs} />, for <DateText date={repeat.date} />
              {repeat.message && <p className="hint">{repeat.message}</p>}
            </>
          ),
        },
      ]
    : []

function Details(props: InvoiceDialogProps) {
  const { invoice, zone, jobs, xero, canissue, canwrite, undelivered, owesback } = props
  const { credits, creditnotes, reason, reminders } = invoice
  const facts = [
    { label: 'Status', value: <InvoiceStatusChip invoice={invoice} /> },
    ...(invoice.due > 0 ? [{ label: 'Still due', value: <strong>{formatRand(invoice.due)}</strong> }] : []),
    { label: 'Date of issue', value: <DateText date={invoice.date} /> },
    ...(invoice.duedate ? [{ label: fieldLabels.due, value: <InvoiceDue invoice={invoice} /> }] : []),
    { label: 'Job', value: <JobLink {...invoice.job} jobs={jobs} /> },
    ...(undelivered.length > 0
      ? [
          {
            label: 'Left to deliver',
            value: <LeftToDeliver jobid={invoice.job.id} {...{ undelivered }} />,
            wide: true,
          },
        ]
      : []),
    ...repeatFacts(props),
    ...(invoice.reference ? [{ label: fieldLabels.clientorder, value: invoice.reference }] : []),
    ...(reminders.length > 0 ? [{ label: 'Reminders', value: <ReminderList reminders={reminders} /> }] : []),
    ...(credits ? [{ label: 'Corrects', value: <Other {...credits} /> }] : []),
    ...(creditnotes.length > 0 ? [{ label: 'Credited by', value: <CreditNotes notes={creditnotes} /> }] : []),
    ...(reason ? [{ label: 'Reason', value: reason.text }] : []),
    ...(xero.length > 0 ? [{ label: 'Xero', value: <XeroStates entries={xero} canmend={canissue} /> }] : []),
    ...(invoice.document.organisation.vatnumber
      ? [
          {
            label: 'Original',
            value: <Original {...{ invoice, zone, canwrite }} />,
            wide: !invoice.originalutc,
          },
        ]
      : []),
  ]
  return (
    <InvoiceDetails id={invoice.id}>
      <UnsentBanner invoice={invoice} canwrite={canwrite} />
      <CreditBanner invoice={invoice} canwrite={canwrite} paysback={canwrite && owesback} />
      <DescriptionList facts={facts} />
      <InvoicePreview invoice={invoice} />
    </InvoiceDetails>
  )
}
