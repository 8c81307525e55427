import { afterAll, beforeAll, expect, test } from 'bun:test'
import { expectOk, expectRefused, htmxRequest } from '#tests/support/answers.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'
import { createJobFixtures } from '#tests/work/jobs-support.ts'

let server: TestServer
const admin = () => server.people.admin
beforeAll(async () => {
  server = await startTestServer()
  await expectOk(admin().post('/api/clients', { name: 'Old Marina', code: 'OLD', city: 'Knysna' }))
})
afterAll(() => server.stop())

const choices = (who: Client, kind: string, search: string) =>
  expectOk(who.get(`/api/lookup/${kind}?search=${encodeURIComponent(search)}`))
const options = async (who: Client, kind: string, search: string) =>
  (await htmxRequest(server, who, 'GET', `/lookup/${kind}?search=${encodeURIComponent(search)}`)).html

for (const [kind, noun] of [
  ['clients', 'client'],
  ['suppliers', 'supplier'],
  ['locations', 'location'],
  ['inventory', 'item'],
  ['equipment', 'equipment'],
] as const)
  test(`whoever may make one is offered to create the ${noun} that is not found, in calls and on pages`, async () => {
    const create = `/lookup/${kind}/create?search=New+Pier`
    const name = `Create ${noun} “New Pier”`
    expect(await choices(admin(), kind, 'New Pier')).toEqual([{ id: '', name, create }])
    expect(await options(admin(), kind, 'New Pier')).toContain(`data-create="${create}"`)
    const form = await htmxRequest(server, admin(), 'GET', create)
    expect(form.html).toContain(`data-create="/api/${kind}"`)
    expect(form.html).toContain('value="New Pier"')
    expect((await server.people.stakeholder.get(create)).status).toBe(403)
  })

test('a job that is not found is made on a board that the person works on, with its client', async () => {
  const { boardid } = await createJobFixtures(server)
  const create = '/lookup/jobs/create?search=New+Pier'
  const name = 'Create job “New Pier”'
  expect(await choices(admin(), 'jobs', 'New Pier')).toEqual([{ id: '', name, create }])
  expect(await options(admin(), 'jobs', 'New Pier')).toContain(`data-create="${create}"`)
  expect(await options(server.people.stakeholder, 'jobs', 'New Pier')).not.toContain('data-create')
  expect((await server.people.stakeholder.get(create)).status).toBe(403)
  const { html } = await htmxRequest(server, admin(), 'GET', create)
  expect(html).toContain('data-create="/api/jobs"')
  expect(html).toContain('value="New Pier"')
  expect(html).toContain(`value="${boardid}"`)
  const made = await expectOk(admin().post('/api/jobs', { boardid, description: 'New Pier', client: '' }))
  expect(made).toMatchObject({ description: 'New Pier', client: null })
  expect(await options(admin(), 'jobs', made.reference.toLowerCase())).not.toContain('data-create')
})

test('what begins as typed is found first', async () => {
  for (const name of ['Aunt Zebra_s', 'Zebra_s Crossing'])
    await expectOk(admin().post('/api/clients', { name }))
  const names = async (search: string) =>
    (await choices(admin(), 'clients', search)).flatMap(({ id, name }: { id: string; name: string }) =>
      id ? name : [],
    )
  expect(await names('zebra_')).toEqual(['Zebra_s Crossing', 'Aunt Zebra_s'])
  expect(await names('aunt')).toEqual(['Aunt Zebra_s'])
})

test('nothing is created of nothing, nor of what is there, nor without the right', async () => {
  expect(await options(admin(), 'clients', '')).not.toContain('data-create')
  expect(await options(admin(), 'clients', 'old marina ')).not.toContain('data-create')
  expect(await options(admin(), 'clients', 'marina')).toContain('data-create')
  const { jobs } = server.people
  const mayWrite = (await jobs.get('/lookup/clients/create?search=x')).status === 200
  expect((await options(jobs, 'clients', 'New Pier')).includes('data-create')).toBe(mayWrite)
})

