import { readVisit, type Visit } from '#views/ui/visit-time.ts'
import type { Planned } from './find-conflicts.ts'

type At = Visit & { job: Planned; minutes: number }

/** Visits of a person on one day of which neither can wait for the end of the other. */
export function findClashes(jobs: readonly Planned[], date: string): [Planned, Planned][] {
  const visits = jobs.flatMap((job) => visitsOn(job, date)).sort((a, b) => a.from - b.from)
  const found: [Planned, Planned][] = []
  let [last] = visits
  for (const next of visits.slice(1)) {
    if (last && !canFollow(last, next) && !canFollow(next, last)) found.push([last.job, next.job])
    if (!last || next.from + next.minutes > last.from + last.minutes) last = next
  }
  return found
}

function visitsOn(job: Planned, date: string): At[] {
  const visit = job.start === date ? readVisit(job.visittime) : undefined
  // Of what goes on for days, and of what has no time, no end of the visit is known.
  const minutes = job.end === job.start ? (job.minutes ?? 0) : 0
  return visit ? [{ ...visit, job, minutes: Math.max(1, minutes) }] : []
}

const canFollow = (first: At, second: At) => first.from + first.minutes <= second.to
