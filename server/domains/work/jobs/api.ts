import { ARCHIVED } from '#db/job-status.ts'
import { historyPage } from '#db/queries/history.ts'
import { findJobPlace } from '#db/queries/work/jobs.ts'
import { jobIdByReference } from '#db/queries/work/jobs-references.ts'
import { notesPage } from '#db/queries/work/notes.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { leaveWithDeposits } from '#server/domains/sales/deposits/leave-job.ts'
import { changesLongJob, isLongJob, isLongToRead } from '#server/domains/work/materials/long-job.ts'
import { notFound } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { ById, id, NoBody, t } from '#server/http/fields.ts'
import { dataReply, listData, noSwapReply, snackbarHeaders, writtenJson } from '#server/http/reply.ts'
import { action, api, type Route } from '#server/http/route.ts'
import { resolveMe } from '#server/list-views/resolve-me.ts'
import { cachedCards, cardsJson } from './cached-cards.ts'
import { archiveJob, removeJob, restoreJob } from './change-status.ts'
import { respondToJob } from './feedback.ts'
import { visibleJob } from './find-job.ts'
import {
  JobChange,
  JobList,
  JobReading,
  JobRemoval,
  JobReorder,
  JobResponse,
  NewestQuery,
  NewJob,
  NewNote,
  TimeChoices,
} from './input.ts'
import { readJobEntity } from './job-entity.ts'
import { redactedEntry } from './line-history.ts'
import { findJobs, type JobQuery } from './list-jobs.ts'
import { moveJob, moveToEnd } from './move-job.ts'
import { readCards, withoutMoney } from './present-cards.ts'
import { readJob } from './read-job.ts'
import { nextReference } from './references.ts'
import { saveFieldValues } from './save-field-values.ts'
import { addJob, changeJob } from './save-job.ts'
import type { JobCard, JobDetail, JobEntity, MovedJob } from './types.ts'
import { warnAtOnce } from './warn-at-once.ts'
import { presentNote, writeNote } from './write-note.ts'

const idsIn = (listed = '') => listed.split(',').filter(Boolean)

/** Of a job's notes and changes, where nobody says how many. */
const NEWEST = 200

type NarrowQuery = (db: TenantDb, query: JobQuery) => JobQuery

