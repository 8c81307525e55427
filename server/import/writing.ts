import { randomUUIDv7 } from 'bun'
import type { Tx } from '#db/tenants.ts'
import { remember } from '#server/history.ts'
import type { ImportRow } from './apply.ts'
import type { Known } from './known.ts'
import type { Mapping } from './mapping.ts'
import { nounOf } from './nouns.ts'
import { type ImportProblem, problem } from './problem.ts'
import type { Value } from './read-value.ts'
import { columnOf, type ImportRecord } from './records.ts'

export type Resolved = Record<string, Value>

/** What the writers of one import share. */
export type Writing = {
  readonly tx: Tx
  readonly problems: ImportProblem[]
  /** The record's values with references as ids; null when the record was there already or has a problem. */
  take(record: ImportRecord): (Resolved & { id: string }) | null
  /** The columns that every new record carries. */
  birth(id: string): Record<string, Value>
  remember(record: ImportRecord, entity: string, id: string, item?: string): void
  report(record: ImportRecord, field: string, sentence: string): void
  isThere(row: ImportRow | undefined): boolean
  /** The next place on a tab of a job. */
  nextRank(key: string): number
  /** What is read once from the account, when the first record asks for it. */
  once<T>(key: string, read: () => T): T
}

export function writingOf(tx: Tx, mapping: Mapping, known: (noun: string) => Known): Writing {
  const ids = new Map<ImportRow, string>()
  const there = new Set<ImportRow>()
  const lines = new Map<string, ImportRow>()
  const problems: ImportProblem[] = []
  const cache = new Map<string, unknown>()
  const once = <T>(key: string, read: () => T): T => {
    if (!cache.has(key)) cache.set(key, read())
    return cache.get(key) as T
  }
  const report: Writing['report'] = ({ row, noun }, field, sentence) =>
    problems.push(problem(row.file, sentence, row.line, columnOf(mapping, noun, row.file, field)))

  function lookUp(record: ImportRecord, field: string, text: string): string | null {
    const to = nounOf(record.noun).fields[field]
    const noun = typeof to === 'object' ? to.refers : ''
    const found = known(noun).look(text)
    if (found.length === 1) return found[0]!
    const much = found.length
      ? `is the name of ${found.length} ${noun}: give them codes`
      : `is not among the ${noun}`
    report(record, field, `“${text}” ${much}.`)
    return null
  }

  function resolve(record: ImportRecord): Resolved {
    const values: Resolved = { ...record.values }
    for (const [field, row] of Object.entries(record.refers)) values[field] = ids.get(row) ?? null
    for (const [field, text] of Object.entries(record.looks)) values[field] = lookUp(record, field, text)
    return values
  }

  return {
    tx,
    problems,
    once,
    report,
    take(record) {
      const before = problems.length
      const values = resolve(record)
      const id = randomUUIDv7()
      const at = (field: string) => String(values[field] ?? '')
      const match = known(record.noun).find(at)
      const twin = match && lines.get(`${record.noun} ${match.key}`)
      if (match) lines.set(`${record.noun} ${match.key}`, record.row)
      if (twin)
        report(record, match.field, `“${at(match.field)}” is taken by ${twin.file}, line ${twin.line}.`)
      else if (match?.id) there.add(record.row)
      ids.set(record.row, match?.id ?? id)
      if (problems.length > before || match?.id) return null
      known(record.noun).add(at, id)
      return { ...values, id }
    },
    birth: (id) => ({ id, createdutc: tx.now, updatedutc: tx.now }),
    remember({ row }, entity, id, item) {
      const newvalue = `${row.file}, line ${row.line}`
      remember(tx, entity, id, [{ field: 'imported', oldvalue: '', newvalue }], item)
    },
    isThere: (row) => row !== undefined && there.has(row),
    nextRank(key) {
      const ends = once('ranks', () => new Map<string, number>())
      const rank = ends.get(key) ?? 0
      ends.set(key, rank + 1)
      return rank
    },
  }
}
