import { readRepeatInvoicing } from '#db/queries/sales/repeat-invoices.ts'
import { menuBoards } from '#db/queries/work/boards.ts'
import { listCategoryRepeats } from '#db/queries/work/frequency.ts'
import { categories } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import { canSeeJobAt, type Viewer } from '#server/access/viewer.ts'
import { ById, object, t, text } from '#server/http/fields.ts'
import { fragment } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { getRecord } from '#server/records.ts'
import { RepeatingJobPanel } from '#views/work/frequency/repeats.tsx'
import { planRepeat, type Repeat } from './plan-repeat.ts'

function presentRepeat(db: TenantDb, viewer: Viewer, { template, category, due, next }: Repeat) {
  const { id, reference, description, boardid, location } = template
  const board = menuBoards(db).find((one) => one.id === boardid)?.name ?? ''
  const isSeen = canSeeJobAt(viewer, boardid, location)
  return {
    id,
    category,
    next: due[0] ?? next,
    template: isSeen ? { reference, description, board } : undefined,
  }
}

export const frequencyPages: Route[] = [
  page(
    'GET /admin/categories/:id/repeats',
    {
      claim: 'categories.read',
      params: ById,
      query: object({ frequency: t.Optional(text(40)) }),
      summary: 'Repeating jobs of a category; `frequency` is what its dialog holds, saved or not.',
    },
    (c) =>
      c.read((db, viewer) => {
        const { frequency } = getRecord(db, categories, c.params.id)
        const invoicingOf = readRepeatInvoicing(db)
        const repeats = listCategoryRepeats(db, c.params.id)
          .flatMap((row) => planRepeat(db, row, c.now()) ?? [])
          .map((repeat) => ({
            ...presentRepeat(db, viewer, repeat),
            invoice: invoicingOf({ template: repeat.template.id, category: repeat.category }),
          }))
          .toSorted((a, b) => (a.next < b.next ? -1 : 1))
        return fragment(
          <RepeatingJobPanel
            frequency={frequency}
            chosen={c.query.frequency}
            repeats={repeats}
            invoices={c.can('invoices.read')}
          />,
        )
      }),
  ),
]
