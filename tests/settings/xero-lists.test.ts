import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { expectOk } from '#tests/support/answers.ts'
import { until } from '#tests/support/eventually.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { type FakeXero, startXero } from '#tests/support/xero/xero.ts'
import { browserOf, connectXero, flashOf, listClients } from './xero-support.ts'

let server: TestServer
let xero: FakeXero
let tenant: ReturnType<FakeXero['addTenant']>
beforeAll(async () => {
  xero = await startXero()
  server = await startTestServer(undefined, xero.flags)
  tenant = xero.addTenant('Northwind (Pty) Ltd')
})
afterAll(async () => {
  await server.stop()
  xero.stop()
})
afterEach(() => {
  xero.state.nextCalls.length = 0
})

const books = () => xero.books(tenant.tenantId)
const contact = (Name: string, more = {}) => ({
  ...{ ContactID: crypto.randomUUID(), Name, ContactStatus: 'ACTIVE', IsCustomer: true, IsSupplier: false },
  ...more,
})
const browser = () => browserOf(server, server.people.admin)
const url = (path: string) => server.services.url + path

async function post(path: string, fields: Record<string, string> = {}) {
  const headers = { origin: server.services.url, 'content-type': 'application/x-www-form-urlencoded' }
  return browser().request(url(path), {
    method: 'POST',
    headers,
    body: new URLSearchParams(fields).toString(),
  })
}

/** Fetches a list, tries it with the columns as they are proposed, and brings it in. */
async function bringIn(list: string, rows: 'all' | 'good' = 'all') {
  const staged = (await post(`/xero/lists/${list}`)).headers.get('location') as string
  const columns = await (await browser().request(url(staged))).text()
  const fields: Record<string, string> = {}
  for (const [, name = '', inside = ''] of columns.matchAll(
    /<select[^>]* name="([^"]+)"[^>]*>(.*?)<\/select>/gs,
  )) {
    const [, value = ''] =
      /<option[^>]* selected=""[^>]* value="([^"]*)"|value="([^"]*)"[^>]* selected=""/.exec(inside) ?? []
    const chosen = /<option(?=[^>]*selected)[^>]*value="([^"]*)"/.exec(inside)?.[1] ?? value
    fields[name] = chosen
  }
  await post(staged, { match: 'skip', ...fields })
  const tried = await finished(staged)
  await post(`${staged}/run`, { rows })
  return { staged, columns, fields, tried, done: await finished(staged) }
}

async function finished(path: string): Promise<string> {
  let html = ''
  await until(async () => {
    html = await (await browser().request(url(path))).text()
    return !html.includes('<progress')
  }, 'the end of the import')
  return html
}

test('without a connection every call says so, and nothing is offered', async () => {
  const { admin } = server.people
  const notconnected = [400, 'You are not authenticated to Xero', 'notconnected']
  for (const path of ['customers', 'suppliers', 'inventory', 'accounts']) {
    const { status, body } = await admin.get(`/xero/${path}`)
    expect([status, body.message, body.code]).toEqual(notconnected)
  }
  for (const path of ['/api/accountcodes/sync', '/api/inventory/sync?platform=xero']) {
    const { status, body } = await admin.post(path)
    expect([status, body.message, body.code]).toEqual(notconnected)
  }
  const page = await browser().request(url('/admin/accountcodes'))
  expect(await page.text()).not.toContain('Sync with Xero')
  expect(flashOf(await post('/xero/lists/clients'))?.message).toBe('You are not authenticated to Xero')
})

