import { type RefObject, useEffect, useRef, useState } from 'react'
import { showSnackbar } from '#islands/lib/snackbar.ts'
import type { JobDetail } from '#server/domains/work/jobs/types.ts'
import { type JobChangeResult, sendCategoryFields, sendJobChange } from './api-calls.ts'
import type { SaveProblem } from './details.tsx'
import {
  changedFields,
  conflictingJobFields,
  type JobFields,
  readJobFields,
  toJobFields,
} from './details-form.ts'
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
  const inFlight = useRef<Promise<JobDetail | undefined>>(undefined)
  // An undo that is offered outlives the drawing that it was made in.
  const latest = useRef({ job, opened, version })
  latest.current = { job, opened, version }
  const fields = useCategoryFields(opened, form)
  const change = (): FormChange => ({ values: changedValues(form, opened), filled: fields.filled() })

  // A newer reading goes into the form only while nobody has begun to type in it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a newer reading asks
  useEffect(() => {
    if (!isEmpty(change()) || form.current?.contains(document.activeElement)) return
    setOpened(job)
    setVersion(job.version)
    setProblem(undefined)
  }, [job])

  async function save(): Promise<void> {
    if (saving) return
    const sent = change()
    if (isEmpty(sent)) return closeDialog(form)
    setSaving(true)
    const result = await sendForm(job.id, version, sent)
    setSaving(false)
    if (result.kind !== 'done') return refuse(result, sent)
    take(result.job)
    showSnackbar({ level: 'success', message: `${job.reference} saved` })
    closeDialog(form)
  }

  /**
   * Before a line or a move is saved: so nothing that is saved hangs on what Cancel takes back, and a line costs
   * what the client agreed who was chosen. Gives the job as it stands; nothing when it was refused, which Details show.
   */
  function saveTyped(): Promise<JobDetail | undefined> {
    inFlight.current ??= saveOnce().finally(() => {
      inFlight.current = undefined
    })
    return inFlight.current
  }

  async function saveOnce(): Promise<JobDetail | undefined> {
    const { job, opened, version } = latest.current
    const sent = { values: changedValues(form, opened), filled: fields.filled() }
    if (saving || isEmpty(sent)) return job
    const result = await sendForm(job.id, version, sent)
    if (result.kind !== 'done') return void (await refuse(result, sent))
    document.dispatchEvent(new CustomEvent('joblane:partsaved', { detail: { what: 'Details' } }))
    tellSaved(opened, sent)
    showReading(result.job)
    return result.job
  }

  /** What went along with a line or a move is undone by itself. */
  function tellSaved(before: JobDetail, { values, filled }: FormChange): void {
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
      message: `What you typed on Details of ${before.reference} is saved`,
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

  return { form, opened, fields, problem, saving, save, saveTyped }
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
