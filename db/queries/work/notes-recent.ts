import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'
import type { NoteRow } from './notes.ts'

export type RecentNote = NoteRow & { boardid: string; description: string }

/** What a person sees: boards, and of those the jobs of some locations alone; null for all. */
type Seen = { boards: readonly string[]; locations: readonly string[] | null }

const COLUMNS = 'n.id, n.jobid, j.reference, j.boardid, j.description, n.userid, n.name, n.message, n.date'
const REMOVED = 98

// Among the newest notes of all: however long ago the last one on a board was, no more than these are read.
export const RECENT = `
  SELECT ${COLUMNS} FROM (SELECT * FROM notes ORDER BY id DESC LIMIT 1000) AS n JOIN jobs AS j ON j.id = n.jobid
  WHERE j.boardid IN (SELECT value FROM json_each(?1)) AND j.status <> ${REMOVED}
  ORDER BY n.id DESC LIMIT ?2`

// A client's contact sees few jobs, whose notes may be long ago.
export const RECENT_AT = `
  SELECT ${COLUMNS} FROM json_each(?3) AS wanted
  CROSS JOIN jobs AS j ON j.location = wanted.value
  CROSS JOIN notes AS n ON n.jobid = j.id
  WHERE j.boardid IN (SELECT value FROM json_each(?1)) AND j.status <> ${REMOVED}
  ORDER BY n.id DESC LIMIT ?2`

/** The newest notes on the jobs that a person sees. */
export function recentNotes(db: TenantDb, { boards, locations }: Seen, take: number): RecentNote[] {
  const ids = JSON.stringify(boards)
  if (!locations) return prepared<RecentNote>(db, RECENT).all([ids, take])
  return prepared<RecentNote>(db, RECENT_AT).all([ids, take, JSON.stringify(locations)])
}
