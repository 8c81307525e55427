import { APPROVE, COMPLETE, isLane } from '#db/job-status.ts'
import { DrawerRow, OpenButton, PdfLink } from '#islands/job/exports/export-row.tsx'
import { randText } from '#islands/lib/figures.ts'
import type { JobDetail } from '#server/domains/work/jobs/types.ts'
import { shortDate } from '#views/format.ts'
import { Button } from '#views/ui/button.tsx'
import { InvoiceStatusChip } from '#views/ui/invoice-chip.tsx'
import { withQuery } from '#views/ui/links.ts'
import type { JobInvoice } from './use-job-invoices.ts'

type Invoices = readonly JobInvoice[] | undefined

const paperNames: Record<string, string> = { creditnote: 'Credit note', deposit: 'Deposit request' }

const nameOf = ({ kind, number }: JobInvoice) =>
  number ? `${paperNames[kind] ?? 'Invoice'} ${number}` : 'Draft invoice'

/** Money that came in shows that its request reached the client. */
const isReceived = ({ deposit }: JobInvoice) => deposit !== null && deposit.held > 0

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
          {!isReceived(invoice) && (invoice.sending === 'waits' || invoice.sending === 'unsent') && (
            <span className="expired">
              {invoice.sending === 'waits' ? 'its e-mail waits' : 'not sent yet'}
            </span>
          )}
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

/** Undefined where none may be asked for: what is invoiced, or a template. */
export const depositHref = ({ id, status, template }: JobDetail, organisation: string) =>
  isLane(status) && !template ? withQuery(`/invoices/deposit/${id}`, { organisation }) : undefined

type JobInvoicesProps = { job: JobDetail; invoices: Invoices; organisation: string }

/** What may be invoiced or asked for, and the papers of what was. */
export function JobInvoices({ job, invoices = [], organisation }: JobInvoicesProps) {
  const draft = invoices.find(({ state }) => state === 'draft')?.id
  const part = job.status === APPROVE || job.status === COMPLETE
  const deposit = depositHref(job, organisation)
  if (invoices.length === 0 && !part && !deposit) return null
  return (
    <section aria-labelledby="exports-invoices">
      <h3 id="exports-invoices">Invoices</h3>
      <ul className="exportrows">
        {invoices.map((invoice) => (
          <DrawerRow key={invoice.id} name={nameOf(invoice)}>
            {invoice.state === 'draft' || invoice.deposit ? (
              <OpenButton href={`/invoices/${invoice.id}`} label={`Open ${nameOf(invoice)}`}>
                Open
              </OpenButton>
            ) : (
              <PdfLink href={`/render/invoice/${invoice.id}?copy=true`} of={nameOf(invoice)} />
            )}
          </DrawerRow>
        ))}
      </ul>
      <div className="buttons">
        {part && (
          <OpenButton icon="split" href={withQuery(`/invoices/part/${job.id}`, { draft, organisation })}>
            Invoice a part
          </OpenButton>
        )}
        {deposit && (
          <OpenButton icon="banknote" href={deposit}>
            Ask for a deposit
          </OpenButton>
        )}
      </div>
    </section>
  )
}
