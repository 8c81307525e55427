import { type RefObject, useEffect, useRef, useState } from 'react'
import { fetchData, messageOf } from '#islands/lib/call.ts'
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

/** The specification's words (2, section 8). */
const FAILED = 'Unable to load fields'

/**
 * The fields of the categories that a job's form has ticked: of its own with what it holds, of one that was ticked
 * since still empty.
 */
export function useCategoryFields(job: JobDetail, form: RefObject<HTMLFormElement | null>) {
  const own = job.categories.map(({ id }) => id)
  const [held, setHeld] = useState<readonly CategoryField[]>([])
  const [added, setAdded] = useState<readonly CategoryField[]>([])
  const [ticked, setTicked] = useState<readonly string[]>(own)
  const [problem, setProblem] = useState('')
  const asked = useRef(new Set<string>())
  const path = `/api/jobs/${job.id}/fields`

  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer reading of the job may hold other fields
  useEffect(() => {
    asked.current = new Set()
    setAdded([])
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
    for (const id of ids) {
      if (own.includes(id) || asked.current.has(id)) continue
      asked.current.add(id)
      fetchData<Omit<CategoryField, 'value'>[]>(`/api/categories/${id}/fields`).then(
        (fields) => setAdded((others) => [...others, ...fields.map((field) => ({ ...field, value: '' }))]),
        () => setProblem(FAILED),
      )
    }
  }

  const shown = [...held, ...added].filter(({ category }) => ticked.includes(category.id))

  /**
   * What the form holds that the job does not. A category that is new to the job, or of which anything was filled
   * in, is asked for all that it makes compulsory.
   */
  function filled(): FilledField[] {
    const { current } = form
    if (!current) return []
    const data = new FormData(current)
    const now = shown.flatMap((field) => {
      const value = data.get(fieldControlName(field.id))
      return value === null ? [] : [{ field, value: String(value).trim() }]
    })
    const differs = now.filter(({ field, value }) => plain(field, value) !== field.value)
    const touched = new Set(differs.map(({ field }) => field.category.id))
    return now
      .filter(
        (one) =>
          differs.includes(one) ||
          (one.field.compulsary &&
            one.value === '' &&
            (touched.has(one.field.category.id) || added.includes(one.field))),
      )
      .map(({ field, value }) => ({ id: field.id, value }))
  }

  /** After a lost race: what stands now in the fields that both changed, in words. */
  async function theirs(mine: readonly FilledField[]): Promise<Record<string, string>> {
    const now = await fetchData<CategoryField[]>(path).catch((error) => {
      setProblem(messageOf(error))
      return []
    })
    return Object.fromEntries(
      mine.flatMap(({ id, value }) => {
        const current = now.find((field) => field.id === id)
        const before = held.find((field) => field.id === id)
        const clash =
          current && before && current.value !== before.value && plain(current, value) !== current.value
        return clash ? [[id, `Now saved: ${fieldText(current) || 'nothing'}`]] : []
      }),
    )
  }

  return { shown, problem, tick, filled, theirs }
}

export type CategoryFieldsOfJob = ReturnType<typeof useCategoryFields>

/** As the server stores it, so that a comma is no change. */
const plain = ({ typeid }: CategoryField, text: string) =>
  typeid === NUMBER ? text.replace(/[\s\u00a0\u202f]/g, '').replace(',', '.') : text

/** What a field holds, for reading. */
export function fieldText({ typeid, value }: CategoryField): string {
  if (typeid === NUMBER) return value.replace('.', ',')
  return value === 'true' && typeid === 4 ? 'yes' : value === 'false' && typeid === 4 ? 'no' : value
}
