import { laneStatuses } from '#db/job-status.ts'
import { type AgingRow, listAgingRows } from '#db/queries/work/jobs-aging.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { wordMatch } from '#server/word-match.ts'
import { readToday, readZone } from '#server/zone.ts'
import type { AgingLane } from '#views/work/jobs/aging-table.tsx'
import { completeSince } from './board-lanes.ts'
import { ageBrackets, ageInDays } from './job-stats.ts'
import { statusName } from './status.ts'

export type AgingQuery = {
  /** Age since the job was created, or since it came to its lane. */
  by?: 'created' | 'moved' | ''
  lane?: number
  /** A bracket by its first day. */
  from?: number
  client?: string
  search?: string
  sort?: string
}

export type AgedJob = AgingRow & { age: number; lanedays: number }

/** Every job on the lanes of a board that the person sees, with its ages in whole days; the oldest first. */
export function readAgedJobs(db: TenantDb, viewer: Viewer, boardid: string): AgedJob[] {
  const [today, zone] = [readToday(db), readZone(db)]
  const since = completeSince(db, boardid)
  const locations = viewer.locations && [...viewer.locations]
  return listAgingRows(db, { boardid, locations, since }).map((row) => ({
    ...row,
    age: ageInDays(row.created, today, zone),
    lanedays: ageInDays(row.moved, today, zone),
  }))
}

const ageOf = (job: AgedJob, { by }: AgingQuery) => (by === 'moved' ? job.lanedays : job.age)

const bracketOf = (age: number) => ageBrackets.findLast(({ from }) => age >= from) ?? ageBrackets[0]

/** Counts, and in cents what is quoted, of each lane by age. */
export function groupByAge(db: TenantDb, jobs: readonly AgedJob[], query: AgingQuery): AgingLane[] {
  return laneStatuses.map((status) => {
    const here = jobs.filter((job) => job.status === status)
    return {
      status,
      name: statusName(db, status),
      brackets: ageBrackets.map((bracket) => {
        const aged = here.filter((job) => bracketOf(ageOf(job, query)) === bracket)
        return {
          ...bracket,
          count: aged.length,
          cents: aged.reduce((sum, { quotedcents }) => sum + quotedcents, 0),
        }
      }),
    }
  })
}

/** What the filters over both tables leave. */
export function narrowAged(jobs: readonly AgedJob[], { client, search }: AgingQuery): AgedJob[] {
  const matches = wordMatch(search)
  return jobs
    .filter((job) => !client || job.client === client)
    .filter(({ reference, description, clientname }) =>
      matches(`${reference} ${description} ${clientname ?? ''}`),
    )
}

export function chooseAged(jobs: readonly AgedJob[], query: AgingQuery): AgedJob[] {
  const { lane, from } = query
  const chosen = jobs
    .filter(({ status }) => !lane || status === lane)
    .filter((job) => from === undefined || bracketOf(ageOf(job, query))?.from === from)
  return sortAged(chosen, query)
}

const orders: Record<string, (a: AgedJob, b: AgedJob) => number> = {
  reference: (a, b) => compareNames(a.reference, b.reference),
  description: (a, b) => compareNames(a.description, b.description),
  client: (a, b) => compareNames(a.clientname ?? '', b.clientname ?? ''),
  age: (a, b) => a.age - b.age,
  lanedays: (a, b) => a.lanedays - b.lanedays,
  quoted: (a, b) => a.quotedcents - b.quotedcents,
}

const names = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
const compareNames = (a: string, b: string) => names.compare(a, b)

function sortAged(jobs: AgedJob[], { sort, by }: AgingQuery): AgedJob[] {
  const asked = sort ?? (by === 'moved' ? '-lanedays' : '-age')
  const order = orders[asked.replace(/^-/, '')] ?? orders.age
  const sorted = jobs.toSorted(order)
  return asked.startsWith('-') ? sorted.toReversed() : sorted
}

/** Each client with something on the lanes, by name. */
export const agingClients = (jobs: readonly AgedJob[]) =>
  [...new Map(jobs.map(({ client, clientname }) => [client, clientname]))]
    .flatMap(([client, name]) => (client ? { value: client, label: name ?? '' } : []))
    .sort((a, b) => compareNames(a.label, b.label))
