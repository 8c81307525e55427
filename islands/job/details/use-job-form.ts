import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { type JobChangeResult, sendCategoryFields, sendJobChange } from '#islands/job/api-calls.ts'
import { showSnackbar } from '#islands/lib/snackbar.ts'
import type { JobDetail } from '#server/domains/work/jobs/types.ts'
import type { SaveProblem } from './details.tsx'
import {
  changedFields,
  conflictingJobFields,
  type JobFields,
  readJobFields,
  toJobFields,
} from './details-form.ts'
import { submitTyped } from './submit-typed.ts'
import { type CategoryFieldsOfJob, type FilledField, useCategoryFields } from './use-category-fields.ts'

type FormRef = RefObject<HTMLFormElement | null>
type FormChange = { values: Partial<JobFields>; filled: readonly FilledField[] }

export function useJobForm(job: JobDetail, take: (job: JobDetail) => void) {
  /** The reading that the form was filled from, and the version that a save goes on top of. */
  const [opened, setOpened] = useState(job)
  const [version, setVersion] = useState(job.version)
  const [problem, setProblem] = useState<SaveProblem>()
  const [saving, setSaving] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const closing = useRef(false)
  const inFlight = useRef<Promise<JobDetail | undefined>>(undefined)
  const leaving = useRef<Promise<unknown>>(Promise.resolve())
  // An undo that is offered outlives the drawing that it was made in.
  const latest = useRef({ job, opened, version })
  latest.current = { job, opened, version }
  const fields = useCategoryFields(opened, form)
  const change = (): FormChange => ({ values: changedValues(form, opened), filled: fields.filled() })

  // A newer reading goes into the form only while nobody has begun to type in it, and before anybody can.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a newer reading asks
  useLayoutEffect(() => {
    if (!isEmpty(change()) || form.current?.contains(document.activeElement)) return
    setOpened(job)
    setVersion(job.version)
    setProblem(undefined)
  }, [job])

  /** @param settle saves what is typed elsewhere in the dialog, which closes with the form */
  async function save(settle: () => Promise<boolean>): Promise<void> {
    if (closing.current) return
    closing.current = true
    if ((await settle()) && (await submitTyped(form.current))) await saveAndClose()
    closing.current = false
  }

  async function saveAndClose(): Promise<void> {
    await Promise.all([leaving.current, inFlight.current])
    const { job, opened, version } = latest.current
    const sent = { values: changedValues(form, opened), filled: fields.filled() }
    if (isEmpty(sent)) return closeDialog(form)
    setSaving(true)
    const result = await sendForm(job.id, version, sent)
    setSaving(false)
    if (result.kind !== 'done') return refuse(result, sent)
    showReading(result.job)
    tellSaved(opened, sent, `${job.reference} saved`)
    closeDialog(form)
  }

  /**
   * Before a line or a move is saved: so nothing that is saved hangs on what Cancel takes back, and a line costs
   * what the client agreed who was chosen. Gives the job as it stands; nothing when it was refused, which Details show.
   */
  function saveTyped(): Promise<JobDetail | undefined> {
    inFlight.current ??= leaving.current
      .then(() => sendTyped(refuse))
      .finally(() => {
        inFlight.current = undefined
      })
    return inFlight.current
  }

  /** As another section is shown: what is refused stays as it was typed, and is said once it is in the way. */
  function saveLeft(): void {
    if (!inFlight.current) leaving.current = sendTyped(() => {})
  }

  async function sendTyped(onRefused: typeof refuse | (() => void)): Promise<JobDetail | undefined> {
    const { job, opened, version } = latest.current
    const sent = { values: changedValues(form, opened), filled: fields.filled() }
    if (saving || isEmpty(sent)) return job
    const result = await sendForm(job.id, version, sent)
    if (result.kind !== 'done') return void (await onRefused(result, sent))
    tellSaved(opened, sent, `What you typed on Details of ${job.reference} is saved`)
    showReading(result.job)
    return result.job
  }

  function tellSaved(before: JobDetail, { values, filled }: FormChange, message: string): void {
    const old = toJobFields(before)
    const names = Object.keys(values) as (keyof JobFields)[]
    const restored = Object.fromEntries(names.map((name) => [name, old[name]]))
    const act = async () => {
      const result = await sendJobChange(before.id, latest.current.version, restored)
      if (result.kind !== 'done') return void (await refuse(result, { values: restored, filled: [] }))
      showReading(result.job)
    }
    showSnackbar({
      level: 'success',
      message,
      undo: filled.length === 0 ? { act: () => void act() } : undefined,
    })
  }

  function showReading(reading: JobDetail): void {
    latest.current = { job: reading, opened: reading, version: reading.version }
    setOpened(reading)
    setVersion(reading.version)
    setProblem(undefined)
    take(reading)
  }

  async function refuse(result: JobChangeResult, sent: FormChange): Promise<void> {
    if (result.kind === 'refused') setProblem(result)
    if (result.kind !== 'conflict') return
    setVersion(result.current.version)
    setProblem(await conflictProblem(result, sent, opened, fields))
  }

  return { form, opened, fields, problem, saving, save, saveTyped, saveLeft }
}

const changedValues = ({ current }: FormRef, opened: JobDetail): Partial<JobFields> => {
  const before = toJobFields(opened)
  return current ? changedFields(before, readJobFields(current, before)) : {}
}

const isEmpty = ({ values, filled }: FormChange) => Object.keys(values).length === 0 && filled.length === 0

export const closeDialog = (form: FormRef) => form.current?.closest('dialog')?.close()

const sendForm = (id: string, version: number, { values, filled }: FormChange) =>
  Object.keys(values).length > 0
    ? sendJobChange(id, version, { ...values, ...(filled.length > 0 && { fields: filled }) })
    : sendCategoryFields(id, version, filled)

async function conflictProblem(
  { message, current }: Extract<JobChangeResult, { kind: 'conflict' }>,
  { values, filled }: FormChange,
  opened: JobDetail,
  fields: CategoryFieldsOfJob,
): Promise<SaveProblem> {
  return {
    message: `${message} What you typed is kept: save again to put it in the place of theirs.`,
    fields: {
      ...conflictingJobFields(opened, current, values),
      ...(await fields.conflicting(filled)),
    },
  }
}
