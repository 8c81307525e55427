import { TO_APPROVE } from '#db/job-status.ts'
import { prepared } from '#db/sqlite.ts'
import { jobLinks } from '#server/domains/work/jobs/job-links.ts'
import { ageInDays } from '#server/domains/work/jobs/job-stats.ts'
import { statusName } from '#server/domains/work/jobs/status.ts'
import { readToday, readZone } from '#server/zone.ts'
import type { Report } from '../report.ts'

type OpenJob = {
  id: string
  reference: string
  client: string | null
  status: number
  boardid: string
  created: string
  moved: string
  quoted: number
}

const OPEN = `SELECT j.id, j.reference, c.name AS client, j.status, j.boardid, j.created,
    coalesce(j.movedutc, j.created) AS moved, j.quotedcents AS quoted
  FROM jobs j LEFT JOIN clients c ON c.id = j.client
  WHERE j.template = 0 AND j.status ${TO_APPROVE} ORDER BY j.created, j.id`

export const jobAge: Report = {
  name: 'job-age',
  title: 'Open jobs by age',
  about: 'Jobs that are not complete, the oldest first, and how long each has been in its lane.',
  group: 'Jobs',
  claims: ['jobs.read', 'jobs.money'],
  parameters: [],
  columns: [
    { key: 'reference', head: 'Job', kind: 'text' },
    { key: 'client', head: 'Client', kind: 'text' },
    { key: 'lane', head: 'Lane', kind: 'text' },
    { key: 'age', head: 'Days old', kind: 'count' },
    { key: 'lanedays', head: 'Days in lane', kind: 'count' },
    { key: 'quoted', head: 'Quoted', kind: 'money', sums: true },
  ],
  plot: { label: 'reference', value: 'age' },
  *read(db) {
    const [today, zone] = [readToday(db), readZone(db)]
    for (const { status, created, moved, ...job } of prepared<OpenJob>(db, OPEN).iterate())
      yield {
        ...job,
        lane: statusName(db, status),
        age: ageInDays(created, today, zone),
        lanedays: ageInDays(moved, today, zone),
      }
  },
  links(db) {
    const link = jobLinks(db)
    return ({ boardid, reference }) => link(String(boardid), String(reference)) ?? null
  },
}
