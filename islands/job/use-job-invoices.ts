import { useCallback, useEffect, useState } from 'react'
import type { InvoiceSending } from '#db/queries/sales/invoice-states.ts'
import type { DepositOutcome } from '#db/schema/tenant/index.ts'
import { fetchData } from '#islands/lib/call.ts'
import { useHub } from '#islands/lib/hub.ts'
import { showError } from '#islands/lib/snackbar.ts'
import type { JobDetail } from '#server/domains/work/jobs/types.ts'
import type { InvoiceStanding } from '#views/ui/invoice-chip.tsx'

/** Rand; newest first. */
export type JobInvoice = {
  id: string
  kind: string
  state: string
  standing: InvoiceStanding
  overdue: number
  number: string | null
  duedate: string | null
  total: number
  paid: number
  due: number
  sending: InvoiceSending | null
  deposit: { open: number; held: number; outcome: DepositOutcome | null } | null
}

/** Undefined until they are there, and for who may not see them. */
export function useJobInvoices({ id, seq }: JobDetail, isShown: boolean): readonly JobInvoice[] | undefined {
  const [invoices, setInvoices] = useState<readonly JobInvoice[]>()
  const [looks, setLooks] = useState(0)
  const look = useCallback(() => setLooks((count) => count + 1), [])

  useHub((_, args) => {
    if ((args[0] as { table?: string } | undefined)?.table === 'invoices') look()
  })

  // What was done in the invoice's own dialog shows when that closes.
  useEffect(() => {
    document.addEventListener('joblane:dialogclosed', look)
    return () => document.removeEventListener('joblane:dialogclosed', look)
  }, [look])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each of these may mean another list
  useEffect(() => {
    if (isShown) fetchData<JobInvoice[]>(`/api/invoices?jobid=${id}`).then(setInvoices, showError)
  }, [id, seq, looks, isShown])

  return invoices
}
