import { lastMovement } from '#db/queries/settings/import.ts'
import { addImport, keepChoices, keepKeys } from '#db/queries/settings/imports.ts'
import type { Tx } from '#db/tenants.ts'
import { type Choices, mappingOf } from './choices.ts'
import { keepMade } from './made.ts'
import { readMapping } from './mapping.ts'
import { mappable, nounOf } from './nouns.ts'
import type { ImportProblem } from './problem.ts'
import type { ImportRecord } from './records.ts'
import { type Count, type Progress, Refused, type Written, writeRecords } from './write.ts'
import type { Options } from './writing.ts'

/** One list as it is ready to be written. */
export type Ready = {
  id: string
  noun: string
  filename: string
  choices: Choices
  match: Options['match']
  records: ImportRecord[]
  rows: number
}

/** Of these the rules say all that a table could refuse; the others move stock or stand on boards, and are tried in earnest. */
export const isPlain = (noun: string) => !['counts', 'jobs', 'materials'].includes(noun)

/** How many of a list's records would be new, changed, or stay, and what the account has against the others. */
export type Tried = { counts: Count; problems: ImportProblem[] }

/**
 * Does the work of an import, so that it cannot find less than the import would; a plain list writes nothing. The
 * caller undoes what was written.
 */
export function tryList(tx: Tx, ready: Ready, progress?: Progress): Tried {
  try {
    const { counts } = writeReady(tx, ready, { dry: isPlain(ready.noun), progress })
    return { counts: counted(counts, ready.noun), problems: [] }
  } catch (error) {
    if (error instanceof Refused)
      return { counts: counted(error.counts, ready.noun), problems: error.problems }
    throw error
  }
}

/**
 * Writes a list in the caller's transaction, with what it takes to undo it and what the next list of its kind may
 * want to know. @throws Refused with every problem
 */
export function writeList(tx: Tx, ready: Ready, progress?: Progress): Count {
  const { id, noun, filename, choices, rows } = ready
  const ledgerfrom = lastMovement(tx.db)
  const { counts, made, keys } = writeReady(tx, ready, { progress })
  const { added, changed, there } = counted(counts, noun)
  addImport(tx.db, {
    ...{ id, noun, filename, rows, added, changed, there, ledgerfrom },
    ledgerto: lastMovement(tx.db),
    userid: tx.by.userid,
    user: tx.by.name,
    doneutc: tx.now,
  })
  keepMade(tx.db, id, made)
  if (keys.length) keepKeys(tx.db, id, noun, JSON.stringify(keys.map((one) => [one.key, one.id])))
  keepChoices(tx.db, noun, JSON.stringify(choices))
  const tables = new Set([nounOf(noun).table, ...made.map(({ table }) => table), 'imports'])
  tx.publish(noun === 'jobs' || noun === 'materials' ? 'Reload' : 'RecordChanged', [{ tables: [...tables] }])
  return { noun, added, changed, there }
}

type Writing = { dry?: boolean; progress?: Progress }

function writeReady(tx: Tx, ready: Ready, { dry = false, progress }: Writing): Written {
  const { noun, filename, choices, match, records } = ready
  const mapping = readMapping(mappingOf(noun, filename, choices), mappable)
  if (!mapping.ok) throw new Refused(mapping.problems)
  return writeRecords(tx, mapping.value, [{ noun, records }], progress, { match, alone: true, dry })
}

const counted = (counts: readonly Count[], noun: string): Count =>
  counts.find((one) => one.noun === noun) ?? { noun, added: 0, changed: 0, there: 0 }
