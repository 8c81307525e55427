import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { Problem } from '#server/errors.ts'
import { ById } from '#server/http/fields.ts'
import { fragment } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { sumCents } from '#server/money/amounts.ts'
import { OrderAmounts } from '#views/purchasing/orders/draft.tsx'
import { formOrderChange } from './form.ts'
import { OrderForm } from './input.ts'
import { seesPrices } from './present.ts'
import { readOrderDraft } from './save-draft.ts'

/** Nothing as long as what is typed would be refused. */
function readAmounts(db: TenantDb, viewer: Viewer, id: string, form: typeof OrderForm.static) {
  if (!seesPrices(viewer)) return
  try {
    const { lines } = formOrderChange('save', form, () => [])
    const { draft } = readOrderDraft(db, viewer, id, { lines })
    return {
      total: sumCents(draft.lines.map(({ net }) => net)),
      lines: draft.lines.flatMap(({ id, net }) => (id ? [{ id, net }] : [])),
    }
  } catch (error) {
    if (error instanceof Problem && error.status === 400) return
    throw error
  }
}

export const orderTotal: Route = page(
  'POST /purchase/:id/total',
  {
    claim: 'purchase.write',
    params: ById,
    body: OrderForm,
    summary: 'What a draft comes to, while it is typed.',
  },
  (c) => {
    const amounts = c.read((db, viewer) => readAmounts(db, viewer, c.params.id, c.body))
    return fragment(amounts ? <OrderAmounts {...amounts} /> : '')
  },
)
