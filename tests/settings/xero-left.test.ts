import { afterEach, beforeEach, expect, test } from 'bun:test'
import { readXeroTenant } from '#server/xero/queue.ts'
import type { Rec } from '#tests/support/xero/books.ts'
import { flashOf, holdCall, postForm, startXeroShop, type XeroShop } from './xero-support.ts'

let shop: XeroShop
let second: string
beforeEach(async () => {
  shop = await startXeroShop()
  second = shop.xero.addTenant('Second Books').tenantId
})
afterEach(() => shop.stop())

const LEFT = 'Another organisation of Xero was chosen meanwhile. Please try again.'
const firstOf = () => shop.tenant.tenantId
const asksFor = (tenantid: string, list: string) => (request: Request) =>
  request.headers.get('xero-tenant-id') === tenantid && request.url.includes(`/${list}`)

test('an organisation that was left and lets Joblane in no more ends nothing of the one that is chosen', async () => {
  const held = holdCall(shop.xero, asksFor(firstOf(), 'Contacts'))
  const asked = postForm(shop, '/xero/lists/clients')
  await held.reached
  await shop.choose(second)
  shop.xero.state.tenants.splice(shop.xero.state.tenants.indexOf(shop.tenant), 1)
  held.letGo()
  expect(flashOf(await asked)?.message).toBe(LEFT)
  const shown = await shop.page('/xero')
  expect(shown).not.toContain('was disconnected from Joblane')
  expect(flashOf(await postForm(shop, '/xero/check'))?.level).toBe('success')
})

test('a list of which the last part comes after another organisation was chosen is no list', async () => {
  shop.books().Contacts.push({
    ...{ ContactID: crypto.randomUUID(), Name: 'Abel & Sons', ContactStatus: 'ACTIVE', IsCustomer: true },
  } as Rec)
  const held = holdCall(shop.xero, asksFor(firstOf(), 'Contacts'))
  const asked = postForm(shop, '/xero/lists/clients')
  await held.reached
  await shop.choose(second)
  held.letGo()
  const answer = await asked
  expect([answer.headers.get('location'), flashOf(answer)?.message]).toEqual(['/xero', LEFT])
})

test('one that is left while its names are fetched is not the one that documents go to', async () => {
  const held = holdCall(shop.xero, asksFor(second, 'Accounts'))
  const chosen = shop.choose(second)
  await held.reached
  await shop.choose(firstOf())
  held.letGo()
  expect(flashOf(await chosen)?.message).toBe(LEFT)
  const { server } = shop.office
  expect(server.services.tenants.read(server.accountid, readXeroTenant)).toBe(firstOf())
  expect(await shop.page('/xero')).not.toContain('Documents wait for another organisation')
  expect((await shop.map()).status).toBe(200)
})