describe('connected', () => {
  beforeAll(async () => {
    await connectXero(server, tenant.tenantId)
    books().Contacts.push(
      contact('Abel & Sons', {
        AccountNumber: 'ABE',
        FirstName: 'Ann',
        LastName: 'Abel',
        EmailAddress: 'ann@abel.test',
        TaxNumber: '4123456789',
        Addresses: [
          { AddressType: 'POBOX' },
          { AddressType: 'STREET', AddressLine1: '1 Long Street', City: 'Cape Town', PostalCode: '8001' },
        ],
        Phones: [
          { PhoneType: 'DEFAULT', PhoneCountryCode: '+27', PhoneAreaCode: '21', PhoneNumber: '555 1234' },
        ],
      }),
      contact('=HYPERLINK("x")'),
      contact('Timber Co', { IsCustomer: false, IsSupplier: true }),
      contact('Gone Ltd', { ContactStatus: 'ARCHIVED' }),
    )
  })

  test('the lists are read as Xero has them, by the right to write their records', async () => {
    const { admin, agent, stakeholder } = server.people
    const customers = await expectOk(admin.get('/xero/customers'))
    expect(customers.map(({ name }: { name: string }) => name)).toEqual(['Abel & Sons', '=HYPERLINK("x")'])
    expect((await expectOk(admin.get('/xero/suppliers')))[0]).toMatchObject({ name: 'Timber Co' })
    const accounts = await expectOk(admin.get('/xero/accounts'))
    expect(accounts[0]).toMatchObject({ code: '200', name: 'Sales', Class: 'REVENUE', TaxType: 'OUTPUT3' })
    expect((await stakeholder.get('/xero/customers')).status).toBe(403)
    expect((await agent.get('/xero/accounts')).status).toBe(403)
  })

  test('contacts come in through the import: columns shown, tried, and taken back', async () => {
    const { columns, tried, staged, done } = await bringIn('clients')
    expect(columns).toContain('ContactID')
    expect(tried.replace(/<[^>]+>/g, ' ')).toContain('Import 2 clients')
    expect(done).toContain('Xero.csv')
    const { admin } = server.people
    const abel = (await listClients(admin)).find(({ name }) => name === 'Abel & Sons')
    expect(abel).toMatchObject({
      ...{ code: 'ABE', contactname: 'Ann Abel', contactemail: 'ann@abel.test', vatnumber: '4123456789' },
      ...{
        contactnumber: '+27 21 555 1234',
        addressline1: '1 Long Street',
        city: 'Cape Town',
        postalcode: '8001',
      },
    })
    // As it stands there, without the sign that protects a spreadsheet.
    expect((await listClients(admin)).map(({ name }) => name)).toContain('=HYPERLINK("x")')
    expect((await listClients(admin)).map(({ name }) => name)).not.toContain('Timber Co')
    await post(`${staged}/undo`)
    expect((await listClients(admin)).map(({ name }) => name)).not.toContain('Abel & Sons')
    await bringIn('clients')
  })

  test('what is here already stays as it is', async () => {
    const { admin } = server.people
    const abel = (await listClients(admin)).find(({ name }) => name === 'Abel & Sons')
    await expectOk(admin.patch(`/api/clients/${abel?.id}`, { version: abel?.version, city: 'Paarl' }))
    await bringIn('clients')
    const after = (await listClients(admin)).filter(({ name }) => name === 'Abel & Sons')
    expect(after.map(({ city }) => city)).toEqual(['Paarl'])
  })

  test('the same name twice is told, and the others may come in', async () => {
    books().Contacts.push(contact('Twin Ltd'), contact('twin ltd'), contact('Single Ltd'))
    const { tried } = await bringIn('clients', 'good')
    expect(tried).toContain('“twin ltd” is taken by “Twin Ltd” of Xero.')
    for (const words of ['Mend what is wrong in Xero and bring the list in again', 'Back to Xero'])
      expect(tried).toContain(words)
    expect(tried).not.toMatch(/choose it again|another file/i)
    const names = (await listClients(server.people.admin)).map(({ name }) => name)
    expect(names).toContain('Single Ltd')
    expect(names.filter((name) => name.toLowerCase() === 'twin ltd').length).toBeLessThan(2)
  })

  test.each([
    [
      'cut in the middle',
      () => new Response('{"Contacts": [{"Name": "Ha', { headers: { 'content-type': 'application/json' } }),
    ],
    ['without the list', () => Response.json({ pagination: { page: 1, pageCount: 1, itemCount: 9 } })],
    [
      'with fewer than it says',
      () => Response.json({ Contacts: [contact('A')], pagination: { page: 1, pageCount: 1, itemCount: 2 } }),
    ],
    ['an error of its own', () => new Response('', { status: 500 })],
  ])('half an answer, %s, brings nothing in', async (_, answer) => {
    const before = (await listClients(server.people.admin)).length
    xero.state.nextCalls.push(answer)
    const reply = await post('/xero/lists/clients')
    expect(reply.headers.get('location')).toBe('/xero')
    expect(flashOf(reply)?.message).toMatch(/only a part of the list|cannot be reached/)
    expect((await listClients(server.people.admin)).length).toBe(before)
  })

  test('a page that fails after others came brings nothing in', async () => {
    const many = Array.from({ length: 1_500 }, (_, at) => contact(`Many ${at}`))
    books().Contacts.push(...many)
    xero.state.nextCalls.push(
      () => null,
      () => new Response('', { status: 502 }),
    )
    expect(flashOf(await post('/xero/lists/clients'))?.level).toBe('warning')
    const staged = (await post('/xero/lists/clients')).headers.get('location') as string
    const html = await (await browser().request(url(staged))).text()
    expect(html).toMatch(/1.505/)
    books().Contacts.splice(-1_500)
  })

  test('the Sync menu of account codes brings in what is new, and shows it', async () => {
    const { admin } = server.people
    const page = await browser().request(url('/admin/accountcodes'))
    expect(await page.text()).toContain('Sync with Xero')
    const first = await admin.post('/api/accountcodes/sync')
    expect([first.status, first.body.message]).toEqual([200, 'Success'])
    expect(first.body.data).toContainEqual({ id: expect.any(String), name: 'Sales', barcode: '200' })
    const sales = (await expectOk(admin.get('/api/accountcodes?take=100'))).find(
      ({ code }: { code: string }) => code === '200',
    )
    expect(sales).toMatchObject({ description: 'Sales', type: 0, tax: 'OUTPUT3' })
    const [sale] = books().Accounts
    books().Accounts.push({ ...sale, AccountID: crypto.randomUUID(), Code: '', Name: 'Without a code' })
    const imports = async () =>
      (await (await browser().request(url('/import'))).text()).match(/Xero\.csv/g)?.length
    const before = await imports()
    const left = await admin.post('/api/accountcodes/sync')
    expect(await imports()).toBe(before)
    const tried = await (await browser().request(url(left.body.leftout.open))).text()
    expect(tried).toContain('Nothing new in this list can come in yet.')
    expect(tried).not.toContain('Something has changed')
    expect(left.body).toMatchObject({
      data: [],
      message: 'No new account codes were found',
      leftout: {
        rows: 1,
        reasons: [{ rows: 1, sentence: expect.stringMatching(/^Code of Without a code: /) }],
      },
    })
    books().Accounts.pop()
    const again = await admin.post('/api/accountcodes/sync')
    expect([again.body.data, again.body.message]).toEqual([[], 'No new account codes were found'])
    expect(await imports()).toBe(before)
    // What was new is called so there: a line of it goes to it, and the mapping has nothing to ask.
    const [revenue] = books().Accounts.filter(({ Code }) => Code === '200')
    books().Accounts.push({ ...revenue, AccountID: crypto.randomUUID(), Code: '650', Name: 'New income' })
    expect(await expectOk(admin.post('/api/accountcodes/sync'))).toHaveLength(1)
    const mapping = await (await browser().request(url('/xero/mapping'))).text()
    expect(mapping).toContain('650 - New income')
  })

  test('the Sync menu of inventory brings in items, also with long codes, and tells one that does not fit', async () => {
    books().Items.push(
      { ItemID: crypto.randomUUID(), Code: 'BOLT', Name: 'Bolt', PurchaseDetails: { UnitPrice: 1.2345 } },
      { ItemID: crypto.randomUUID(), Code: 'L'.repeat(45), Name: 'A code over thirty characters' },
      { ItemID: crypto.randomUUID(), Code: 'X'.repeat(80), Name: 'Does not fit' },
      { ItemID: crypto.randomUUID(), Code: 'WORDS', Description: 'd'.repeat(201) },
    )
    const { admin, agent } = server.people
    const { body } = await admin.post('/api/inventory/sync?platform=xero')
    expect(body.data.map(({ name }: { name: string }) => name)).toEqual([
      'Bolt',
      'A code over thirty characters',
    ])
    expect(body.total).toBe(2)
    expect(body.leftout).toEqual({
      rows: 2,
      reasons: [
        { rows: 1, sentence: expect.stringMatching(/^Code of X{59}…: /) },
        { rows: 1, sentence: expect.stringMatching(/^Stock name of WORDS: The text has 201 characters/) },
      ],
      open: expect.stringMatching(/^\/import\/inventory\//),
    })
    const done = await (await browser().request(url(body.leftout.open))).text()
    expect(done).toContain('2 rows were left out for what is wrong in them.')
    expect(done).toContain('/refused"')
    const others = books().Items.splice(0, 2)
    const refused = await admin.post('/api/inventory/sync?platform=xero')
    expect([refused.status, refused.body.message]).toEqual([
      400,
      `Nothing came in. 2 rows were left out for what is wrong in them. ${body.leftout.reasons.map(({ sentence }: { sentence: string }) => sentence).join(' ')}`,
    ])
    books().Items.push(...others)
    expect(await expectOk(admin.get('/api/inventory/BOLT'))).toMatchObject({ materialname: 'Bolt' })
    expect((await agent.post('/api/inventory/sync?platform=xero')).status).toBe(403)
  })

  test('an organisation that was disconnected there brings nothing in, and says so', async () => {
    const [mine] = xero.state.tenants.splice(0, 1)
    expect(flashOf(await post('/xero/lists/clients'))?.message).toBe('Code has expired')
    const page = await (await browser().request(url('/xero'))).text()
    expect(page).toContain('The organisation was disconnected from Joblane in Xero.')
    xero.state.tenants.unshift(mine as (typeof xero.state.tenants)[number])
  })
})
