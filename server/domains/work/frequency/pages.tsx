import { menuBoards } from '#db/queries/work/boards.ts'
import { findRepeat } from '#db/queries/work/frequency.ts'
import { categories } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import { canSeeJobAt, type Viewer } from '#server/access/viewer.ts'
import { ById } from '#server/http/fields.ts'
import { fragment } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { getRecord } from '#server/records.ts'
import { RepeatingJobPanel } from '#views/work/frequency/repeats.tsx'
import { planRepeat } from './plan-repeat.ts'

function presentTemplate(
  db: TenantDb,
  viewer: Viewer,
  { reference, description, boardid, location }: Template,
) {
  const board = menuBoards(db).find((one) => one.id === boardid)?.name ?? ''
  return canSeeJobAt(viewer, boardid, location) ? { reference, description, board } : undefined
}

type Template = { reference: string; description: string; boardid: string; location: string | null }

export const frequencyPages: Route[] = [
  page(
    'GET /admin/categories/:id/repeats',
    { claim: 'categories.read', params: ById, summary: 'Repeating jobs of a category.' },
    (c) =>
      c.read((db, viewer) => {
        const { frequency } = getRecord(db, categories, c.params.id)
        const row = findRepeat(db, c.params.id)
        const repeat = row ? planRepeat(db, row, c.now()) : undefined
        return fragment(
          <RepeatingJobPanel
            frequency={frequency}
            template={repeat ? presentTemplate(db, viewer, repeat.template) : undefined}
            isready={repeat !== undefined}
            next={repeat?.due ?? repeat?.next}
          />,
        )
      }),
  ),
]
