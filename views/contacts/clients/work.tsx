import type { Stage } from '#db/queries/work/job-stages.ts'
import { formatQuantity, formatRand } from '#views/format.ts'
import { InvoiceDue } from '#views/sales/invoices/states.tsx'
import type { InvoiceSummary } from '#views/sales/invoices/types.ts'
import { DateText, DateTime } from '#views/ui/datetime.tsx'
import { InvoiceStatusChip } from '#views/ui/invoice-chip.tsx'
import type { StageNote } from '#views/ui/job-stages.ts'
import { LinkedLines } from '#views/ui/linked-lines.tsx'
import { truncate } from '#views/ui/pagetitle.tsx'
import { StageChip } from '#views/ui/stage-chip.tsx'

const LETTERS = 60

type Quote = {
  id: string
  reference: string
  description: string
  stage: Stage | null
  note?: StageNote
  sentutc?: string | null
  quotedcents?: number
  href?: string
}

export const ClientQuotes = ({ quotes, more }: { quotes: readonly Quote[]; more?: string }) => (
  <LinkedLines
    lines={quotes.map(({ id, reference, description, stage, note, sentutc, quotedcents, href }) => ({
      id,
      href,
      name: reference,
      text: truncate(description || '(no description)', LETTERS),
      who: sentutc && (
        <>
          Sent <DateTime iso={sentutc} relative />
        </>
      ),
      when: (
        <>
          {quotedcents !== undefined && formatRand(quotedcents)}
          {stage && <StageChip stage={stage} note={note} />}
        </>
      ),
    }))}
    more={more}
    empty={{
      icon: 'file-text',
      text: 'No estimate was sent to this client yet.',
      hint: 'Open a job and press Send the estimate.',
    }}
  />
)

export const ClientInvoices = ({
  invoices,
  more,
}: {
  invoices: readonly InvoiceSummary[]
  more?: string
}) => (
  <LinkedLines
    lines={invoices.map((invoice) => ({
      id: invoice.id,
      href: `/invoices/${invoice.id}`,
      opens: 'dialog',
      name: invoice.number ?? 'Draft',
      text: invoice.job.reference,
      who: (
        <>
          <DateText date={invoice.date} />
          {invoice.standing === 'unpaid' && invoice.duedate && (
            <>
              , due <InvoiceDue invoice={invoice} />
            </>
          )}
        </>
      ),
      when: (
        <>
          {formatRand(invoice.total)}
          <InvoiceStatusChip invoice={invoice} />
        </>
      ),
    }))}
    more={more}
    empty={{
      icon: 'receipt',
      text: 'This client was not invoiced yet.',
      hint: 'Open a complete job and press Prepare the invoice.',
    }}
  />
)

type Purchase = {
  id: string
  code: string
  name: string
  unit: string
  /** Millionths of the unit. */
  quantity: number
  jobs: number
  last: string
}

type PurchasesProps = {
  items: readonly Purchase[]
  /** Undefined: of all jobs. */
  newest?: number
  linked: boolean
  more?: string
}

export const ClientPurchases = ({ items, newest, linked, more }: PurchasesProps) => (
  <>
    <LinkedLines
      lines={items.map(({ id, code, name, unit, quantity, jobs, last }) => ({
        id: `${id} ${unit}`,
        href: linked ? `/admin/inventory/${id}/overview` : undefined,
        name,
        text: code === name ? '' : code,
        who: (
          <>
            {jobs === 1 ? '1 job' : `${jobs} jobs`}, last <DateTime iso={last} relative />
          </>
        ),
        when: formatQuantity(quantity, unit),
      }))}
      more={more}
      empty={{
        icon: 'package',
        text: 'Nothing was used on a job of this client yet.',
      }}
    />
    <p className="hint">
      Items that were used and are billed, on {newest ? `the newest ${newest} jobs` : 'all jobs'}. Lines of
      free text are left out.
    </p>
  </>
)

type ClientNote = {
  id: string
  name: string
  message: string
  date: string
  reference: string
  href?: string
}

export const ClientNotes = ({ notes, more }: { notes: readonly ClientNote[]; more?: string }) => (
  <LinkedLines
    lines={notes.map(({ id, name, message, date, reference, href }) => ({
      id,
      href,
      name: reference,
      text: truncate(message, 300),
      who: name || '(unknown)',
      when: <DateTime iso={date} relative />,
    }))}
    more={more}
    empty={{
      icon: 'message',
      text: 'Nobody has written a note on a job of this client yet.',
      hint: 'Notes are written on the Notes tab of a job.',
    }}
  />
)
