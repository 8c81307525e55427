import { afterAll, beforeAll, expect, test } from 'bun:test'
import { EMPTY_ID } from '#server/http/fields.ts'
import { expectOk, expectRefused, htmxRequest } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let sales: string
let rent: string
const url = '/api/accountcodes'
beforeAll(async () => {
  server = await startTestServer()
  const { admin } = server.people
  sales = (await expectOk(admin.post(url, { code: '1000', description: 'Sales', type: 0 }))).id
  rent = (await expectOk(admin.post(url, { code: '4000', description: 'Rent', type: 1 }))).id
})
afterAll(() => server.stop())

test('code and description must be given, rates have a decimal comma, the override two digits', async () => {
  const { admin } = server.people
  expect(await expectRefused(admin.post(url, {}))).toEqual(['code', 'description'])
  const made = await expectOk(
    admin.post(url, { code: '1100', description: 'Labour', rate: '12,5', vat: '15' }),
  )
  expect(made).toMatchObject({ type: 0, rate: 12.5, vat: 15 })
  for (const rate of ['a', '1,2,3', '-1'])
    expect(await expectRefused(admin.post(url, { code: 'x', description: 'x', rate })), rate).toEqual([
      'rate',
    ])
  for (const vat of ['100', '15,555', '-1'])
    expect(await expectRefused(admin.post(url, { code: 'x', description: 'x', vat })), vat).toEqual(['vat'])
  expect(await expectRefused(admin.post(url, { code: '1100', description: 'again' }))).toEqual(['code'])
})

test('the miscellaneous codes are chosen by type, kept in use, and of their type', async () => {
  const { admin } = server.people
  const misc = (type: number) => expectOk(admin.get(`${url}/misc?type=${type}`))
  expect([await misc(0), await misc(1)]).toEqual([null, null])
  expect(await expectOk(admin.patch(`${url}/${sales}/misc?type=0`))).toMatchObject({
    id: sales,
    code: '1000',
  })
  expect(await misc(0)).toMatchObject({ code: '1000', description: 'Sales' })
  expect(await expectRefused(admin.patch(`${url}/${rent}/misc?type=0`))).toEqual(['type'])
  expect(await expectRefused(admin.patch(`${url}/${rent}/misc?type=2`))).toEqual(['type'])
  expect(await expectRefused(admin.patch(`${url}/${rent}/misc`))).toEqual(['type'])
  expect((await admin.delete(`${url}/${sales}`)).body).toMatchObject({ code: 'inuse' })
  expect(await expectRefused(admin.patch(`${url}/${sales}`, { type: 1 }))).toEqual(['type'])
  await expectOk(admin.patch(`${url}/${EMPTY_ID}/misc?type=0`))
  expect(await misc(0)).toBeNull()
  await expectOk(admin.delete(`${url}/${sales}`))
  expect(await expectRefused(admin.patch(`${url}/${sales}/misc?type=0`))).toEqual(['id'])
  await expectOk(admin.patch(`${url}/${sales}`, { archived: false }))
})

test('the Manage page offers the codes of each type by code and description, and stores a choice at once', async () => {
  const { admin } = server.people
  const { html } = await htmxRequest(server, admin, 'GET', '/admin/manage?tab=accounting')
  const [, income = '', expense = ''] = html.split('/admin/manage/misc/')
  expect([income.includes('1000 - Sales'), income.includes('4000 - Rent')]).toEqual([true, false])
  expect([expense.includes('4000 - Rent'), expense.includes('1000 - Sales')]).toEqual([true, false])
  const { status, trigger } = await htmxRequest(server, admin, 'POST', '/admin/manage/misc/1', { id: rent })
  expect([status, trigger.snackbar.message]).toEqual([200, 'Account code saved'])
  expect((await expectOk(admin.get(`${url}/misc?type=1`))).id).toBe(rent)
  expect((await htmxRequest(server, admin, 'POST', '/admin/manage/misc/0', { id: rent })).status).toBe(422)
})

test('without a connection, the call says so and the page offers nothing', async () => {
  const { admin, management, agent } = server.people
  const { status, body } = await admin.post(`${url}/sync`)
  expect([status, body.message]).toEqual([400, 'You are not authenticated to Xero'])
  expect((await agent.post(`${url}/sync`)).status).toBe(403)
  expect((await management.patch(`${url}/${rent}/misc?type=1`)).status).toBe(403)
  expect((await htmxRequest(server, admin, 'GET', '/admin/accountcodes')).html).not.toContain('Sync')
})

test('stays inside its account', async () => {
  expect((await server.other.patch(`${url}/${rent}/misc?type=1`)).status).toBe(404)
  expect(await expectOk(server.other.get(`${url}/misc?type=1`))).toBeNull()
})

test('an own rate holds from a day on, which the list shows and the form keeps', async () => {
  const { admin } = server.people
  const vatchanges = [{ since: '2027-04-01', vat: '15,25' }]
  const { id } = await expectOk(admin.post(url, { code: '1200', description: 'Books', vat: 0, vatchanges }))
  const read = async () => (await expectOk(admin.get(`${url}/${id}`))).vatchanges
  expect(await read()).toEqual([{ since: '2027-04-01', vat: 15.25 }])
  const list = await htmxRequest(server, admin, 'GET', '/admin/accountcodes')
  expect(list.html.replaceAll('\u00a0', ' ')).toMatch(/0 %.*15,25 % from 1 Apr 2027/)
  const dialog = await htmxRequest(server, admin, 'GET', `/admin/accountcodes/${id}`)
  expect(dialog.html).toMatch(/name="vatchanges"[^>]*value="2027-04-01"/)
  const form = (days: string[]): [string, string][] => [
    ...Object.entries({ code: '1200', description: 'Books' }),
    ...days.map((day): [string, string] => ['vatchanges', day]),
    ...['15', '', ''].map((rate): [string, string] => ['vatpercents', rate]),
  ]
  const path = `/admin/accountcodes/${id}`
  expect(
    (await htmxRequest(server, admin, 'PATCH', path, form(['2027-04-01', '2028-04-01', '']))).status,
  ).toBe(200)
  expect(await read()).toEqual([
    { since: '2027-04-01', vat: 15 },
    { since: '2028-04-01', vat: null },
  ])
  expect((await htmxRequest(server, admin, 'PATCH', path, form(['', '', '']))).html).toContain(
    'data-field="vatchanges"',
  )
  expect(
    await expectRefused(admin.patch(`${url}/${id}`, { vatchanges: [{ since: null, vat: 15 }] })),
  ).toEqual(['vatchanges'])
})
