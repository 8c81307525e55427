import type { JobFields } from '#islands/job/details/details-form.ts'
import { call, errorMessage, fetchData, isRefusal } from '#islands/lib/call.ts'
import type { BoardLanes, JobCard, JobPosition, MovedJob } from '#server/domains/work/jobs/types.ts'
import type { CardMove, MoveResult, MoveWarning } from './moves.ts'
import type { BoardProps } from './props.ts'
import type { LanesQuery } from './store.ts'

export function fetchLanes(boardid: string, { filter, ...asked }: LanesQuery): Promise<BoardLanes> {
  const given = Object.entries({ boardid, ...asked, ...filter }).filter(([, value]) => value)
  return fetchData(
    `/api/jobs/lanes?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`,
  )
}

export const fetchChoices = (boardid: string) =>
  fetchData<BoardProps['filters']>(`/api/jobs/lanes/choices?boardid=${boardid}`)

export const fetchCards = (ids: readonly string[]) => fetchData<JobCard[]>(`/api/jobs?ids=${ids.join(',')}`)

export async function sendMove(move: CardMove, version: number, confirmed: boolean): Promise<MoveResult> {
  const { lane, afterid } = move.to
  const body = { jobid: move.id, lane, afterid, version, ...(confirmed ? { confirmed } : {}) }
  try {
    const { data } = await call<MovedJob>('POST', '/api/jobs/reorder', body)
    return { kind: 'moved', position: data }
  } catch (error) {
    if (!isRefusal(error)) return { kind: 'refused', message: errorMessage(error) }
    if (error.code === 'warnings') return { kind: 'warnings', warnings: error.data as MoveWarning[] }
    const position = error.code === 'conflict' ? (error.data as JobPosition) : undefined
    return { kind: 'refused', message: error.message, position }
  }
}

export type NewCard = Partial<JobFields> & { description: string }

export const createJob = async (boardid: string, status: number, job: NewCard) =>
  (await call<JobCard>('POST', '/api/jobs', { boardid, status, ...job })).data
