import { desc, eq } from 'drizzle-orm'
import type { QueryBuilder } from 'drizzle-orm/sqlite-core'
import { jobs, notes } from '#db/schema/tenant/index.ts'
import { type Params, type RowOf, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

const withReference = (q: QueryBuilder) =>
  q
    .select({
      id: notes.id,
      jobid: notes.jobid,
      reference: jobs.reference,
      userid: notes.userid,
      name: notes.name,
      message: notes.message,
      date: notes.date,
    })
    .from(notes)
    .innerJoin(jobs, eq(jobs.id, notes.jobid))

const ofJob = statement((q, p: Params<{ jobid: string }>) =>
  withReference(q).where(eq(notes.jobid, p.jobid)).orderBy(desc(notes.id)).limit(500),
)
export type NoteRow = RowOf<typeof ofJob>

export const listJobNotes = (db: TenantDb, jobid: string) => ofJob.all(db, { jobid })

const oneNote = statement((q, p: Params<{ id: string }>) => withReference(q).where(eq(notes.id, p.id)))

export const noteById = (db: TenantDb, id: string) => oneNote.get(db, { id })
