import { useState } from 'react'
import { APPROVE, COMPLETE } from '#db/job-status.ts'
import type { MoveWarningPrompt } from '#islands/board/ask-warnings.tsx'
import type { BoardProps } from '#islands/board/props.ts'
import { showError, showSnackbar } from '#islands/lib/snackbar.ts'
import type { DepositChoice } from '#server/domains/sales/deposits/deposit-choices.ts'
import type { JobDetail } from '#server/domains/work/jobs/types.ts'
import { stageSteps } from '#views/ui/job-stages.ts'
import {
  depositsIn,
  fetchMovedLines,
  type HeldDeposits,
  sendJobChange,
  sendJobRemoval,
  sendJobRestore,
} from './api-calls.ts'
import type { DepositPrompt } from './ask-deposits.tsx'
import type { RemovalPrompt } from './ask-removal.tsx'

const LASTLANE = 4
const laneActs: Record<number, string> = {
  [APPROVE]: stageSteps.approve.name,
  [COMPLETE]: stageSteps.complete.name,
}

type Options = {
  job: JobDetail
  board: Pick<BoardProps, 'lanes' | 'can'>
  take: (job: JobDetail) => void
  reload: () => void
  onRemoved: () => void
  /** The job as it stands; nothing when it must stay where it is. */
  beforeMove: (status: number, confirmed?: boolean) => Promise<JobDetail | undefined>
}

type MoveDetails = { confirmed?: boolean; acceptedby?: string; deposit?: DepositChoice }

export function useJobStatus({ job, board, take, reload, onRemoved, beforeMove }: Options) {
  const { lanes, can } = board
  const [restored, setRestored] = useState(false)
  const [question, setQuestion] = useState<MoveWarningPrompt>()
  const [removal, setRemoval] = useState<RemovalPrompt>()
  const [deposits, setDeposits] = useState<DepositPrompt>()

  async function move(status: number, more: MoveDetails = {}): Promise<boolean> {
    const latest = await beforeMove(status, more.confirmed)
    if (!latest) return false
    const result = await sendJobChange(job.id, latest.version, { status, ...more })
    const lane = lanes.find((one) => one.status === status)?.label ?? 'Archived'
    if (result.kind === 'done') {
      take(result.job)
      const undo = status <= LASTLANE ? { act: () => void move(job.status) } : undefined
      showSnackbar({ level: 'success', message: `${job.reference} moved to ${lane}`, undo })
    } else if (result.kind === 'warnings') {
      const { warnings } = result
      return new Promise((moved) => {
        const answer = (yes: boolean) => moved(yes && move(status, { ...more, confirmed: true }))
        setQuestion({ reference: job.reference, lane, act: laneActs[status], warnings, answer })
      })
    } else if (result.kind === 'deposits') {
      askDeposits(result, 'Archive', (deposit) => move(status, { ...more, deposit }))
    } else {
      showSnackbar({ level: 'error', message: result.message })
      reload()
    }
    return result.kind === 'done'
  }

  async function remove(): Promise<void> {
    try {
      const moved = await fetchMovedLines(job.id)
      setRemoval({
        ...{ reference: job.reference, moved, way: wayBack(can.restore) },
        remove: (putback) => void removeFor(putback),
      })
    } catch (error) {
      showError(error)
    }
  }

  function askDeposits(
    held: HeldDeposits,
    act: DepositPrompt['act'],
    go: (choice: DepositChoice) => Promise<unknown>,
  ) {
    setDeposits({ ...held, reference: job.reference, act, answer: (choice) => void go(choice) })
  }

  async function removeFor(putback: boolean, deposit?: DepositChoice): Promise<void> {
    try {
      const { message } = await sendJobRemoval(job.id, putback, deposit)
      showSnackbar({
        level: message ? 'warning' : 'success',
        message: [`${job.reference} removed`, message].filter(Boolean).join('. '),
        undo: can.restore ? { act: () => void bringBack(job) } : undefined,
      })
      onRemoved()
    } catch (error) {
      const held = depositsIn(error)
      if (held) askDeposits(held, 'Remove', (choice) => removeFor(putback, choice))
      else showError(error)
    }
  }

  async function restore(): Promise<void> {
    const restoredjob = await bringBack(job)
    if (!restoredjob) return
    take(restoredjob)
    setRestored(true)
  }

  const closeQuestion = () => {
    setQuestion(undefined)
    setRemoval(undefined)
    setDeposits(undefined)
  }
  return { restored, question, removal, deposits, closeQuestion, move, remove, restore }
}

const wayBack = (canrestore: boolean) =>
  canrestore
    ? 'You can bring it back: History of its board shows it under the status Removed.'
    : 'An administrator can bring it back, from History of its board.'

/** The job as it stands again; nothing where it was refused, which is said. */
async function bringBack({
  id,
  reference,
}: Pick<JobDetail, 'id' | 'reference'>): Promise<JobDetail | undefined> {
  const result = await sendJobRestore(id)
  if (result.kind === 'done') {
    const message = [`${reference} restored`, result.message].filter(Boolean).join('. ')
    showSnackbar({ level: 'success', message })
    return result.job
  }
  if (result.kind === 'refused' || result.kind === 'conflict')
    showSnackbar({ level: 'error', message: result.message })
}
