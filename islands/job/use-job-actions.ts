import { useEffect, useRef, useState } from 'react'
import type { MoveQuestion } from '#islands/board/ask-warnings.tsx'
import type { LaneName } from '#islands/board/props.ts'
import { showError, showSnackbar } from '#islands/lib/snackbar.ts'
import type { JobDetail } from '#server/domains/work/jobs/types.ts'
import {
  type JobChangeResult,
  sendCategoryFields,
  sendJobChange,
  sendJobRemoval,
  sendJobRestore,
} from './api-calls.ts'
import type { SaveProblem } from './details.tsx'
import {
  changedFields,
  conflictingJobFields,
  type JobFields,
  jobFieldsOf,
  readJobForm,
} from './details-form.ts'
import { type FilledField, useCategoryFields } from './use-category-fields.ts'

const LASTLANE = 4

type Options = {
  job: JobDetail
  lanes: readonly LaneName[]
  take: (job: JobDetail) => void
  reload: () => void
}

/** What a person does to a job from its dialog: saving the form, moving, removing, restoring. */
export function useJobActions({ job, lanes, take, reload }: Options) {
  /** The reading that the form was filled from, and the version that a save goes on top of. */
  const [opened, setOpened] = useState(job)
  const [version, setVersion] = useState(job.version)
  const [problem, setProblem] = useState<SaveProblem>()
  const [saving, setSaving] = useState(false)
  const [restored, setRestored] = useState(false)
  const [asked, setAsked] = useState<MoveQuestion>()
  const form = useRef<HTMLFormElement>(null)
  const fields = useCategoryFields(opened, form)

  const mine = () =>
    form.current ? changedFields(jobFieldsOf(opened), readJobForm(form.current, jobFieldsOf(opened))) : {}
  const close = () => form.current?.closest('dialog')?.close()

  // A newer reading goes into the form only while nobody has begun to type in it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a newer reading asks
  useEffect(() => {
    if (
      Object.keys(mine()).length > 0 ||
      fields.filled().length > 0 ||
      form.current?.contains(document.activeElement)
    )
      return
    setOpened(job)
    setVersion(job.version)
    setProblem(undefined)
  }, [job])

  async function save(): Promise<void> {
    if (saving) return
    const change = mine()
    const filled = fields.filled()
    const isChanged = Object.keys(change).length > 0
    if (!isChanged && filled.length === 0) {
      close()
      return
    }
    setSaving(true)
    const outcome = isChanged
      ? await sendJobChange(job.id, version, { ...change, ...(filled.length > 0 && { fields: filled }) })
      : await sendCategoryFields(job.id, version, filled)
    setSaving(false)
    if (outcome.kind !== 'done') {
      await complain(outcome, change, filled)
      return
    }
    take(outcome.job)
    showSnackbar({ level: 'success', message: `${job.reference} saved` })
    close()
  }

  /** Saves the client that was chosen, before the rest: what new lines cost depends on who pays them. */
  async function saveClient(): Promise<void> {
    const { client, location } = mine()
    if (client === undefined || saving) return
    // The locations offered are the client's: one goes with the other.
    const change = { client, ...(location !== undefined && { location }) }
    const outcome = await sendJobChange(job.id, version, change)
    if (outcome.kind !== 'done') {
      await complain(outcome, change, [])
      return
    }
    // The rest of the form stays what somebody is typing, on top of this reading.
    setOpened((held) => ({ ...held, client: outcome.job.client, location: outcome.job.location }))
    setVersion(outcome.job.version)
    take(outcome.job)
  }

  async function complain(
    outcome: JobChangeResult,
    change: Partial<JobFields>,
    filled: readonly FilledField[],
  ): Promise<void> {
    if (outcome.kind === 'refused') setProblem(outcome)
    if (outcome.kind !== 'conflict') return
    setVersion(outcome.current.version)
    setProblem({
      message: `${outcome.message} What you typed is kept: save again to put it in the place of theirs.`,
      fields: { ...conflictingJobFields(opened, outcome.current, change), ...(await fields.theirs(filled)) },
    })
  }

  async function move(status: number, confirmed = false): Promise<void> {
    const outcome = await sendJobChange(job.id, job.version, { status, confirmed: confirmed || undefined })
    const lane = lanes.find((one) => one.status === status)?.label ?? 'Archived'
    if (outcome.kind === 'done') {
      take(outcome.job)
      const undo = status <= LASTLANE ? { act: () => void move(job.status) } : undefined
      showSnackbar({ level: 'success', message: `${job.reference} moved to ${lane}`, undo })
    } else if (outcome.kind === 'warnings') {
      const answer = (yes: boolean) => void (yes && move(status, true))
      setAsked({ reference: job.reference, lane, warnings: outcome.warnings, answer })
    } else {
      showSnackbar({ level: 'error', message: outcome.message })
      reload()
    }
  }

  async function remove(): Promise<void> {
    const question = `Remove ${job.reference}? Only a system administrator can bring it back.`
    if (!(await window.joblane.confirm(question))) return
    try {
      await sendJobRemoval(job.id)
      showSnackbar({ level: 'success', message: `${job.reference} removed` })
      close()
    } catch (error) {
      showError(error)
    }
  }

  async function restore(): Promise<void> {
    const outcome = await sendJobRestore(job.id)
    if (outcome.kind === 'done') {
      take(outcome.job)
      setRestored(true)
      showSnackbar({ level: 'success', message: 'Restored' })
    } else if (outcome.kind !== 'warnings') showSnackbar({ level: 'error', message: outcome.message })
  }

  const answered = () => setAsked(undefined)
  return {
    ...{ form, opened, fields, problem, saving, restored, asked, answered },
    ...{ save, saveClient, move, remove, restore },
  }
}
