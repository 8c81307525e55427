import { APPROVE, COMPLETE, isLane } from '#db/job-status.ts'
import { randText } from '#islands/lib/figures.ts'
import type { JobDetail } from '#server/domains/work/jobs/types.ts'
import { shortDate } from '#views/format.ts'
import { Button } from '#views/ui/button.tsx'
import { InvoiceStatusChip } from '#views/ui/invoice-chip.tsx'
import { withQuery } from '#views/ui/links.ts'
import { MenuItem } from '#views/ui/menu.tsx'
import { PdfMenuItem } from './pdf-menu-item.tsx'
import type { JobInvoice } from './use-job-invoices.ts'

type Invoices = readonly JobInvoice[] | undefined

const paperNames: Record<string, string> = { creditnote: 'Credit note', deposit: 'Deposit request' }

const nameOf = ({ kind, number }: JobInvoice) =>
  number ? `${paperNames[kind] ?? 'Invoice'} ${number}` : 'Draft invoice'

/** What was invoiced, and what of it is owed, where the job says how it stands. */
export function InvoiceFacts({ invoices = [] }: { invoices: Invoices }) {
  if (invoices.length === 0) return null
  return (
    <div className="invoicefacts">
      {invoices.map((invoice) => (
        <p key={invoice.id}>
          <Button
            small
            look="quiet"
            icon="receipt"
            onClick={() => void window.joblane.dialog(`/invoices/${invoice.id}`)}
          >
            {nameOf(invoice)}
          </Button>
          <span className="number">{randText(invoice.total)}</span>
          <InvoiceStatusChip invoice={invoice} />
          {invoice.standing === 'unpaid' && (
            <span>
              {invoice.due !== invoice.total && `${randText(invoice.due)} still to pay, `}
              {invoice.duedate && `due ${shortDate(invoice.duedate)}`}
            </span>
          )}
        </p>
      ))}
    </div>
  )
}

type MenuProps = { job: JobDetail; invoices: Invoices; organisation: string }

export function JobInvoices({ job, invoices, organisation }: MenuProps) {
  if (!invoices) return null
  const draft = invoices.find(({ state }) => state === 'draft')?.id
  return (
    <>
      {(job.status === APPROVE || job.status === COMPLETE) && (
        <MenuItem
          icon="split"
          onClick={() =>
            void window.joblane.dialog(withQuery(`/invoices/part/${job.id}`, { draft, organisation }))
          }
        >
          Invoice a part
        </MenuItem>
      )}
      {isLane(job.status) && !job.template && (
        <MenuItem
          icon="banknote"
          onClick={() =>
            void window.joblane.dialog(withQuery(`/invoices/deposit/${job.id}`, { organisation }))
          }
        >
          Ask for a deposit
        </MenuItem>
      )}
      {invoices.map((invoice) =>
        invoice.state === 'draft' || invoice.deposit ? (
          <MenuItem
            key={invoice.id}
            icon="receipt"
            onClick={() => void window.joblane.dialog(`/invoices/${invoice.id}`)}
          >
            {nameOf(invoice)}
          </MenuItem>
        ) : (
          <PdfMenuItem key={invoice.id} href={`/render/invoice/${invoice.id}`}>
            {nameOf(invoice)}
          </PdfMenuItem>
        ),
      )}
      {job.paid && <PdfMenuItem href={`/render/receipt/${job.id}`}>Receipt</PdfMenuItem>}
    </>
  )
}
