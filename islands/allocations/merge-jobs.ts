import type { ShownStep } from '#server/domains/work/jobsteps/present.ts'
import { type AllocatedJob, isAllDone, sortJobs } from './props.ts'

/** What was asked for and not found is no longer here. One whose last step was done stays where it was seen. */
export function mergeJobs(
  held: readonly AllocatedJob[],
  asked: readonly string[],
  found: readonly AllocatedJob[],
  isKept: (jobid: string) => boolean,
): AllocatedJob[] {
  const known = new Set(held.map(({ job }) => job.id))
  const fresh = new Map(found.map((one) => [one.job.id, one]))
  const stays = held.filter(({ job }) => fresh.has(job.id) || !asked.includes(job.id) || isKept(job.id))
  const arrived = found.filter((one) => !known.has(one.job.id) && !isAllDone(one))
  return sortJobs([...stays.map((one) => mergeJob(one, fresh.get(one.job.id))), ...arrived])
}

/** All that is to be shown, as it was found. */
export const takeFound = (held: readonly AllocatedJob[], found: readonly AllocatedJob[]): AllocatedJob[] => {
  const known = new Map(held.map((one) => [one.job.id, one]))
  return found.map((one) => mergeJob(known.get(one.job.id) ?? one, one))
}

/** What was asked for before the last tap knows the step as it was. */
function mergeJob(held: AllocatedJob, found: AllocatedJob | undefined): AllocatedJob {
  if (!found) return held
  const known = new Map(held.steps.map((step) => [step.id, step]))
  const newest = (step: ShownStep) => {
    const before = known.get(step.id)
    return before && before.version > step.version ? before : step
  }
  return { job: found.job, steps: found.steps.map(newest) }
}
