import { type ImportDone, importParts, keepImportPart, restoredSince } from '#db/queries/settings/imports.ts'
import type { TenantDb } from '#db/types.ts'
import type { Made } from './writing.ts'

const PART = 1000

/** Keeps what an import wrote, as JSON by the thousand. */
export function keepMade(db: TenantDb, importid: string, made: readonly Made[]) {
  for (let at = 0; at < made.length; at += PART)
    keepImportPart(db, importid, at / PART, JSON.stringify(made.slice(at, at + PART)))
}

export const madeBy = (db: TenantDb, importid: string): Made[] =>
  importParts(db, importid).flatMap((part) => JSON.parse(part) as Made[])

/**
 * The version that a record has now, by `id version` of the one that an import left, where all that happened since is
 * that later imports changed it and were taken back. Such a record is as it was, though its version went up twice.
 */
export function leftBehind(db: TenantDb, done: ImportDone): Map<string, number> {
  const leaps = new Map<string, number>()
  for (const { id, version, restored } of restoredSince(db, done)) leaps.set(`${id} ${version - 1}`, restored)
  const ends = new Map<string, number>()
  for (const [from, first] of leaps) {
    const [id] = from.split(' ')
    let end = first
    while (leaps.has(`${id} ${end}`)) end = leaps.get(`${id} ${end}`)!
    ends.set(from, end)
  }
  return ends
}
