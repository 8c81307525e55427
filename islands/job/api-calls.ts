import type { JobFields } from '#islands/job/details/details-form.ts'
import type { FilledField } from '#islands/job/details/use-category-fields.ts'
import { type ApiReply, call, errorMessage, fetchData, isRefusal } from '#islands/lib/call.ts'
import type { DepositChoice } from '#server/domains/sales/deposits/deposit-choices.ts'
import type { JobDetail, MaterialLine } from '#server/domains/work/jobs/types.ts'

/** What is held for a job that is to be archived or removed, and what may become of it. */
export type HeldDeposits = {
  choices: readonly DepositChoice[]
  deposits: readonly { id: string; number: string; held?: number }[]
}

type ApiWarning = { code: string; message: string }

export type JobChangeResult =
  | { kind: 'done'; job: JobDetail; message?: string }
  | { kind: 'warnings'; warnings: readonly ApiWarning[] }
  | ({ kind: 'deposits' } & HeldDeposits)
  /** Someone else was first, and this is how the job stands now. */
  | { kind: 'conflict'; message: string; current: JobDetail }
  | { kind: 'refused'; message: string; fields: Record<string, string> }

type Change = Partial<JobFields> & {
  fields?: readonly FilledField[]
  status?: number
  confirmed?: boolean
  deposit?: DepositChoice
}

/** Changes a job that was read at `version`. Never rejects. */
export const sendJobChange = (id: string, version: number, change: Change) =>
  readOutcome(call<JobDetail>('PATCH', `/api/jobs/${id}`, { ...change, version }))

export const sendCategoryFields = (id: string, version: number, fields: readonly FilledField[]) =>
  readOutcome(
    call('POST', '/api/jobs/fields', { jobid: id, fields, version }).then(() =>
      call<JobDetail>('GET', `/api/jobs/${id}?brief=true`),
    ),
  )

export const sendJobRestore = (id: string) =>
  readOutcome(call<JobDetail>('PATCH', `/api/jobs/restore/${id}`, {}))

export const sendJobRemoval = (id: string, putback: boolean, deposit?: DepositChoice) =>
  call('DELETE', `/api/jobs/${id}?putback=${putback}${deposit ? `&deposit=${deposit}` : ''}`)

/** What is held, where that is why something was refused. */
export const depositsIn = (error: unknown): HeldDeposits | undefined =>
  isRefusal(error) && error.code === 'deposits' ? (error.data as HeldDeposits) : undefined

/** Lines of the job that moved stock. */
export const fetchMovedLines = async (id: string): Promise<MaterialLine[]> =>
  (await fetchData<MaterialLine[]>(`/api/materials/getMaterials/${id}`)).filter(
    ({ inventoryclass, consumed }) => inventoryclass !== null && consumed !== 0,
  )

async function readOutcome(answer: Promise<ApiReply<JobDetail>>): Promise<JobChangeResult> {
  try {
    const { data, message } = await answer
    return { kind: 'done', job: data, message }
  } catch (error) {
    if (!isRefusal(error)) return { kind: 'refused', message: errorMessage(error), fields: {} }
    if (error.code === 'warnings') return { kind: 'warnings', warnings: error.data as ApiWarning[] }
    const held = depositsIn(error)
    if (held) return { kind: 'deposits', ...held }
    const current = error.data as JobDetail | undefined
    if (error.code === 'conflict' && current && 'reference' in current)
      return { kind: 'conflict', message: error.message, current }
    return { kind: 'refused', message: error.message, fields: error.fields ?? {} }
  }
}
