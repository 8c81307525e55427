import { afterAll, beforeAll, expect, test } from 'bun:test'
import { expectOk, expectRefused, htmxRequest } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const url = '/api/categories'

test('items and jobs have lists of their own in one table', async () => {
  const { admin } = server.people
  expect(await expectOk(admin.post(url, { name: 'Paint' }))).toMatchObject({
    jobcategory: false,
    colour: '#eeeeee',
  })
  await expectOk(admin.post(url, { name: 'Service', jobcategory: true, frequency: 'monthly' }))
  const names = async (query: string) =>
    (await expectOk(admin.get(`${url}?${query}`))).map(({ name }: { name: string }) => name)
  expect(await names('jobcategory=true')).toEqual(['Service'])
  expect(await names('jobcategory=false')).toEqual(['Paint'])
  expect(await names('')).toEqual(['Paint', 'Service'])
  const page = async (query: string) =>
    (await htmxRequest(server, admin, 'GET', `/admin/categories${query}`)).html
  expect(await page('')).toContain('>Paint')
  expect(await page('')).not.toContain('>Service')
  expect(await page('?jobcategory=true')).toContain('>Service')
})

test('the dialog shows what its kind of category has, and leaves the rest alone', async () => {
  const { admin } = server.people
  const dialog = async (query: string) =>
    (await htmxRequest(server, admin, 'GET', `/admin/categories/new${query}`)).html
  expect(await dialog('')).toContain('name="vatexempt"')
  expect(await dialog('')).not.toContain('name="frequency"')
  expect(await dialog('?jobcategory=true')).toContain('name="frequency"')
  expect(await dialog('?jobcategory=true')).toContain(
    '<input type="hidden" name="jobcategory" value="true"/>',
  )
  await htmxRequest(server, admin, 'POST', '/admin/categories', {
    name: 'Install',
    jobcategory: 'true',
    frequency: 'weekly',
  })
  const [made] = await expectOk(admin.get(`${url}?search=install`))
  expect(made).toMatchObject({ jobcategory: true, frequency: 'weekly' })
  await expectOk(admin.patch(`${url}/${made.id}`, { vatexempt: true }))
  await htmxRequest(server, admin, 'PATCH', `/admin/categories/${made.id}`, { name: 'Install' })
  expect(await expectOk(admin.get(`${url}/${made.id}`))).toMatchObject({ jobcategory: true, vatexempt: true })
})

test('an account code is read back with its description; frequency, class and colour are closed', async () => {
  const { admin } = server.people
  const code = await expectOk(
    admin.post('/api/accountcodes', { code: '4000', description: 'Sales', vat: '14' }),
  )
  const made = await expectOk(admin.post(url, { name: 'Sold', accountcode: code.id, inventoryclass: 1 }))
  expect(made.accountcode).toEqual({ id: code.id, name: '4000 - Sales' })
  for (const wrong of [
    { frequency: 'hourly' },
    { inventoryclass: 6 },
    { colour: 'red' },
    { accountcode: made.id },
  ])
    expect(await expectRefused(admin.patch(`${url}/${made.id}`, wrong))).toEqual(Object.keys(wrong))
})

test('account codes: both mandatory, one of a kind, a VAT override of two digits and two decimals', async () => {
  const { admin } = server.people
  const codes = '/api/accountcodes'
  expect(await expectRefused(admin.post(codes, {}))).toEqual(['code', 'description'])
  expect(await expectRefused(admin.post(codes, { code: ' ', description: '' }))).toEqual([
    'code',
    'description',
  ])
  expect(await expectRefused(admin.post(codes, { code: '4000', description: 'Again' }))).toEqual(['code'])
  for (const vat of [100, '14,555', -1])
    expect(await expectRefused(admin.post(codes, { code: '1', description: 'x', vat }))).toEqual(['vat'])
  expect(await expectRefused(admin.post(codes, { code: '1', description: 'x', type: 2 }))).toEqual(['type'])
  await expectOk(admin.post(codes, { code: '4500', description: 'Old rate', vat: '14,5' }))
  await expectOk(admin.post(codes, { code: '5000', description: 'Purchases', type: '1' }))
  const { body } = await admin.get(`${codes}?type=1`)
  expect(body.data.map(({ code }: { code: string }) => code)).toEqual(['5000'])
})
