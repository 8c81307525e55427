import { useEffect, useState } from 'react'
import { APPROVE, COMPLETE } from '#db/job-status.ts'
import { fetchData } from '#islands/lib/call.ts'
import { showError } from '#islands/lib/snackbar.ts'
import type { JobDetail } from '#server/domains/work/jobs/types.ts'
import { withQuery } from '#views/ui/links.ts'
import { MenuItem } from '#views/ui/menu.tsx'
import { PdfMenuItem } from './pdf-menu-item.tsx'

type Invoice = { id: string; kind: string; state: string; number: string | null }

export function JobInvoices({ job, organisation }: { job: JobDetail; organisation: string }) {
  const [invoices, setInvoices] = useState<readonly Invoice[]>()

  const [looks, setLooks] = useState(0)

  // What was done in the invoice's own dialog shows when that closes.
  useEffect(() => {
    const look = () => setLooks((count) => count + 1)
    document.addEventListener('joblane:dialogclosed', look)
    return () => document.removeEventListener('joblane:dialogclosed', look)
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each of these may mean another list
  useEffect(() => {
    fetchData<Invoice[]>(`/api/invoices?jobid=${job.id}`).then(setInvoices, showError)
  }, [job.id, job.seq, looks])

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
      {invoices.map(({ id, kind, state, number }) =>
        state === 'draft' ? (
          <MenuItem key={id} icon="receipt" onClick={() => void window.joblane.dialog(`/invoices/${id}`)}>
            Draft invoice
          </MenuItem>
        ) : (
          <PdfMenuItem key={id} href={`/render/invoice/${id}`}>
            {`${kind === 'creditnote' ? 'Credit note' : 'Invoice'} ${number}`}
          </PdfMenuItem>
        ),
      )}
      {job.paid && <PdfMenuItem href={`/render/receipt/${job.id}`}>Receipt</PdfMenuItem>}
    </>
  )
}
