import { COMPLETE, DRAFT } from '#db/job-status.ts'
import { listLongestStays } from '#db/queries/work/lane-stays.ts'
import { jobLinks } from '#server/domains/work/jobs/job-links.ts'
import { forbidden } from '#server/errors.ts'
import { integer, object, t } from '#server/http/fields.ts'
import { view } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { readZone, todayIn } from '#server/zone.ts'
import { LeadTimes } from '#views/work/dashboard/lead-times.tsx'
import { LEAD_DAYS, leadTimesSince, readLeadTimes } from './lead-times.ts'

const SHOWN = 200

export const leadTimesPage: Route = page(
  'GET /leadtimes',
  {
    claim: 'jobs.read',
    query: object({ lane: t.Optional(integer(DRAFT, COMPLETE)) }),
    summary: 'How long jobs stood on a lane, of those that left it in the last 90 days.',
  },
  (c) =>
    c.read((db, viewer) => {
      if (viewer.locations) throw forbidden()
      const chosen = c.query.lane ?? DRAFT
      const lanes = readLeadTimes(db, viewer)
      const zone = readZone(db)
      const linkOf = jobLinks(db)
      const rows = listLongestStays(db, {
        boards: [...viewer.boards.keys()],
        from: leadTimesSince(db),
        status: chosen,
        take: SHOWN,
      })
      const lane = lanes.find(({ status }) => status === chosen)
      return view(
        <LeadTimes
          lane={lane?.name ?? ''}
          lanes={lanes.map(({ status, name }) => ({ status, name, current: status === chosen }))}
          days={LEAD_DAYS}
          total={lane?.count ?? 0}
          rows={rows.map(({ jobid, boardid, leftutc, ...row }) => ({
            ...row,
            id: `${jobid} ${leftutc}`,
            left: todayIn(zone, new Date(leftutc)),
            href: linkOf(boardid, row.reference),
          }))}
        />,
        { title: 'Time on lanes', page: 'pages.dashboard' },
      )
    }),
)
