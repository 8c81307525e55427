import { useEffect, useState } from 'react'
import { call, fetchData } from '#islands/lib/call.ts'
import { showError } from '#islands/lib/snackbar.ts'
import type { JobDetail } from '#server/domains/work/jobs/types.ts'
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

  async function prepare(): Promise<void> {
    try {
      const body = { jobid: job.id, ...(organisation ? { organisation } : {}) }
      const { data } = await call<Invoice>('POST', '/api/invoices', body)
      await window.joblane.dialog(`/invoices/${data.id}`)
    } catch (error) {
      showError(error)
    }
  }

  if (!invoices) return null
  const isOpen = invoices.some(({ kind, state }) => kind === 'invoice' && state !== 'credited')
  return (
    <>
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
      {!isOpen && job.status === 4 && (
        <MenuItem icon="receipt" onClick={() => void prepare()}>
          Prepare an invoice
        </MenuItem>
      )}
    </>
  )
}
