import { useState } from 'react'
import type { BoardRights } from '#islands/board/props.ts'
import { call, fetchData } from '#islands/lib/call.ts'
import { showSnackbar } from '#islands/lib/snackbar.ts'
import type { JobDetail, MaterialLine } from '#server/domains/work/jobs/types.ts'
import type { TimeAnswer, TimeGroup, TimePrompt } from './ask-time.tsx'

type Plan = { fixedprice: boolean; lines: readonly TimeGroup[] }

/** Before lines are used as estimated: time that was worked takes the place of its estimate, or is left out in words. */
export function useTimeQuestion({ id, fixedprice }: JobDetail, can: BoardRights) {
  const [question, setQuestion] = useState<TimePrompt>()
  const mayBill = can.materials && can.consume && !fixedprice

  const ask = (groups: readonly TimeGroup[]) =>
    new Promise<TimeAnswer>((answer) => setQuestion({ groups, answer }))

  /** The lines that are still to be used; nothing where the person would rather not. */
  async function settleTime(lines: readonly MaterialLine[]): Promise<readonly MaterialLine[] | undefined> {
    const groups = mayBill ? (await fetchData<Plan>(`/api/jobs/${id}/timesheet/bill`)).lines : []
    const [only] = lines
    // One line is about its own item alone.
    const meant = lines.length === 1 ? groups.filter(({ line }) => line?.id === only?.id) : groups
    if (meant.length === 0) return lines
    const answer = await ask(meant)
    if (answer === 'cancel') return
    if (answer === 'add' && meant.some(({ material }) => !material)) {
      await window.joblane.dialog(`/timesheets/bill/${id}`)
      return
    }
    const entryids = meant.flatMap((group) => group.entryids)
    const { data } = await call<{ lines: string[] }>('POST', `/api/jobs/${id}/timesheet/bill`, {
      entryids,
      leaveout: answer === 'leave',
    })
    const rest = lines.filter((line) => !data.lines.includes(line.id))
    if (rest.length === 0) showSnackbar({ level: 'success', message: 'The time that was worked is charged' })
    return rest
  }

  return { question, settleTime, closeQuestion: () => setQuestion(undefined) }
}
