import { afterAll, beforeAll, expect, test } from 'bun:test'
import { expectOk } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

// Specification 2, section 3, to the letter; `version` is decision A6.
const entities: Record<string, { fields: string; body: object; alone?: string }> = {
  organisations: {
    body: { name: 'Workshop', city: 'Paarl' },
    fields: `id name prefix colour logofile location registrationnumber board reviewinvoices flagdefault number email
      bank accountnumber branchcode vatnumber vat finyearend estimateterms invoiceterms poterms archived version`,
  },
  accountcodes: {
    body: { code: '0400', description: 'Sales' },
    fields: 'id code description name rate vat type tax archived version',
  },
  categories: {
    body: { name: 'Steel', vatexempt: true },
    fields: `id name jobcategory colour accountcode inventoryclass vatexempt nonpickable defaultproduct custom archived
      version`,
  },
  locations: {
    body: { name: 'Yard', city: 'Paarl' },
    fields: `id name client addressline1 addressline2 addressline3 addressline4 city province country postalcode
      contactname contactnumber contactemail responsibilityid responsibilityname archived version`,
    alone: 'history',
  },
  divisions: { body: { name: 'North' }, fields: 'id name archived version' },
  inventory: {
    body: { code: 'R-1', materialname: 'Flat bar', baseunit: 'm' },
    fields: `id code make model materialname materialcode category consignmentcode defaultponote inventoryclass
      defaultstorageid supplier archived rate mupercent muamount exclusive nonbillable unitweight unitmass unitseconds
      maxperjob leadtime packagingassetcode packagingquantity minimumproductionvolume minimumordervolume
      minimumfinishedgoodsvolume baseunit units version`,
    alone: 'history',
  },
  equipment: { body: { name: 'Grinder' }, fields: 'id name barcode version' },
  storage: { body: { name: 'Shelf' }, fields: 'name barcode version' },
}

const words = (text: string) => text.split(/\s+/)
const made: Record<string, string> = {}

for (const [table, { body, fields, alone }] of Object.entries(entities))
  test(`${table}: every field of the specification stands in the list and in the record`, async () => {
    const { admin } = server.people
    const { id } = await expectOk(admin.post(`/api/${table}`, body))
    made[table] = id
    const { data, total } = (await admin.get(`/api/${table}?take=500`)).body
    expect(total).toBe(data.length)
    const listed = data.find((one: { id: string }) => one.id === id)
    expect(words(fields).filter((name) => !(name in listed))).toEqual([])
    const one = await expectOk(admin.get(`/api/${table}/${id}?start=2000-01-01&end=2099-12-31`))
    expect([...words(fields), ...(alone ? [alone] : [])].filter((name) => !(name in one))).toEqual([])
  })

test('an item tells of its category whether it is exempt or archived, a unit whose it is by its name', async () => {
  const { admin } = server.people
  await expectOk(admin.patch(`/api/inventory/${made.inventory}`, { category: made.categories }))
  const category = { id: made.categories, name: 'Steel', vatexempt: true, archived: false }
  expect((await expectOk(admin.get(`/api/inventory/${made.inventory}`))).category).toEqual(category)
  expect((await expectOk(admin.get('/api/inventory')))[0].category).toEqual(category)
  await expectOk(admin.post('/api/units', { inventoryid: made.inventory, name: 'bar', ratiotobase: '1/6' }))
  const [unit] = await expectOk(admin.get(`/api/inventory/units/${made.inventory}`))
  expect(unit.inventoryid).toEqual({ id: made.inventory, name: 'Flat bar' })
})

test('an organisation tells its address as its location, and the first board that names it', async () => {
  const { admin } = server.people
  const path = `/api/organisations/${made.organisations}`
  expect(await expectOk(admin.get(path))).toMatchObject({ board: null, location: { city: 'Paarl' } })
  const organisation = made.organisations
  const [first, second] = [
    await expectOk(admin.post('/api/boards', { name: 'First', organisation })),
    await expectOk(admin.post('/api/boards', { name: 'Second', organisation })),
  ]
  expect((await expectOk(admin.get(path))).board).toEqual({ id: first.id, name: 'First' })
  const [role] = await expectOk(admin.get('/api/auth/roles')).then((roles: { id: string; name: string }[]) =>
    roles.filter(({ name }) => name === 'Agent'),
  )
  await expectOk(
    admin.post('/api/boards/permissions', { boardid: first.id, roleid: role?.id, permission: 'none' }),
  )
  expect((await expectOk(admin.get(path))).board).toEqual({ id: second.id, name: 'Second' })
})

