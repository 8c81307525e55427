import { completeLanes } from '#db/queries/jobs-lanes.ts'
import type { Tx } from '#db/tenants.ts'
import { type Known, knownOf } from './known.ts'
import type { Mapping } from './mapping.ts'
import type { ImportProblem } from './problem.ts'
import type { ImportRecord, ImportRecords } from './records.ts'
import { bookCounts, type Targets } from './stock.ts'
import { writeJob } from './write-jobs.ts'
import { writeLines } from './write-lines.ts'
import { writePlain } from './write-plain.ts'
import { type Writing, writingOf } from './writing.ts'

export type Count = { noun: string; added: number; there: number }
export type Progress = (noun: string, done: number, total: number) => void

/** Problems that show only against what the account holds; nothing of the import is kept. */
export class Refused extends Error {
  constructor(readonly problems: ImportProblem[]) {
    super('The import was refused.')
  }
}

/**
 * Writes records into one account, in the caller's transaction: each with its history entry, stock through the
 * ledger. A record whose key the account knows is counted as already there and left as it is.
 * @throws Refused with every problem; the caller's transaction then undoes what was written.
 */
export function writeRecords(
  tx: Tx,
  mapping: Mapping,
  records: ImportRecords,
  progress: Progress = () => {},
): Count[] {
  const kept = new Map<string, Known>()
  const known = (noun: string) => kept.get(noun) ?? kept.set(noun, knownOf(tx.db, noun)).get(noun)!
  const writing = writingOf(tx, mapping, known)
  const targets: Targets = new Map()
  const counts: Count[] = []
  for (const { noun, records: all } of records) {
    progress(noun, 0, all.length)
    const added = writeNoun(writing, targets, noun, all)
    if (writing.problems.length === 0) progress(noun, all.length, all.length)
    counts.push({ noun, added, there: all.length - added })
  }
  if (writing.problems.length) throw new Refused(writing.problems)
  bookCounts(tx, targets)
  completeLanes(tx.db)
  tx.touchCatalogue()
  return counts
}

function writeNoun(writing: Writing, targets: Targets, noun: string, records: ImportRecord[]): number {
  if (noun === 'materials') return writeLines(writing, targets, records)
  const write = noun === 'jobs' ? writeJob : writePlain
  return records.filter((record) => write(writing, record, targets)).length
}
