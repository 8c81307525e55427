import type { TenantDb } from '#db/types.ts'
import { readBoard } from '#server/domains/work/boards/present.ts'
import { jobFields } from '#server/domains/work/jobs/fields.ts'
import { jobLinks } from '#server/domains/work/jobs/job-links.ts'
import { readJob } from '#server/domains/work/jobs/read-job.ts'
import { ById, choice, date, id, NoBody, object, reference, t, text } from '#server/http/fields.ts'
import { fragment, noSwapReply, redirect, saved, snackbarHeaders } from '#server/http/reply.ts'
import { action, page, type Route } from '#server/http/route.ts'
import { jobsSegment, readLabels } from '#server/resources.ts'
import { readToday } from '#server/zone.ts'
import { shortDate } from '#views/format.ts'
import { repeatFrequencies } from '#views/ui/repeat-frequencies.ts'
import { NewTemplateDialog, RepeatJobDialog } from '#views/work/frequency/repeat-dialog.tsx'
import { nextDays } from './due-date.ts'
import { addTemplate, repeatJob } from './repeat-job.ts'
import { addFromTemplate, saveAsTemplate, takeNextRepeat } from './use-template.ts'

const NewFromTemplate = t.Optional(object({ start: t.Optional(date()) }))

/** Which of its repeating categories, where a template is of several. */
const ForCategory = t.Optional(object({ category: t.Optional(reference()) }))

type Asked = { params: { id: string }; body?: { category?: string | null } }

const nextOf = ({ params, body }: Asked, how: 'make' | 'skip') => ({
  template: params.id,
  category: body?.category,
  how,
})

const linkTo = (db: TenantDb, { board, reference }: { board: { id: string }; reference: string }) =>
  jobLinks(db)(board.id, reference) ?? '/'

const repetition = { frequency: choice(...repeatFrequencies), next: t.Optional(date()) }

const Repetition = object(repetition)

const NewTemplate = object({
  ...repetition,
  boardid: id(),
  description: text(jobFields.description.max, { required: true }),
})

const templatesOf = (db: TenantDb, slug: string) => `/${jobsSegment(readLabels(db))}/${slug}/templates`

export const templatesActions: Route[] = [
  page(
    'GET /templates/new',
    {
      claim: 'jobs.write',
      query: object({ boardid: id() }),
      summary: 'The dialog that makes a template of a board without a job.',
    },
    (c) =>
      c.read((db, viewer) => {
        const board = readBoard(db, viewer, c.query.boardid)
        const today = readToday(db)
        return fragment(<NewTemplateDialog board={board} today={today} next={nextDays(today)} />)
      }),
  ),

  ...action(
    { api: 'POST /api/jobs/template', page: 'POST /templates' },
    {
      claim: 'jobs.write',
      body: NewTemplate,
      summary: 'Makes a template without a job, which may come again by itself from a day on.',
    },
    (tx, viewer, { body: { next = null, ...values } }) =>
      readJob(tx.db, viewer, addTemplate(tx, viewer, { ...values, next })),
    (job, c) => redirect(c.read((db) => linkTo(db, job))),
  ),

  page(
    'GET /templates/:id/repeat',
    { claim: 'jobs.write', params: ById, summary: 'The dialog that lets a job come again.' },
    (c) =>
      c.read((db, viewer) => {
        const job = readJob(db, viewer, c.params.id)
        return fragment(
          <RepeatJobDialog
            job={job}
            today={readToday(db)}
            next={nextDays(readToday(db))}
            templates={templatesOf(db, job.board.slug)}
          />,
        )
      }),
  ),

  ...action(
    { api: 'POST /api/jobs/:id/repeat', page: 'POST /templates/:id/repeat' },
    {
      claim: 'jobs.write',
      params: ById,
      body: Repetition,
      summary: 'Saves a job as a template that comes again by itself, from a day on.',
    },
    (tx, viewer, c) => {
      const { frequency, next = null } = c.body
      return readJob(tx.db, viewer, repeatJob(tx, viewer, c.params.id, { frequency, next }))
    },
    ({ reference, start, board }, c) => {
      const words = 'Templates'
      const comes = start ? `It comes next on ${shortDate(start)}` : 'It is copied'
      const message = `${comes}, from the template ${reference}: see Templates`
      const link = { words, href: c.read((db) => templatesOf(db, board.slug)) }
      return noSwapReply(snackbarHeaders(message, { link, closedialog: true, refresh: { table: 'jobs' } }))
    },
  ),

  ...action(
    { api: 'POST /api/jobs/:id/template', page: 'POST /templates/:id/save' },
    { claim: 'jobs.write', params: ById, summary: 'Saves a job as a template: its fields, lines and steps.' },
    (tx, viewer, c) => readJob(tx.db, viewer, saveAsTemplate(tx, viewer, c.params.id)),
    ({ reference }) => saved(`Saved as the template ${reference}`, 'jobs'),
  ),

  ...action(
    { api: 'POST /api/jobs/template/:id', page: 'POST /templates/:id/job' },
    {
      claim: 'jobs.write',
      params: ById,
      body: NewFromTemplate,
      form: { params: ById, body: NoBody },
      summary: 'Makes a job from a template.',
    },
    (tx, viewer, c) =>
      readJob(tx.db, viewer, addFromTemplate(tx, viewer, c.params.id, c.body?.start ?? null)),
    (job, c) => redirect(c.read((db) => linkTo(db, job))),
  ),

  ...action(
    { api: 'POST /api/jobs/repeats/:id/make', page: 'POST /templates/repeats/:id/make' },
    {
      claim: 'jobs.write',
      params: ById,
      body: ForCategory,
      summary: 'Makes the next job of a repeating template now.',
    },
    (tx, viewer, c) => readJob(tx.db, viewer, takeNextRepeat(tx, viewer, nextOf(c, 'make')) as string),
    (job, c) =>
      saved(`${job.reference} made; the next comes on its own day`, 'jobs', undefined, {
        words: job.reference,
        href: c.read((db) => linkTo(db, job)),
      }),
  ),

  ...action(
    { api: 'POST /api/jobs/repeats/:id/skip', page: 'POST /templates/repeats/:id/skip' },
    {
      claim: 'jobs.write',
      params: ById,
      body: ForCategory,
      summary: 'Skips the next job of a repeating template.',
    },
    (tx, viewer, c) => ({ made: takeNextRepeat(tx, viewer, nextOf(c, 'skip')) }),
    () => saved('The next one is skipped', 'jobs'),
  ),
]