export const listReply = (c: Context, asked: JobQuery, narrow: NarrowQuery = (_, query) => query) =>
  c.read((db, viewer) => {
    const query = narrow(db, asked)
    const assignee = resolveMe(db, c.person.userid, query.assignee)
    const { marks, total, more } = findJobs(db, viewer, { ...query, assignee })
    const cards = cardsJson(cachedCards(db, marks), viewer.claims.has('jobs.money'))
    return writtenJson<JobCard[]>(`{"data":${cards},"total":${total}${more ? ',"more":true' : ''}}`)
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
      c.write((tx, viewer) => {
        return readJob(tx.db, viewer, addJob(tx, viewer, c.body))
      }),
  ),

  api('GET /api/jobs/next', { claim: 'jobs.write', summary: 'The reference of the next job.' }, (c) =>
    c.read((db) => ({ reference: nextReference(db) })),
  ),

  api(
    'POST /api/jobs/reorder',
    {
      claim: 'jobs.write',
      body: JobReorder,
      summary:
        'Moves a job (a card of the board) under another, or to the top, of a lane. 409 `conflict` says where it is now.',
    },
    (c) =>
      c.write((tx, viewer): MovedJob => {
        const before = findJobPlace(tx.db, c.body.jobid)?.status
        const position = moveJob(tx, viewer, { ...c.body, afterid: c.body.afterid ?? null })
        if (position.status === before) return position
        const { card } = readCards(tx.db, [position.id]).get(position.id) ?? {}
        return { ...position, card: card && (viewer.claims.has('jobs.money') ? card : withoutMoney(card)) }
      }),
  ),

  api(
    'GET /api/jobs/:id',
    {
      claim: 'jobs.read',
      params: ById,
      query: JobReading,
      long: (c) => !(c.query as { brief?: boolean }).brief && isLongToRead(c),
      summary: 'A job with its equipment, lines and history; `brief` leaves these to their own calls.',
    },
    (c): JobDetail | JobEntity =>
      c.read((db, viewer) => (c.query.brief ? readJob : readJobEntity)(db, viewer, c.params.id)),
  ),

  api(
    'GET /api/jobs/:id/atonce',
    {
      claim: 'jobs.read',
      params: ById,
      query: TimeChoices,
      summary:
        'What the steps between here and the draft of an invoice would ask or say, for whoever leaves them out. Its sums follow the choices of time: ids of lines, or of labour items that have none, by comma.',
    },
    (c) => {
      const { instead, beside, steplabour } = c.query
      const chosen = { instead: idsIn(instead), beside: idsIn(beside), steplabour, name: c.person.name }
      return c.read((db, viewer) => listData(warnAtOnce(db, viewer, c.params.id, chosen)))
    },
  ),

  api(
    'PATCH /api/jobs/:id',
    {
      claim: 'jobs.write',
      params: ById,
      body: JobChange,
      // A move may ask the platform and print.
      long: (c) => (c.body as { status?: number }).status === undefined && changesLongJob(c),
      answersinthread: true,
      summary:
        'Changes fields of a job; `status` moves it to another lane or archives it, for which `deposit` says what becomes of one that is held.',
    },
    (c) => {
      const { id } = c.params
      const { status, confirmed, deposit, fields, ...values } = c.body
      const change = (move: (tx: Tx, viewer: Viewer) => void) => (tx: Tx, viewer: Viewer) => {
        changeJob(tx, viewer, id, values)
        if (fields) saveFieldValues(tx, viewer, id, fields)
        move(tx, viewer)
        return readJob(tx.db, viewer, id)
      }
      return status === ARCHIVED
        ? leaveWithDeposits(
            c,
            { id, act: 'archived', choice: deposit },
            change((tx, viewer) => archiveJob(tx, viewer, id)),
          )
        : c.write(
            change((tx, viewer) => {
              if (status !== undefined) moveToEnd(tx, viewer, id, status, confirmed)
            }),
          )
    },
  ),

  api(
    'DELETE /api/jobs/:id',
    {
      claim: 'jobs.delete',
      params: ById,
      query: JobRemoval,
      summary:
        'Removes a job; a systemadmin can restore it. What it used is put back in stock, unless `putback` is false. Where a deposit is held, `deposit` says what becomes of it.',
    },
    (c) => {
      const { id } = c.params
      const { deposit: choice, ...query } = c.query
      return leaveWithDeposits(c, { id, act: 'removed', choice }, (tx, viewer) => {
        const { place, warning } = removeJob(tx, viewer, id, query)
        return dataReply(place, { message: warning })
      })
    },
  ),

  api(
    'PATCH /api/jobs/restore/:id',
    {
      claim: 'jobs.delete',
      params: ById,
      body: NoBody,
      long: changesLongJob,
      summary: 'Brings a removed job back.',
    },
    (c) =>
      c.write((tx, viewer) => {
        const message = restoreJob(tx, viewer, c.params.id)
        return dataReply(readJob(tx.db, viewer, c.params.id), { message })
      }),
  ),

  api(
    'GET /api/jobs/:id/feedback',
    { claim: 'jobs.read', params: ById, summary: 'What the workshop reported back, as clean HTML.' },
    (c) =>
      c.read((db, viewer) => {
        const { id, feedback, version } = readJob(db, viewer, c.params.id)
        return { id, feedback, version }
      }),
  ),

  api(
    'POST /api/jobs/response',
    {
      claim: 'jobs.write',
      body: JobResponse,
      long: (c) => c.read((db) => isLongJob(db, (c.body as { jobid: string }).jobid)),
      answersinthread: true,
      summary: 'Stores what the workshop reports back, and tells the assignee.',
    },
    (c) => c.write((tx, viewer) => respondToJob(tx, viewer, c.body.jobid, c.body.html, c.body.version)),
  ),

  api(
    'GET /api/jobs/:id/history',
    {
      claim: 'history.read',
      params: ById,
      query: NewestQuery,
      summary: 'What happened to a job, the newest first.',
    },
    (c) =>
      c.read((db, viewer) => {
        visibleJob(db, viewer, c.params.id)
        const see = { money: viewer.claims.has('jobs.money') }
        const { rows, total } = historyPage(db, 'jobs', c.params.id, { take: NEWEST, ...c.query })
        return dataReply(
          rows.flatMap((entry) => redactedEntry(entry, see) ?? []),
          { total },
        )
      }),
  ),

  api(
    'GET /api/jobs/:id/notes',
    { claim: 'jobs.read', params: ById, query: NewestQuery, summary: 'Notes of a job, the newest first.' },
    (c) =>
      c.read((db, viewer) => {
        const job = visibleJob(db, viewer, c.params.id)
        const { rows, total } = notesPage(db, job.id, { take: NEWEST, ...c.query })
        return dataReply(
          rows.map((note) => presentNote(note, job)),
          { total },
        )
      }),
  ),

  ...action(
    { api: 'POST /api/jobs/:id/notes', page: 'POST /mywork/jobs/:id/note' },
    {
      claim: 'notes.write',
      canwait: true,
      params: ById,
      body: NewNote,
      form: { body: NewNote },
      summary: 'Adds a note to a job.',
    },
    (tx, viewer, c) => writeNote(tx, viewer, c.params.id, c.body.message),
    // More of what was found is written down in the same dialog.
    () => noSwapReply(snackbarHeaders('Note added', { refresh: { table: 'notes' } })),
  ),

  api(
    'GET /api/jobs/reference/:ref',
    {
      claim: 'jobs.read',
      params: t.Object({ ref: id() }),
      query: JobReading,
      summary: 'A job by its reference.',
    },
    (c): JobDetail | JobEntity =>
      c.read((db, viewer) => {
        const found = jobIdByReference(db, c.params.ref)
        if (!found) throw notFound('job')
        return (c.query.brief ? readJob : readJobEntity)(db, viewer, found)
      }),
  ),
]