test('the form makes what it asks for, and names what is wrong', async () => {
  const made = await expectOk(
    admin().post('/api/inventory', { materialname: 'Angle 40', code: 'A40', baseunit: 'm', rate: '12,5' }),
  )
  expect(made).toMatchObject({ name: 'Angle 40', rate: 12.5 })
  expect(await expectRefused(admin().post('/api/inventory', { materialname: '', code: '' }))).toEqual([
    'materialname',
  ])
  const { html } = await htmxRequest(server, admin(), 'GET', '/lookup/inventory/create?search=A50')
  expect(html.match(/value="A50"/g)).toHaveLength(1)
  const words = [...html.matchAll(/<label[^>]*>([^<]+)/g)].map(([, word]) => word)
  expect(words).toEqual(['Name', 'Unit', 'Cost', 'Price'])
  expect(html.match(/Without VAT/g)).toHaveLength(2)
  expect(html).toMatch(/<input type="checkbox"[^>]*name="keptinstock"[^>]*checked=""/)
})

test('an item of the small form has the price that was typed, or sells at its cost', async () => {
  const make = (materialname: string, rate: string, price: string) =>
    expectOk(admin().post('/api/inventory', { materialname, baseunit: 'hour', rate, price }))
  expect(await make('Plumber', '320', '850')).toMatchObject({ rate: 320, price: 850 })
  expect(await make('Helper', '', '410,5')).toMatchObject({ rate: 0, price: 410.5 })
  expect(await make('Travel', '5,5', '')).toMatchObject({ rate: 5.5, price: 5.5 })
})

test('an item by the hour is work, and not kept in stock unless somebody says so', async () => {
  const make = async (baseunit: string, more: object = {}) =>
    (await expectOk(admin().post('/api/inventory', { materialname: `By ${baseunit}`, baseunit, ...more })))
      .keptinstock
  expect([await make('hour'), await make('Uur'), await make('m')]).toEqual([false, false, true])
  expect(await make('hour', { keptinstock: true })).toBe(true)
})

test('items are offered with their price, what is on hand and what is available, within rights', async () => {
  const values = { materialname: 'Flat bar', make: 'Hulamin', model: 'F 30', code: 'F-30', baseunit: 'm' }
  const item = await expectOk(
    admin().post('/api/inventory', { ...values, rate: 100, mupercent: 25, keptinstock: true }),
  )
  await expectOk(admin().post('/api/inventory/inbound', { inventoryid: item.id, quantity: 12 }))
  const [found] = await choices(admin(), 'inventory', 'flat bar')
  expect(found.name).toBe('Flat bar')
  expect(found.note).toBe('F-30 · Hulamin F 30 · R\u00a0125,00 per m · 12\u00a0m on hand')
})

test('plain words for work find the items of work, whatever they are called', async () => {
  const category = await expectOk(
    admin().post('/api/categories', { name: 'Wages', jobcategory: false, nonpickable: true }),
  )
  const add = (code: string, materialname: string, more: object) =>
    expectOk(admin().post('/api/inventory', { code, materialname, ...more }))
  await add('BNCH', 'Bench', { baseunit: 'hour' })
  await add('FTNG', 'Fitting on site', { baseunit: 'day', category: category.id })
  const found = async (search: string) =>
    (await expectOk(admin().get(`/api/lookup/inventory?search=${search}`))).map(
      ({ name }: { name: string }) => name,
    )
  for (const word of ['labour', 'Labo', 'arbeid'])
    expect(await found(word)).toEqual(expect.arrayContaining(['Bench', 'Fitting on site']))
  expect(await found('la')).not.toContain('Bench')
  expect((await found('fitting')).filter((name: string) => name === 'Fitting on site')).toHaveLength(1)
})

test('the small form asks for what the first papers need of a client, and for the address of a place', async () => {
  const form = async (kind: string) =>
    (await htmxRequest(server, admin(), 'GET', `/lookup/${kind}/create?search=New`)).html
  const client = await form('clients')
  for (const name of ['vatnumber', 'addressline1', 'postalcode', 'contactemail'])
    expect(client).toContain(`name="${name}"`)
  expect(await form('locations')).toContain('name="contactemail"')
})
