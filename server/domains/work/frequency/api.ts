import { hasPermission } from '#server/access/viewer.ts'
import { readJob } from '#server/domains/work/jobs/read-job.ts'
import { forbidden, invalid } from '#server/errors.ts'
import { date, object, t } from '#server/http/fields.ts'
import { dataReply } from '#server/http/reply.ts'
import { api, type Route } from '#server/http/route.ts'
import { makeDueJobs } from './make-due-jobs.ts'

const Scheduled = object({ boardid: t.String({ maxLength: 40 }), created: t.Optional(date()) })

export const frequencyApi: Route[] = [
  api(
    'POST /api/jobs/scheduled',
    {
      claim: 'jobs.write',
      body: Scheduled,
      summary: 'Makes the repeating jobs of a board that are due up to a day, today by default, once each.',
    },
    (c) =>
      c.write((tx, viewer) => {
        const { boardid, created } = c.body
        if (!viewer.boards.has(boardid)) throw invalid({ boardid: 'This board could not be found.' })
        if (!hasPermission(viewer, boardid, 'work')) throw forbidden()
        const made = makeDueJobs(tx, { boardid, upto: created ?? undefined })
        return dataReply(
          made.map((id) => readJob(tx.db, viewer, id)),
          { total: made.length },
        )
      }),
  ),
]
