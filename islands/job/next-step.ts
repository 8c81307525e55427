import { call, fetchData } from '#islands/lib/call.ts'
import { showError } from '#islands/lib/snackbar.ts'
import { isUnused, LinesStore } from './lines-store.ts'

type Invoice = { id: string; kind: string; state: string }

/** The open one of the job; a complete job without one gets a draft. */
export async function openInvoice(jobid: string): Promise<void> {
  try {
    const all = await fetchData<Invoice[]>(`/api/invoices?jobid=${jobid}`)
    const open = all.find(({ kind, state }) => kind === 'invoice' && state !== 'credited')
    const { id } = open ?? (await call<Invoice>('POST', '/api/invoices', { jobid })).data
    await window.joblane.dialog(`/invoices/${id}`)
  } catch (error) {
    showError(error)
  }
}

export async function consumeAsEstimated(jobid: string, onSaved: () => void): Promise<void> {
  const store = new LinesStore(jobid, { beforeSave: async () => true, onSaved })
  await store.load()
  await store.consumeEstimated((store.get().lines ?? []).filter(isUnused))
}