test('history comes by pages and by days, with its total, and only to who may see it', async () => {
  const { admin, jobs } = server.people
  const { id } = await expectOk(admin.post('/api/locations', { name: 'Gate' }))
  for (const city of ['Ceres', 'Wellington', 'Tulbagh'])
    await expectOk(admin.patch(`/api/locations/${id}`, { city }))
  const path = `/api/locations/${id}/history`
  const page = (await admin.get(`${path}?take=2&skip=1`)).body
  expect(page.total).toBe(4)
  expect(page.data.map(({ newvalue }: { newvalue: string }) => newvalue)).toEqual(['Wellington', 'Ceres'])
  expect((await admin.get(`${path}?end=2001-01-01`)).body).toEqual({ data: [], total: 0 })
  expect((await admin.get(`${path}?start=2001-01-01`)).body.total).toBe(4)
  expect((await admin.get(`${path}?start=soon`)).status).toBe(400)
  expect((await jobs.get(path)).status).toBe(403)
  expect((await jobs.get(`/api/inventory/${made.inventory}/history`)).status).toBe(403)
  expect((await expectOk(jobs.get(`/api/locations/${id}`))).history).toEqual([])
  expect((await expectOk(admin.get(`/api/locations/${id}?end=2001-01-01`))).history).toEqual([])
})

test('what is a list says how many there are, also where it is never paged', async () => {
  const { admin } = server.people
  const board = await expectOk(admin.post('/api/boards', { name: 'Third' }))
  for (const path of [
    `/api/inventory/units/${made.inventory}`,
    `/api/inventory/${made.inventory}/classes`,
    `/api/inventory/${made.inventory}/prices`,
    `/api/locations/name/Yard`,
    `/api/locations/${made.locations}/sublocations`,
    `/api/locations/stakeholders/${made.locations}`,
    `/api/storage/board/${board.id}`,
    `/api/workers/board/${board.id}`,
    `/api/boards/permissions/${board.id}`,
  ]) {
    const { data, total } = (await admin.get(path)).body
    expect([path, total]).toEqual([path, data.length])
  }
  const boards = (await admin.get('/api/boards?search=IR&skip=1&take=1')).body
  expect([boards.total, boards.data.map(({ name }: { name: string }) => name)]).toEqual([2, ['Third']])
})

test('a figure that is too large is called so', async () => {
  const { admin } = server.people
  for (const rate of ['99999999999999999999', 1e15, 1e300]) {
    const { status, body } = await admin.patch(`/api/inventory/${made.inventory}`, { rate })
    expect([status, body.fields]).toEqual([400, { rate: 'The rate is too large.' }])
  }
})

test('an item is not put into a job category, nor its category turned into one', async () => {
  const { admin } = server.people
  const repairs = await expectOk(admin.post('/api/categories', { name: 'Repairs', jobcategory: true }))
  const { status, body } = await admin.patch(`/api/inventory/${made.inventory}`, { category: repairs.id })
  expect([status, body.fields]).toEqual([400, { category: 'This record cannot be chosen here.' }])
  const turned = await admin.patch(`/api/categories/${made.categories}`, { jobcategory: true })
  expect([turned.status, Object.keys(turned.body.fields)]).toEqual([400, ['jobcategory']])
})

test('stock on hand is asked of 500 items at once', async () => {
  const ids = [made.inventory, ...Array.from({ length: 499 }, () => crypto.randomUUID())]
  const answer = await server.people.admin.get(`/api/inventory/stockonhand?inventoryids=${ids.join(',')}`)
  expect([answer.status, answer.body.total]).toEqual([200, 1])
})
