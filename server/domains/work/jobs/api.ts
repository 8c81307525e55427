import { listHistory } from '#db/queries/history.ts'
import { jobIdByReference } from '#db/queries/work/jobs.ts'
import { listJobNotes } from '#db/queries/work/notes.ts'
import type { TenantDb } from '#db/types.ts'
import { type Sight, sightOf } from '#server/access/sight.ts'
import { notFound } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { id, object, t } from '#server/http/fields.ts'
import { raw } from '#server/http/reply.ts'
import { api, type Route } from '#server/http/route.ts'
import { archiveJob, removeJob, restoreJob } from './change-status.ts'
import { fillFields } from './fill-fields.ts'
import { seenJob } from './find-job.ts'
import { JobChange, JobList, NewJob, NewNote, Removal, Reorder } from './input.ts'
import { cardsJson, keptCards } from './kept-cards.ts'
import { seenEntry } from './line-history.ts'
import { findJobs, type JobQuery } from './list-jobs.ts'
import { moveJob, moveToEnd } from './move-job.ts'
import { readJob } from './read-job.ts'
import { nextReference } from './references.ts'
import { addJob, changeJob } from './save-job.ts'
import { ARCHIVED } from './status.ts'
import { presentNote, writeNote } from './write-note.ts'

const ById = t.Object({ id: id() })

/** Reads with what this person sees. */
export const look = <T>(c: Context, run: (db: TenantDb, sight: Sight) => T): T =>
  c.read((db) => run(db, sightOf(db, c.person)))

/** A list of cards, put together from the JSON that is kept of each. */
export const listReply = (c: Context, query: JobQuery) =>
  look(c, (db, sight) => {
    const { marks, total } = findJobs(db, sight, query)
    const cards = cardsJson(keptCards(db, marks), sight.claims.has('jobs.money'))
    return raw(`{"data":${cards},"total":${total}}`, 'application/json; charset=utf-8')
  })

export const jobsApi: Route[] = [
  api(
    'GET /api/jobs',
    { claim: 'jobs.read', query: JobList, summary: 'Jobs as cards; without a status those on the lanes.' },
    (c) => listReply(c, c.query),
  ),

  api(
    'POST /api/jobs',
    { claim: 'jobs.write', body: NewJob, summary: 'A new job at the end of a lane.' },
    (c) =>
      c.write((tx) => {
        const sight = sightOf(tx.db, c.person)
        return readJob(tx.db, sight, addJob(tx, sight, c.body))
      }),
  ),

  api('GET /api/jobs/next', { claim: 'jobs.write', summary: 'The reference of the next job.' }, (c) =>
    c.read((db) => ({ reference: nextReference(db) })),
  ),

  api(
    'POST /api/jobs/reorder',
    {
      claim: 'jobs.write',
      body: Reorder,
      summary: 'Moves a job under another (or to the top) of a lane. 409 `conflict` says where it is now.',
    },
    (c) =>
      c.write((tx) => moveJob(tx, sightOf(tx.db, c.person), { ...c.body, afterid: c.body.afterid ?? null })),
  ),

  api('GET /api/jobs/:id', { claim: 'jobs.read', params: ById }, (c) =>
    look(c, (db, sight) => readJob(db, sight, c.params.id)),
  ),

  api(
    'PATCH /api/jobs/:id',
    {
      claim: 'jobs.write',
      params: ById,
      body: JobChange,
      summary: 'Changes fields; `status` moves or archives.',
    },
    (c) =>
      c.write((tx) => {
        const sight = sightOf(tx.db, c.person)
        const { status, confirmed, fields, ...values } = c.body
        changeJob(tx, sight, c.params.id, values)
        if (fields) fillFields(tx, sight, c.params.id, fields)
        if (status === ARCHIVED) archiveJob(tx, sight, c.params.id)
        else if (status !== undefined) moveToEnd(tx, sight, c.params.id, status, confirmed)
        return readJob(tx.db, sight, c.params.id)
      }),
  ),

  api(
    'DELETE /api/jobs/:id',
    {
      claim: 'jobs.delete',
      params: ById,
      query: Removal,
      summary: 'Removes a job; a systemadmin can restore it.',
    },
    (c) => c.write((tx) => removeJob(tx, sightOf(tx.db, c.person), c.params.id, c.query.version)),
  ),

  api(
    'PATCH /api/jobs/restore/:id',
    { claim: 'jobs.delete', params: ById, body: t.Optional(object({})) },
    (c) =>
      c.write((tx) => {
        const sight = sightOf(tx.db, c.person)
        restoreJob(tx, sight, c.params.id)
        return readJob(tx.db, sight, c.params.id)
      }),
  ),

  api('GET /api/jobs/:id/history', { claim: 'history.read', params: ById }, (c) =>
    look(c, (db, sight) => {
      seenJob(db, sight, c.params.id)
      const see = { money: sight.claims.has('jobs.money') }
      return listHistory(db, 'jobs', c.params.id).flatMap((entry) => seenEntry(entry, see) ?? [])
    }),
  ),

  api('GET /api/jobs/:id/notes', { claim: 'jobs.read', params: ById }, (c) =>
    look(c, (db, sight) => {
      seenJob(db, sight, c.params.id)
      return listJobNotes(db, c.params.id).map(presentNote)
    }),
  ),

  api('POST /api/jobs/:id/notes', { claim: 'notes.write', params: ById, body: NewNote }, (c) =>
    c.write((tx) => writeNote(tx, sightOf(tx.db, c.person), c.params.id, c.body.message)),
  ),

  api('GET /api/jobs/reference/:ref', { claim: 'jobs.read', params: t.Object({ ref: id() }) }, (c) =>
    look(c, (db, sight) => {
      const found = jobIdByReference(db, c.params.ref)
      if (!found) throw notFound('job')
      return readJob(db, sight, found)
    }),
  ),
]
