import { type RefObject, useEffect, useRef, useState } from 'react'
import { errorMessage, fetchData } from '#islands/lib/call.ts'
import type { JobDetail } from '#server/domains/work/jobs/types.ts'

/** What a category asks of a job; `typeid` is 0 text, 1 date, 3 number, 4 yes or no. */
export type CategoryField = {
  id: string
  label: string
  compulsary: boolean
  typeid: number
  category: { id: string; name: string }
  value: string
}
export type FilledField = { id: string; value: string }

const NUMBER = 3
export const fieldControlName = (id: string) => `field-${id}`

const FAILED = 'Unable to load fields'

/**
 * The fields of the categories that a job's form has ticked: of its own with what it holds, of one that was ticked
 * since still empty.
 */
export function useCategoryFields(job: JobDetail, form: RefObject<HTMLFormElement | null>) {
  const own = job.categories.map(({ id }) => id)
  const path = `/api/jobs/${job.id}/fields`
  const [held, setHeld] = useState<readonly CategoryField[]>([])
  const [ticked, setTicked] = useState<readonly string[]>(own)
  const [problem, setProblem] = useState('')
  const added = useAddedFields(() => setProblem(FAILED))

  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer reading of the job may hold other fields
  useEffect(() => {
    added.clear()
    setTicked(own)
    if (own.length === 0) return setHeld([])
    fetchData<CategoryField[]>(path).then(
      (fields) => {
        setHeld(fields)
        setProblem('')
      },
      () => setProblem(FAILED),
    )
  }, [path, job.seq])

  function tick(ids: readonly string[]): void {
    setTicked(ids)
    added.load(ids.filter((id) => !own.includes(id)))
  }

  /** After a lost race: what stands now in the fields that both changed, as text. */
  async function conflicting(mine: readonly FilledField[]): Promise<Record<string, string>> {
    const now = await fetchData<CategoryField[]>(path).catch((error) => {
      setProblem(errorMessage(error))
      return []
    })
    return conflictTexts(mine, held, now)
  }

  const shown = [...held, ...added.fields].filter(({ category }) => ticked.includes(category.id))
  const filled = () => filledFields(form.current, shown, added.fields)
  /** Ticked, and not saved yet. */
  const isTicking = ticked.some((id) => !own.includes(id))
  return { shown, problem, tick, isTicking, filled, conflicting }
}

function useAddedFields(onFailed: () => void) {
  const [fields, setFields] = useState<readonly CategoryField[]>([])
  const asked = useRef(new Set<string>())

  function load(categories: readonly string[]): void {
    for (const id of categories) {
      if (asked.current.has(id)) continue
      asked.current.add(id)
      fetchData<Omit<CategoryField, 'value'>[]>(`/api/categories/${id}/fields`).then(
        (found) => setFields((others) => [...others, ...found.map((field) => ({ ...field, value: '' }))]),
        onFailed,
      )
    }
  }

  function clear(): void {
    asked.current = new Set()
    setFields([])
  }

  return { fields, load, clear }
}

/**
 * What the form holds that the job does not. A category that is new to the job, or of which anything was filled
 * in, is asked for all that it makes compulsory.
 */
function filledFields(
  form: HTMLFormElement | null,
  shown: readonly CategoryField[],
  added: readonly CategoryField[],
): FilledField[] {
  if (!form) return []
  const data = new FormData(form)
  const now = shown.flatMap((field) => {
    const value = data.get(fieldControlName(field.id))
    return value === null ? [] : [{ field, value: String(value).trim() }]
  })
  const differs = now.filter(({ field, value }) => normaliseNumber(field, value) !== field.value)
  const touched = new Set(differs.map(({ field }) => field.category.id))
  const isMissing = ({ field, value }: (typeof now)[number]) =>
    field.compulsary && value === '' && (touched.has(field.category.id) || added.includes(field))
  return now
    .filter((one) => differs.includes(one) || isMissing(one))
    .map(({ field, value }) => ({ id: field.id, value }))
}

function conflictTexts(
  mine: readonly FilledField[],
  before: readonly CategoryField[],
  now: readonly CategoryField[],
): Record<string, string> {
  const conflicts = mine.flatMap(({ id, value }) => {
    const current = now.find((field) => field.id === id)
    const old = before.find((field) => field.id === id)
    const isConflict =
      current && old && current.value !== old.value && normaliseNumber(current, value) !== current.value
    return isConflict ? [[id, `Now saved: ${fieldText(current) || 'nothing'}`]] : []
  })
  return Object.fromEntries(conflicts)
}

export type CategoryFieldsOfJob = ReturnType<typeof useCategoryFields>

/** As the server stores it, so that a comma is no change. */
const normaliseNumber = ({ typeid }: CategoryField, text: string) =>
  typeid === NUMBER ? text.replace(/[\s\u00a0\u202f]/g, '').replace(',', '.') : text

export function fieldText({ typeid, value }: CategoryField): string {
  if (typeid === NUMBER) return value.replace('.', ',')
  return value === 'true' && typeid === 4 ? 'yes' : value === 'false' && typeid === 4 ? 'no' : value
}
