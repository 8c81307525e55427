import { menuBoards } from '#db/queries/work/boards.ts'
import { cardRows } from '#db/queries/work/jobs.ts'
import { clients } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import { hasPermission, type Viewer } from '#server/access/viewer.ts'
import { offerCreate, wordsFor } from '#server/crud/lookup.tsx'
import type { Context } from '#server/http/context.ts'
import { object, reference, t, text } from '#server/http/fields.ts'
import { dataReply, fragment, redirect } from '#server/http/reply.ts'
import { api, page, type Route } from '#server/http/route.ts'
import { getRecord } from '#server/records.ts'
import { withQuery } from '#views/ui/links.ts'
import { PickerOptions } from '#views/ui/picker.tsx'
import { CreateJobDialog } from '#views/work/jobs/create-dialog.tsx'
import { findJobs } from './list-jobs.ts'

const SHOWN = 20

const findsJobs = {
  claim: 'jobs.read',
  query: object({ search: t.Optional(text(200)) }),
  summary: 'Finds open jobs by what is typed.',
} as const

function findChoices(c: Context, search: string | undefined) {
  return c.read((db, viewer) => {
    const { marks, total } = findJobs(db, viewer, { search, sort: '-created', take: SHOWN })
    const found = cardRows(
      db,
      marks.map(({ id }) => id),
    )
    const choices: Choice[] = found.map(({ id, reference, description, clientname }) => ({
      id,
      name: `${reference} ${description}`.trim(),
      note: clientname ?? undefined,
    }))
    const typed = search?.trim().toLowerCase()
    const isKnown = found.some(({ reference }) => reference.toLowerCase() === typed)
    const mayMake = !isKnown && c.can('jobs.write') && boardsToMakeOn(db, viewer).length > 0
    return { choices: [...choices, ...(mayMake ? offerCreate('jobs', 'job', search) : [])], total }
  })
}

type Choice = { id: string; name: string; note?: string; create?: string }

export const boardsToMakeOn = (db: TenantDb, viewer: Viewer) =>
  menuBoards(db).filter(({ id }) => hasPermission(viewer, id, 'work'))

export const jobLookup: Route[] = [
  page('GET /lookup/jobs', findsJobs, (c) => {
    const { choices, total } = findChoices(c, c.query.search)
    const options = choices.map(({ id, name, ...choice }) => ({ value: id, label: name, ...choice }))
    return fragment(<PickerOptions options={options} more={wordsFor('open job', total)} />, {
      whole: () => redirect(withQuery('/jobs', { search: c.query.search })),
    })
  }),

  api('GET /api/lookup/jobs', findsJobs, (c) => {
    const { choices, total } = findChoices(c, c.query.search)
    return dataReply(choices, { total })
  }),

  page(
    'GET /lookup/jobs/create',
    {
      claim: 'jobs.write',
      query: object({ search: t.Optional(text(200)), client: t.Optional(reference()) }),
      summary: 'The small form that makes the job that was typed.',
    },
    (c) =>
      fragment(
        c.read((db, viewer) => (
          <CreateJobDialog
            description={c.query.search ?? ''}
            boards={boardsToMakeOn(db, viewer)}
            clients={c.can('clients.read')}
            client={
              c.can('clients.read') && c.query.client ? getRecord(db, clients, c.query.client) : undefined
            }
          />
        )),
        { whole: () => redirect('/jobs') },
      ),
  ),
]
