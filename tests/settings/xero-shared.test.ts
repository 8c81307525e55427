import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { xeroConnection } from '#db/queries/platform/xero.ts'
import { accounts } from '#db/schema/platform/index.ts'
import { openXero } from '#server/xero/client.ts'
import { xeroAccess } from '#server/xero/tokens.ts'
import { expectOk } from '#tests/support/answers.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'
import { type FakeXero, startXero } from '#tests/support/xero/xero.ts'
import { browserOf, connectXero, flashOf, oneOrganisation, xeroMapping } from './xero-support.ts'

let server: TestServer
let xero: FakeXero
let tenantid: string
beforeAll(async () => {
  xero = await startXero()
  server = await startTestServer(undefined, xero.flags)
  tenantid = oneOrganisation(xero).tenantId
})
afterAll(async () => {
  await server.stop()
  xero.stop()
})

const admin = () => server.people.admin
const url = (path: string) => server.services.url + path
const page = async (who: Client, path: string) => (await browserOf(server, who).request(url(path))).text()
const clear = async (who: Client) =>
  flashOf(
    await browserOf(server, who).request(url('/xero/clear'), {
      method: 'POST',
      headers: { origin: server.services.url },
    }),
  )

test('Clear of one account leaves the connection of another to the same organisation', async () => {
  await connectXero(server, tenantid)
  await connectXero(server, tenantid, server.other)
  expect(await clear(admin())).toEqual({
    level: 'success',
    message:
      'Account cleared. Another account here works with the same organisation, so Joblane stays among its connected apps in Xero.',
    ms: 6000,
  })
  expect(server.services.platform.read((db) => xeroConnection(db, server.accountid))).toBeNull()
  xero.expireAccess()
  expect(await openXero(server.services, server.other.accountid).call({ path: '/Items' })).toHaveProperty(
    'Items',
  )
  // The last one takes Joblane off there.
  expect(await clear(server.other)).toMatchObject({ message: 'Account cleared' })
  expect(xero.state.tenants).toEqual([])
  oneOrganisation(xero)
})

test('a connection that ends before an organisation was chosen promises nothing', async () => {
  await browserOf(server, server.other).follow(url('/xero/connect'))
  for (const grant of xero.state.refreshes.values()) grant.revoked = true
  await expect(
    xeroAccess(server.services, server.other.accountid, [...xero.state.access.keys()].at(-1)),
  ).rejects.toThrow('Code has expired')
  const words = 'Nothing goes out or comes in until somebody connects again.'
  const [told] = await expectOk(server.other.get('/api/communication/notifications'))
  expect(told.message).toContain(words)
  expect(await page(server.other, '/xero')).toContain(words)
})

test('the mapping takes what it knows, and names what it does not', async () => {
  tenantid = xero.state.tenants[0]?.tenantId as string
  await connectXero(server, tenantid)
  const good = xeroMapping(xero.books(tenantid))
  const save = (more: object) => admin().patch('/api/configuration/xero', { ...good, ...more })
  const unknown = `account-${crypto.randomUUID()}`
  for (const [given, field] of [
    [{ sending: 'perhaps' }, 'sending'],
    [{ organisation: crypto.randomUUID() }, 'organisation'],
    [{ organisation: 'mine' }, 'organisation'],
    [{ [unknown]: '200' }, unknown],
    [{ 'account-1': '200' }, 'account-1'],
    [{ salez: '200' }, 'salez'],
    [{ 'tax-standard': 'OUTPUT9' }, 'tax-standard'],
    [{ 'payment-cash': 'till' }, 'payment-cash'],
    [{ cashcontact: 'C'.repeat(121) }, 'cashcontact'],
  ] as const) {
    const { status, body } = await save(given)
    expect([status, Object.keys(body.fields ?? {})], field).toEqual([400, [field]])
  }
  expect(await expectOk(save({ sending: 'true', cashcontact: '  Walk-in\nsales ' }))).toMatchObject({
    sending: true,
    organisation: '',
    cashcontact: 'Walk-in sales',
  })
})

test('an account that can only be read is offered no connection', async () => {
  await clear(server.other)
  for (const path of ['/xero', '/xero/tenants'])
    expect(await page(server.other, path)).toContain('"/xero/connect"')
  await server.services.platform.write((tx) =>
    tx.db
      .update(accounts)
      .set({ utcexpires: '2000-01-01T00:00:00.000Z', copyof: 'Other', copiedutc: tx.now })
      .where(eq(accounts.id, server.other.accountid))
      .run(),
  )
  for (const path of ['/xero', '/xero/tenants']) {
    const text = await page(server.other, path)
    expect(text).toContain('This account is not connected to Xero.')
    expect(text).not.toContain('"/xero/connect"')
    expect(text).not.toContain('Connect Xero')
  }
})
