import { useEffect, useState } from 'react'
import { APPROVE } from '#db/job-status.ts'
import { fetchData, isRefusal } from '#islands/lib/call.ts'
import { showError } from '#islands/lib/snackbar.ts'
import type { JobDetail } from '#server/domains/work/jobs/types.ts'

type PlannedStep = { id: string; name: string; instruction: string; lane: number | null }

/** What its categories ask for before the approval: read, and ticked nowhere. */
export function EarlySteps({ categories }: Pick<JobDetail, 'categories'>) {
  const steps = usePlannedSteps(categories.map(({ id }) => id)).filter(
    ({ lane }) => lane !== null && lane < APPROVE,
  )
  if (steps.length === 0) return null
  return (
    <section aria-label="Before the approval">
      <h3>Before the approval</h3>
      <ol>
        {steps.map(({ id, name, instruction }) => (
          <li key={id}>
            <div className="what">
              <div>
                <p className="name">{name}</p>
                {instruction && <p className="instruction">{instruction}</p>}
              </div>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** None for whoever may not see categories. */
function usePlannedSteps(ids: readonly string[]): readonly PlannedStep[] {
  const [steps, setSteps] = useState<readonly PlannedStep[]>([])
  const asked = ids.join()
  useEffect(() => {
    let isWanted = true
    const each = asked ? asked.split(',') : []
    Promise.all(each.map((id) => fetchData<PlannedStep[]>(`/api/steps/category/${id}`))).then(
      (found) => isWanted && setSteps(found.flat()),
      (error) => {
        if (!isRefusal(error) || error.status !== 403) showError(error)
      },
    )
    return () => {
      isWanted = false
    }
  }, [asked])
  return steps
}
