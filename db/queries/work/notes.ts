import { count, desc, eq, type Placeholder } from 'drizzle-orm'
import { notes } from '#db/schema/tenant/index.ts'
import { type Params, type RowOf, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'
import { countTotal, type ListQuery, TAKE } from '../lists.ts'

const ofJob = statement((q, p: Params<{ jobid: string; take: number; skip: number }>) =>
  q
    .select({
      id: notes.id,
      userid: notes.userid,
      name: notes.name,
      message: notes.message,
      date: notes.date,
    })
    .from(notes)
    .where(eq(notes.jobid, p.jobid))
    .orderBy(desc(notes.id))
    .limit(p.take as Placeholder)
    .offset(p.skip as Placeholder),
)
/** Whoever asks for the notes of a job knows the job. */
export type NoteRow = RowOf<typeof ofJob>

export const listJobNotes = (db: TenantDb, jobid: string, { skip = 0, take = TAKE }: Span = {}) =>
  ofJob.all(db, { jobid, skip, take })

type Span = Pick<ListQuery, 'skip' | 'take'>

const counted = statement((q, p: Params<{ jobid: string }>) =>
  q.select({ n: count() }).from(notes).where(eq(notes.jobid, p.jobid)),
)

/** The newest of a job first, with how many there are. */
export function notesPage(db: TenantDb, jobid: string, span: Span) {
  const rows = listJobNotes(db, jobid, span)
  return { rows, total: countTotal(rows.length, span, () => counted.get(db, { jobid })?.n ?? 0) }
}
