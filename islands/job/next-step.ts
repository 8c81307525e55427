import type { BoardProps } from '#islands/board/props.ts'
import { call, fetchData } from '#islands/lib/call.ts'
import { showError, showSnackbar } from '#islands/lib/snackbar.ts'
import type { JobDetail } from '#server/domains/work/jobs/types.ts'
import { withQuery } from '#views/ui/links.ts'
import type { JobInvoice } from './use-job-invoices.ts'

type Invoice = Pick<JobInvoice, 'id' | 'kind' | 'state' | 'standing' | 'deposit' | 'sending'>

/** Whoever has all that lies between may leave it out. */
export const mayInvoiceAtOnce = ({ stage, nextstep, template }: JobDetail, can: BoardProps['can']) =>
  [can.write, can.approve, can.consume, can.money, can.invoices].every(Boolean) &&
  (stage === 'asked' || stage === 'approved' || stage === 'working') &&
  nextstep !== 'lines' &&
  nextstep !== 'askdeposit' &&
  nextstep !== 'deposit' &&
  !template

/** The draft of the job, which is made where there is none, by the organisation that is given. */
export async function openDraft(jobid: string, organisation: string): Promise<void> {
  await opened(async () => {
    const draft = (await listed(jobid)).find(({ state }) => state === 'draft')
    const asked = { jobid, organisation: organisation || undefined }
    const { id } = draft ?? (await call<Invoice>('POST', '/api/invoices', asked)).data
    return `/invoices/${id}`
  })
}

export const openEstimateMail = (jobid: string, organisation: string): void =>
  void window.joblane.dialog(withQuery(`/mail/estimate/${jobid}`, { organisationid: organisation }))

/** The invoice of the job that is to be paid, the oldest first. */
export async function openUnpaid(jobid: string): Promise<void> {
  await opened(async () => {
    const unpaid = (await listed(jobid)).findLast(({ standing }) => standing === 'unpaid')
    return unpaid && withQuery(`/invoices/${unpaid.id}`, { tab: 'payments' })
  })
}

/** What sends the invoice of the job that its client does not have yet, the oldest first. */
export async function openUnsent(jobid: string): Promise<void> {
  await opened(async () => {
    const unsent = (await listed(jobid)).findLast(
      ({ kind, sending }) => kind === 'invoice' && sending === 'unsent',
    )
    return unsent && `/mail/invoice/${unsent.id}`
  })
}

/** The deposit request of the job that is to be paid, the oldest first. */
export async function openDeposit(jobid: string): Promise<void> {
  await opened(async () => {
    const asked = (await listed(jobid)).findLast(({ deposit }) => deposit && deposit.open > 0)
    return asked && withQuery(`/invoices/${asked.id}`, { tab: 'payments' })
  })
}

const listed = (jobid: string) => fetchData<Invoice[]>(`/api/invoices?jobid=${jobid}`)

async function opened(find: () => Promise<string | undefined>) {
  try {
    const url = await find()
    if (url) await window.joblane.dialog(url)
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
