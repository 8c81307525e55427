import { ById } from '#server/http/fields.ts'
import { saved } from '#server/http/reply.ts'
import { action, page, type Route } from '#server/http/route.ts'
import { pricesActions } from './actions-prices.tsx'
import { GroupChange, GroupForm, NewGroup } from './input.ts'
import { readGroup } from './present.ts'
import { addGroup, changeGroup } from './save-group.ts'

const writes = { claim: 'pricing.write' } as const

export const pricingActions: Route[] = [
  ...action(
    { api: 'POST /api/pricing/groups', page: 'POST /admin/pricing' },
    { ...writes, body: NewGroup, summary: 'Adds a price group.' },
    (tx, _, c) => readGroup(tx.db, addGroup(tx, { ...c.body, id: c.body.id ?? undefined }).id),
    ({ name }) => saved(`${name} added`, 'pricinggroups'),
  ),

  ...action(
    { api: 'PATCH /api/pricing/groups/:id', page: 'PATCH /admin/pricing/:id' },
    {
      ...writes,
      params: ById,
      body: GroupChange,
      form: { body: GroupForm },
      summary: 'Changes a price group.',
    },
    (tx, _, c) => readGroup(tx.db, changeGroup(tx, c.params.id, c.body).id),
    ({ name }) => saved(`${name} saved`, 'pricinggroups'),
  ),

  page(
    'POST /admin/pricing/:id/archive',
    { summary: 'Archives a pricing group.', ...writes, params: ById },
    async (c) => {
      const { name } = await c.write((tx) => changeGroup(tx, c.params.id, { archived: true }))
      return saved(`${name} archived`, 'pricinggroups', `/admin/pricing/${c.params.id}/restore`)
    },
  ),

  page(
    'POST /admin/pricing/:id/restore',
    { summary: 'Brings back a pricing group.', ...writes, params: ById },
    async (c) => {
      const { name } = await c.write((tx) => changeGroup(tx, c.params.id, { archived: false }))
      return saved(`${name} restored`, 'pricinggroups')
    },
  ),

  ...pricesActions,
]
