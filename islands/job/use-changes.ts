import { useEffect, useRef, useState } from 'react'
import type { Asked } from '#islands/board/ask-warnings.tsx'
import type { LaneName } from '#islands/board/props.ts'
import { say, sayError } from '#islands/lib/snack.ts'
import type { JobDetail } from '#server/domains/work/jobs/types.ts'
import { changeJob, fillJob, type Outcome, removeJob, restoreJob } from './change.ts'
import type { Problem } from './details.tsx'
import { changed, fieldsOf, type JobFields, read, theirs } from './details-form.ts'
import { type FilledField, useCategoryFields } from './use-category-fields.ts'

const LASTLANE = 4

type Options = {
  job: JobDetail
  lanes: readonly LaneName[]
  take: (job: JobDetail) => void
  reload: () => void
}

/** What a person does to a job from its dialog: saving the form, moving, removing, restoring. */
export function useChanges({ job, lanes, take, reload }: Options) {
  /** The reading that the form was filled from, and the version that a save goes on top of. */
  const [opened, setOpened] = useState(job)
  const [version, setVersion] = useState(job.version)
  const [problem, setProblem] = useState<Problem>()
  const [saving, setSaving] = useState(false)
  const [restored, setRestored] = useState(false)
  const [asked, setAsked] = useState<Asked>()
  const form = useRef<HTMLFormElement>(null)
  const fields = useCategoryFields(opened, form)

  const mine = () => (form.current ? changed(fieldsOf(opened), read(form.current, fieldsOf(opened))) : {})
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
      ? await changeJob(job.id, version, { ...change, ...(filled.length > 0 && { fields: filled }) })
      : await fillJob(job.id, version, filled)
    setSaving(false)
    if (outcome.kind !== 'done') {
      await complain(outcome, change, filled)
      return
    }
    take(outcome.job)
    say({ level: 'success', message: `${job.reference} saved` })
    close()
  }

  /** Saves the client that was chosen, before the rest: what new lines cost depends on who pays them. */
  async function saveClient(): Promise<void> {
    const { client, location } = mine()
    if (client === undefined || saving) return
    // The locations offered are the client's: one goes with the other.
    const change = { client, ...(location !== undefined && { location }) }
    const outcome = await changeJob(job.id, version, change)
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
    outcome: Outcome,
    change: Partial<JobFields>,
    filled: readonly FilledField[],
  ): Promise<void> {
    if (outcome.kind === 'refused') setProblem(outcome)
    if (outcome.kind !== 'conflict') return
    setVersion(outcome.current.version)
    setProblem({
      message: `${outcome.message} What you typed is kept: save again to put it in the place of theirs.`,
      fields: { ...theirs(opened, outcome.current, change), ...(await fields.theirs(filled)) },
    })
  }

  async function move(status: number, confirmed = false): Promise<void> {
    const outcome = await changeJob(job.id, job.version, { status, confirmed: confirmed || undefined })
    const lane = lanes.find((one) => one.status === status)?.label ?? 'Archived'
    if (outcome.kind === 'done') {
      take(outcome.job)
      const undo = status <= LASTLANE ? { act: () => void move(job.status) } : undefined
      say({ level: 'success', message: `${job.reference} moved to ${lane}`, undo })
    } else if (outcome.kind === 'warnings') {
      const answer = (yes: boolean) => void (yes && move(status, true))
      setAsked({ reference: job.reference, lane, warnings: outcome.warnings, answer })
    } else {
      say({ level: 'error', message: outcome.message })
      reload()
    }
  }

  async function remove(): Promise<void> {
    const question = `Remove ${job.reference}? Only a system administrator can bring it back.`
    if (!(await window.joblane.confirm(question))) return
    try {
      await removeJob(job.id)
      say({ level: 'success', message: `${job.reference} removed` })
      close()
    } catch (error) {
      sayError(error)
    }
  }

  async function restore(): Promise<void> {
    const outcome = await restoreJob(job.id)
    if (outcome.kind === 'done') {
      take(outcome.job)
      setRestored(true)
      say({ level: 'success', message: 'Restored' })
    } else if (outcome.kind !== 'warnings') say({ level: 'error', message: outcome.message })
  }

  const answered = () => setAsked(undefined)
  return {
    ...{ form, opened, fields, problem, saving, restored, asked, answered },
    ...{ save, saveClient, move, remove, restore },
  }
}
