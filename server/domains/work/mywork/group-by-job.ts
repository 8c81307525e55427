import type { MyJob, MyStep } from '#views/work/mywork/types.ts'

export type StepOfJob = { job: MyJob; step: MyStep; order: number }

/** One card a job with its steps as lines in it, in the order in which the jobs came. */
export function groupByJob(steps: readonly StepOfJob[]): MyJob[] {
  const byJob = Map.groupBy(steps, ({ job }) => job.id)
  return [...byJob.values()].map((own) => ({
    ...(own[0] as StepOfJob).job,
    steps: own.toSorted((a, b) => a.order - b.order).map(({ step }) => step),
  }))
}
