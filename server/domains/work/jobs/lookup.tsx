import { cardRows } from '#db/queries/work/jobs.ts'
import { wordsFor } from '#server/crud/lookup.tsx'
import type { Context } from '#server/http/context.ts'
import { object, t, text } from '#server/http/fields.ts'
import { dataReply, fragment, redirect } from '#server/http/reply.ts'
import { api, page, type Route } from '#server/http/route.ts'
import { withQuery } from '#views/ui/links.ts'
import { PickerOptions } from '#views/ui/picker.tsx'
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
    const choices = found.map(({ id, reference, description, clientname }) => ({
      id,
      name: `${reference} ${description}`.trim(),
      note: clientname ?? undefined,
    }))
    return { choices, total }
  })
}

export const jobLookup: Route[] = [
  page('GET /lookup/jobs', findsJobs, (c) => {
    const { choices, total } = findChoices(c, c.query.search)
    const options = choices.map(({ id, name, note }) => ({ value: id, label: name, note }))
    return fragment(<PickerOptions options={options} more={wordsFor('open job', total)} />, {
      whole: () => redirect(withQuery('/jobs', { search: c.query.search })),
    })
  }),

  api('GET /api/lookup/jobs', findsJobs, (c) => {
    const { choices, total } = findChoices(c, c.query.search)
    return dataReply(choices, { total })
  }),
]
