import { call, fetchData } from '#islands/lib/call.ts'
import { showError, showSnackbar } from '#islands/lib/snackbar.ts'
import { withQuery } from '#views/ui/links.ts'

type Invoice = { id: string; kind: string; state: string }

/** The open one of the job; a complete job without one gets a draft by the organisation that is given. */
export async function openInvoice(jobid: string, organisation: string, tab?: 'payments'): Promise<void> {
  try {
    const all = await fetchData<Invoice[]>(`/api/invoices?jobid=${jobid}`)
    const open = all.find(({ kind, state }) => kind === 'invoice' && state !== 'credited')
    const asked = { jobid, organisation: organisation || undefined }
    const { id } = open ?? (await call<Invoice>('POST', '/api/invoices', asked)).data
    await window.joblane.dialog(withQuery(`/invoices/${id}`, { tab }))
  } catch (error) {
    showError(error)
  }
}

/** What the client got in another way than by the mail that waits. */
export async function sayEstimateSent(jobid: string, organisationid: string): Promise<void> {
  try {
    await call('POST', withQuery(`/api/jobs/${jobid}/estimatesent`, { organisationid }))
    showSnackbar({ level: 'success', message: 'Estimate marked as sent' })
  } catch (error) {
    showError(error)
  }
}
