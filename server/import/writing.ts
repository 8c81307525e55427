import { randomUUIDv7 } from 'bun'
import type { Tx } from '#db/tenants.ts'
import { type Change, type Entry, rememberArrivals, rememberMany } from '#server/history.ts'
import type { ImportRow } from './apply.ts'
import { type Batch, batchOf } from './batch.ts'
import type { Known } from './known.ts'
import type { Mapping } from './mapping.ts'
import { refersTo } from './nouns.ts'
import { type ImportProblem, problem } from './problem.ts'
import type { Value } from './read-value.ts'
import { columnOf, type ImportRecord } from './records.ts'

export type Resolved = Record<string, Value>
/** What became of a record. A refused one is among the problems. */
export type Fate = 'added' | 'changed' | 'there' | 'refused'
/**
 * What an import wrote to one record: its version then, and of a changed one what it had before. `restored` is the
 * version with which it got that back.
 */
export type Made = {
  table: string
  id: string
  version: number
  before?: Resolved
  restored?: number
  /** Who followed a location before, and since. */
  people?: { before: readonly string[]; after: readonly string[] }
}

/** A record with its references as ids, and whether the account has it. */
export type Placed = { id: string; values: Resolved; there: boolean }

export type Options = {
  /** What happens to a record that the account has: it stays as it is, or takes what the file says. */
  match: 'skip' | 'update'
  /** Whether lines may come to jobs of an earlier import, and references be remembered for later ones. */
  alone: boolean
  /** Plain records are held against the account, and not written: a trial of many rows holds nobody up for long. */
  dry?: boolean
}

/** What the writers of one import share. */
export type Writing = {
  readonly tx: Tx
  readonly options: Options
  /** Writes plain records, some of them later: all of a noun are there before the next begins. */
  readonly batch: Batch
  readonly problems: ImportProblem[]
  readonly made: Made[]
  /** Records with what their own lists call them. */
  readonly keys: { noun: string; key: string; id: string }[]
  /** The record's values with references as ids, and whether the account has it; null when it has a problem. */
  place(record: ImportRecord): Placed | null
  /** What was placed for another row of the same import. */
  idOf(row: ImportRow): string | undefined
  /** The same for a record that is new; null when it was there already or has a problem. */
  take(record: ImportRecord): (Resolved & { id: string }) | null
  /** The columns that every new record carries. */
  birth(id: string): Record<string, Value>
  /** Tells the history of a record, when the import settles, where it came from and what changed. */
  remember(record: ImportRecord, entity: string, id: string, item?: string, changes?: Change[]): void
  /** Writes what was remembered. */
  settle(): void
  report(record: ImportRecord, field: string, sentence: string): void
  isThere(row: ImportRow | undefined): boolean
  /** The next place on a tab of a job. */
  nextRank(key: string): number
  /** What is read once from the account, when the first record asks for it. */
  once<T>(key: string, read: () => T): T
}

export function writingOf(
  tx: Tx,
  mapping: Mapping,
  known: (noun: string) => Known,
  options: Options,
  /** Brings a record that a reference names and nobody has. */
  make: (noun: string, name: string, row: ImportRow) => string | null,
): Writing {
  const ids = new Map<ImportRow, string>()
  const there = new Set<ImportRow>()
  const placed = new Map<string, ImportRow>()
  const problems: ImportProblem[] = []
  const made: Made[] = []
  const keys: Writing['keys'] = []
  const entries: Entry[] = []
  const arrivals = new Map<string, { entity: string; file: string; all: [id: string, line: number][] }>()
  const arrivalsOf = (entity: string, file: string) => {
    const key = `${entity} ${file}`
    const found = arrivals.get(key) ?? { entity, file, all: [] }
    arrivals.set(key, found)
    return found.all
  }
  const cache = new Map<string, unknown>()
  const once = <T>(key: string, read: () => T): T => {
    if (!cache.has(key)) cache.set(key, read())
    return cache.get(key) as T
  }
  const report: Writing['report'] = ({ row, noun }, field, sentence) =>
    problems.push(problem(row.file, sentence, row.line, columnOf(mapping, noun, row.file, field)))

  function lookUp(record: ImportRecord, field: string, text: string): string | null {
    const noun = refersTo(record.noun, field) ?? ''
    const found = known(noun).look(text)
    if (found.length === 1) return found[0]!
    const own = found.length === 0 ? make(noun, text, record.row) : null
    if (own) {
      known(noun).add((name) => (name === 'name' ? text : ''), own)
      return own
    }
    const much = found.length
      ? `is the name of ${found.length} ${noun}: give them codes`
      : `is not among the ${noun}`
    report(record, field, `“${text}” ${much}.`)
    return null
  }

  function resolve(record: ImportRecord): Resolved {
    const { values } = record
    for (const field in record.refers) values[field] = ids.get(record.refers[field]!) ?? null
    for (const field in record.looks) values[field] = lookUp(record, field, record.looks[field]!)
    return values
  }

  const place: Writing['place'] = (record) => {
    const before = problems.length
    const values = resolve(record)
    const own = known(record.noun)
    const at = (field: string) => String(values[field] ?? '')
    const match = own.find(at)
    const id = match?.id ?? randomUUIDv7()
    const twin = match && placed.get(id)
    const taken = own.taken(at, match?.id)
    if (twin) report(record, match.field, `“${at(match.field)}” is taken by ${twin.file}, line ${twin.line}.`)
    else if (match?.id) there.add(record.row)
    if (taken) report(record, taken, `“${at(taken)}” is that of another record already.`)
    // Only rows of one import can mean each other.
    if (!options.alone) ids.set(record.row, id)
    if (match) placed.set(id, record.row)
    // What a record is given is taken for the rows after it, also when it was there.
    if (match && (!match.id || options.match === 'update')) own.add(at, id)
    if (problems.length > before) return null
    if (options.alone && record.row.key) keys.push({ noun: record.noun, key: record.row.key, id })
    return { id, values, there: match?.id !== undefined }
  }

  return {
    ...{ tx, options, problems, made, keys, once, report, place, batch: batchOf(tx.db) },
    take(record) {
      const placed = place(record)
      return placed && !placed.there ? { ...placed.values, id: placed.id } : null
    },
    birth: (id) => ({ id, createdutc: tx.now, updatedutc: tx.now }),
    remember({ row }, entity, id, item = '', changes = []) {
      if (options.dry) return
      if (!item && changes.length === 0) {
        arrivalsOf(entity, row.file).push([id, row.line])
        return
      }
      for (const { field, oldvalue, newvalue } of changes)
        entries.push([entity, id, item, field, oldvalue, newvalue])
      entries.push([entity, id, item, 'imported', '', `${row.file}, line ${row.line}`])
    },
    settle() {
      if (options.dry) return
      for (const { entity, file, all } of arrivals.values()) rememberArrivals(tx, entity, file, all)
      if (entries.length) rememberMany(tx, entries)
    },
    idOf: (row) => ids.get(row),
    isThere: (row) => row !== undefined && there.has(row),
    nextRank(key) {
      const ends = once('ranks', () => new Map<string, number>())
      const rank = ends.get(key) ?? 0
      ends.set(key, rank + 1)
      return rank
    },
  }
}
