import { expectOk } from '#tests/support/answers.ts'
import type { Client, TestServer } from '#tests/support/server.ts'

export type Shop = { server: TestServer; admin: Client; supplier: string; other: string; shelf: string }

export async function createShop(server: TestServer): Promise<Shop> {
  const { admin } = server.people
  await expectOk(
    admin.post('/api/organisations', {
      name: 'Drakensberg Joinery',
      prefix: 'DJ',
      poterms: 'Deliver with a note that names our order.',
    }),
  )
  const supplier = await expectOk(
    admin.post('/api/suppliers', {
      name: 'Timber City',
      contactname: 'Sipho',
      contactemail: 'orders@timber.test',
    }),
  )
  const other = await expectOk(admin.post('/api/suppliers', { name: 'Board Mart' }))
  const shelf = await expectOk(admin.post('/api/storage', { name: 'Rack 1' }))
  return { server, admin, supplier: supplier.id, other: other.id, shelf: shelf.id }
}

let items = 0

/** An item that is kept in stock, bought for 80 an each; a box holds 12. */
export async function createItem({ admin }: Shop, more: Record<string, unknown> = {}) {
  items += 1
  const code = `BRD${items}`
  const { id } = await expectOk(
    admin.post('/api/inventory', {
      code,
      materialname: `Board ${items}`,
      baseunit: 'ea',
      rate: 80,
      units: [{ name: 'box', ratiotobase: '1/12' }],
      ...more,
    }),
  )
  return { id: id as string, code, name: `Board ${items}` }
}

type Line = object

export const draftOrder = ({ admin, supplier }: Shop, lines: readonly Line[], more: Line = {}) =>
  admin.post('/api/purchaseorders', { supplier, lines, ...more })

/** An order that was sent, as its call answers it. */
export async function sendOrder(shop: Shop, lines: readonly Line[], more: Line = {}) {
  const { id } = await expectOk(draftOrder(shop, lines, more))
  return expectOk(shop.admin.patch(`/api/purchaseorders/${id}`, { status: 'sent' }))
}

export const levelsOf = async ({ admin }: Shop, id: string) => {
  const [levels] = await expectOk(admin.get(`/api/inventory/stockonhand?inventoryids=${id}`))
  return levels as Record<'quantity' | 'reserved' | 'available' | 'onorder', number>
}
