import { laneStatuses, NO_LANE } from '#db/job-status.ts'
import { listCategorySteps } from '#db/queries/catalogue/steps.ts'
import { categories } from '#db/schema/tenant/index.ts'
import { statusKey } from '#server/domains/work/jobs/status.ts'
import { ById } from '#server/http/fields.ts'
import { fragment } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { getRecord } from '#server/records.ts'
import { readLabels } from '#server/resources.ts'
import { StepsTab } from '#views/catalogue/steps/steps.tsx'

export const stepsPages: Route[] = [
  page(
    'GET /admin/categories/:id/steps',
    { claim: 'categories.read', params: ById, summary: 'Steps of a category.' },
    (c) =>
      c.read((db) => {
        getRecord(db, categories, c.params.id)
        const labels = readLabels(db)
        const lanes = laneStatuses.map((lane) => ({
          value: String(lane),
          label: labels[statusKey(lane)] ?? '',
        }))
        return fragment(
          <StepsTab
            categoryid={c.params.id}
            steps={listCategorySteps(db, c.params.id).map(({ step }) => ({
              id: step.id,
              version: step.version,
              name: step.name,
              instruction: step.instruction,
              lane: step.lane,
              archived: step.archived,
            }))}
            lanes={[...lanes, { value: String(NO_LANE), label: 'No lane' }]}
            canwrite={c.can('categories.write')}
          />,
        )
      }),
  ),
]
