import { randomUUIDv7 } from 'bun'
import { insertRow } from '#db/queries/settings/import.ts'
import { completeLanes } from '#db/queries/work/jobs-lanes.ts'
import type { Tx } from '#db/tenants.ts'
import { remember } from '#server/history.ts'
import { type Known, knownOf } from './known.ts'
import type { Mapping } from './mapping.ts'
import { nounOf } from './nouns.ts'
import type { ImportProblem } from './problem.ts'
import type { ImportRecord, ImportRecords } from './records.ts'
import { bookCounts, type Targets } from './stock.ts'
import { writeCounts } from './write-counts.ts'
import { writeJob } from './write-jobs.ts'
import { writeLines } from './write-lines.ts'
import { writeLocations } from './write-locations.ts'
import { writePlain } from './write-plain.ts'
import { type Fate, type Made, type Options, type Writing, writingOf } from './writing.ts'

/** How many records of a noun were new, were given other values, and were there and stay as they are. */
export type Count = { noun: string; added: number; changed: number; there: number }
export type Progress = (noun: string, done: number, total: number) => void
/** What one import wrote: enough to tell of it and to take it back. */
export type Written = { counts: Count[]; made: Made[]; keys: Writing['keys'] }

/** Problems that show only against what the account holds; nothing of the import is kept. */
export class Refused extends Error {
  constructor(
    readonly problems: ImportProblem[],
    readonly counts: Count[] = [],
  ) {
    super('The import was refused.')
  }
}

/**
 * Writes records into one account, in the caller's transaction: each with its history entry, stock through the
 * ledger. A record whose key the account knows is left as it is, unless the options say that it takes what the
 * file says.
 * @throws Refused with every problem; the caller's transaction then undoes what was written.
 */
export function writeRecords(
  tx: Tx,
  mapping: Mapping,
  records: ImportRecords,
  progress: Progress = () => {},
  options: Options = { match: 'skip', alone: false },
): Written {
  const kept = new Map<string, Known>()
  const known = (noun: string) => kept.get(noun) ?? kept.set(noun, knownOf(tx.db, noun)).get(noun)!
  const writing: Writing = writingOf(tx, mapping, known, options, (noun, name, row) =>
    noun === 'pricinggroups' ? makeGroup(tx, writing, name, row.line) : null,
  )
  const targets: Targets = new Map()
  const counts: Count[] = []
  for (const { noun, records: all } of records) {
    progress(noun, 0, all.length)
    const fates = writeNoun(writing, targets, noun, all, (done) => progress(noun, done, all.length))
    writing.batch.flush()
    if (writing.problems.length === 0) progress(noun, all.length, all.length)
    const many = (fate: Fate) => fates.reduce((sum, one) => sum + Number(one === fate), 0)
    counts.push({ noun, added: many('added'), changed: many('changed'), there: many('there') })
  }
  if (writing.problems.length) throw new Refused(writing.problems, counts)
  writing.settle()
  bookCounts(tx, targets)
  if (records.some(({ noun }) => noun === 'jobs')) completeLanes(tx.db)
  tx.invalidateCaches()
  return { counts, made: writing.made, keys: writing.keys }
}

/** After how many records it is told how far they are. */
const STEP = 1_000

function writeNoun(
  writing: Writing,
  targets: Targets,
  noun: string,
  records: ImportRecord[],
  told: (done: number) => void,
): Fate[] {
  if (noun === 'materials') return writeLines(writing, targets, records)
  if (noun === 'counts') return writeCounts(writing, records)
  if (noun === 'locations') return writeLocations(writing, records, told)
  const write = noun === 'jobs' ? writeJob : writePlain
  return records.map((record, at) => {
    if (at % STEP === STEP - 1) told(at)
    return write(writing, record, targets)
  })
}

/** A pricing group that a list names and nobody has yet: a reference that needs nothing but its name. */
function makeGroup(tx: Tx, writing: Writing, name: string, line: number): string {
  const id = randomUUIDv7()
  if (writing.options.dry) return id
  const { table } = nounOf('pricinggroups')
  insertRow(tx.db, table, { name, ...writing.birth(id) })
  remember(tx, table, id, [{ field: 'imported', oldvalue: '', newvalue: `line ${line}` }])
  writing.made.push({ table, id, version: 1 })
  return id
}
