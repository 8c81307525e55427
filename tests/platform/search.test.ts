import { afterAll, beforeAll, expect, test } from 'bun:test'
import { parseAmount } from '#server/domains/platform/search/find-records.ts'
import { pageWords } from '#server/domains/platform/search/page-words.ts'
import { menuPages } from '#server/menu-pages.ts'
import { createInvoiceFixtures, type InvoiceFixtures, issueInvoice } from '#tests/sales/invoices-support.ts'
import { expectOk } from '#tests/support/answers.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'
import { addStakeholder } from '#tests/work/jobs-support.ts'

let server: TestServer
let shop: InvoiceFixtures
beforeAll(async () => {
  server = await startTestServer()
  shop = await createInvoiceFixtures(server)
  const { admin } = server.people
  await admin.post('/api/jobs', {
    boardid: shop.boardid,
    description: 'Zebra gate at the yard',
    location: shop.locations[0],
  })
  await admin.post('/api/jobs', { boardid: shop.secondid, description: 'Zebra fence' })
  await admin.post('/clients', { name: 'Zebra Marina' })
  await admin.post('/api/equipment', { name: 'Zebra crate', barcode: 'ZC-1', code: 'ZC' })
})
afterAll(() => server.stop())

const search = async (who: Client, words: string) =>
  (await who.get(`/search?search=${encodeURIComponent(words)}`)).text

test('one page finds jobs, clients, equipment and pages, and links to each', async () => {
  const text = await search(server.people.admin, 'zebra')
  for (const words of ['Zebra gate at the yard', 'Zebra fence', 'Zebra Marina', 'Zebra crate'])
    expect(text).toContain(words)
  expect(text).toMatch(/href="\/[a-z]+\/work-shop\/progress\?open=/)
  expect(text).toMatch(/href="\/clients\/[0-9a-f-]{36}\/overview"/)
  expect(await search(server.people.admin, 'invoices')).toContain('<h2>Pages</h2>')
  expect(await search(server.people.admin, 'nothinghasit')).toContain('Nothing was found.')
})

test('the call answers kind, title, detail and address, of the kinds that are asked for', async () => {
  const { people, other } = server
  const answered = async (who: Client, query: string) => {
    const { body } = await who.get(`/api/search?q=zebra${query}`)
    return body.data.map(({ kind, title }: { kind: string; title: string }) => `${kind} ${title}`).sort()
  }
  expect(await answered(people.admin, '&kinds=client,equipment')).toEqual([
    'client Zebra Marina',
    'equipment Zebra crate',
  ])
  expect(await answered(people.admin, '')).toHaveLength(4)
  expect((await answered(people.admin, '&kinds=job&take=1')).length).toBe(1)
  expect(await answered(other, '')).toEqual([])
  const [client] = (await people.admin.get('/api/search?q=zebra&kinds=client')).body.data
  expect(client).toEqual({
    kind: 'client',
    id: client.id,
    title: 'Zebra Marina',
    detail: client.detail,
    url: `/clients/${client.id}/overview`,
  })
  expect((await people.admin.get('/api/search?q=zebra&kinds=secrets')).status).toBe(400)
})

test('each finds only what their claims let them see, also from another account', async () => {
  const { people, other } = server
  const jobs = await search(people.jobs, 'zebra')
  const roles = { clients: jobs.includes('Zebra Marina'), equipment: jobs.includes('Zebra crate') }
  const may = async (path: string) => (await people.jobs.get(path)).status === 200
  expect(roles).toEqual({ clients: await may('/api/clients'), equipment: await may('/api/equipment') })
  expect(await search(other, 'zebra')).toContain('Nothing was found.')
})

test('a job card is looked for by “card” before a bank card', async () => {
  const text = await search(server.people.admin, 'card')
  const places = ['progress"', '/jobs"', '#new"', '/subscription"'].map((end) => text.indexOf(end))
  expect(places.every((at) => at > 0)).toBe(true)
  expect(places).toEqual(places.toSorted((one, other) => one - other))
})

test('a stakeholder finds the jobs of their own locations alone, and no client', async () => {
  const { stakeholder } = server.people
  await addStakeholder(server, shop.locations[0], stakeholder.userid)
  const text = await search(stakeholder, 'zebra')
  expect(text).toContain('Zebra gate')
  expect(text).not.toContain('Zebra fence')
  expect(text).not.toContain('Zebra Marina')
})

test('workers are found by name, title and code, by those who may see them', async () => {
  const { people } = server
  const made = await people.admin.post('/api/workers', {
    name: 'Quinton Welder',
    title: 'Boilermaker',
    code: 'QW7',
  })
  const link = `href="/admin/workers/${made.body.data.id}"`
  for (const words of ['quinton', 'boilerm', 'QW7']) expect(await search(people.admin, words)).toContain(link)
  expect(await search(people.stakeholder, 'quinton')).not.toContain(link)
  await people.admin.patch(`/api/workers/${made.body.data.id}`, { name: 'Renier' })
  expect(await search(people.admin, 'quinton')).not.toContain(link)
  expect(await search(people.admin, 'renier')).toContain(link)
})

test.each<[string, number | undefined]>([
  ['R 1 234,56', 123_456],
  ['R1234', 123_400],
  ['1234.56', 123_456],
  ['1,234.56', 123_456],
  ['r 1\u00a0234,50', 123_450],
  ['1234', undefined],
  ['J1234', undefined],
  ['12.345', undefined],
  ['R', undefined],
])('%s is an amount, or none', (typed, cents) => expect(parseAmount(typed)).toBe(cents))

test('a job is found by its client’s name, after those whose own words hold it, by who sees the job', async () => {
  const { admin, jobs } = server.people
  const heron = await expectOk(admin.post('/api/clients', { name: 'Heron Shipping', contactname: 'Petrel' }))
  const job = (fields: object) => expectOk(admin.post('/api/jobs', { boardid: shop.boardid, ...fields }))
  await job({ description: 'Anchor rope', client: heron.id })
  await job({ description: 'Sign for the heron pond' })
  await expectOk(
    admin.post('/api/jobs', { boardid: shop.secondid, description: 'Ladder', client: heron.id, status: 2 }),
  )
  const details = async (who: Client, q: string) =>
    (await who.get(`/api/search?q=${q}&kinds=job`)).body.data.map(({ detail }: { detail: string }) => detail)
  const found = await details(admin, 'heron')
  expect(found[0]).toBe('Sign for the heron pond')
  expect(found.toSorted()).toEqual([
    'Anchor rope · Heron Shipping',
    'Ladder · Heron Shipping',
    'Sign for the heron pond',
  ])
  // Who lacks clients still reads the client of a job, and nothing else of it.
  const theirs = (await jobs.get('/api/jobs')).body.data.map(({ id }: { id: string }) => id)
  const shown = (await jobs.get('/api/search?q=heron%20shipping&kinds=job')).body.data
  expect(shown.every(({ id }: { id: string }) => theirs.includes(id))).toBe(true)
  expect(await details(admin, 'petrel')).toEqual([])
})

test('an item is found by the name of its category, after those of that name', async () => {
  const { admin } = server.people
  const category = (await expectOk(admin.post('/api/categories', { name: 'Labour and travel' }))).id
  for (const materialname of ['Qualified plumber', 'Labourer’s gloves'])
    await expectOk(admin.post('/api/inventory', { code: materialname, materialname, category }))
  const found = await expectOk(admin.get('/api/search?q=labour&kinds=item'))
  expect(found.map(({ title }: { title: string }) => title)).toEqual([
    'Labourer’s gloves',
    'Qualified plumber',
  ])
  expect(await expectOk(admin.get('/api/search?q=labour+plumber&kinds=item'))).toMatchObject([])
})

test('an amount finds the invoices that come to it, of what the person may see', async () => {
  const { id, number } = await issueInvoice(shop, 1073.53)
  const link = `href="/invoices/${id}"`
  for (const words of ['R 1 234,56', '1234.56', 'R1,234.56'])
    expect(await search(server.people.admin, words)).toContain(link)
  expect(await search(server.people.admin, 'R 1 234,57')).not.toContain(link)
  expect(await search(server.people.jobs, '1234.56')).not.toContain(link)
  const { body } = await server.people.admin.get('/api/search?q=R%201%20234,56&kinds=invoice')
  expect(body.data).toMatchObject([{ kind: 'invoice', id, title: number }])
})

test('what may be done is found beside pages, within rights, and a job begins on a board', async () => {
  const text = await search(server.people.admin, 'new')
  expect(text).toContain('<h2>Do</h2>')
  expect(text).toContain('href="/clients/new"')
  expect(text).toMatch(/href="\/[a-z]+\/work-shop\/progress#new"/)
  expect(await search(server.people.admin, 'take stock')).toContain('Take stock')
  expect(await search(server.people.admin, 'payments')).toContain('href="/invoices/payments"')
  const { stakeholder } = server.people
  expect(await search(stakeholder, 'new')).not.toContain('href="/clients/new"')
  for (const words of ['new', 'take', 'import', 'invite', 'payments'])
    for (const [, href] of (await search(server.people.jobs, words)).matchAll(/<a href="([^"#]+)"/g))
      expect((await server.people.jobs.get(href!)).status, href).toBeLessThan(400)
})

test('words that were not looked for are named', async () => {
  const words = 'zebra gate yard aaa bbb ccc ddd eee fff ggg hhh'
  expect(await search(server.people.admin, words)).toContain('not looked for')
  expect(await search(server.people.admin, 'zebra zebra gate')).not.toContain('not looked for')
})

const groupsOf = (text: string) => [...text.matchAll(/<h2>([^<]+)<\/h2>/g)].map(([, name]) => name)
const firstLink = (text: string) => text.match(/<ul class="found"[^>]*><li[^>]*><a [^>]*?href="([^"]+)"/)?.[1]

test('the group of the best match stands first, and in it the best match', async () => {
  const { admin } = server.people
  await admin.post('/api/jobs', { boardid: shop.boardid, description: 'Quagga pump at Quagga Farm' })
  await admin.post('/clients', { name: 'Old Quagga Farm' })
  await admin.post('/clients', { name: 'Quagga Farm' })
  await admin.post('/api/equipment', { name: 'Quagga', barcode: 'QG-1', code: 'QG' })
  for (let i = 0; i < 6; i++) await admin.post('/clients', { name: `Subquagga ${i}` })
  expect(groupsOf(await search(admin, 'quagga'))).toEqual(['Equipment', 'Clients', 'Jobs'])
  expect(groupsOf(await search(admin, 'quagga farm'))).toEqual(['Clients', 'Jobs'])
  expect(groupsOf(await search(admin, 'quagga pump'))).toEqual(['Jobs'])
  const { body } = await admin.get('/api/search?q=quagga&take=2')
  expect(body.data.map(({ title }: { title: string }) => title).slice(0, 3)).toEqual([
    'Quagga',
    'Quagga Farm',
    'Old Quagga Farm',
  ])
})

test('pages and what may be done are found by the words that people use for them', async () => {
  const typed: Record<string, RegExp> = {
    'new quote': /progress#new$/,
    'create job': /progress#new$/,
    'make invoice': /^\/jobs\?stage=complete$/,
    bill: /^\/billing$/,
    'add user': /^\/admin\/users\/new$/,
    'add employee': /^\/admin\/(users|workers)\/new$/,
    VAT: /^\/(admin\/organisations|invoices\/vat)$/,
    VAT201: /^\/invoices\/vat$/,
    logo: /^\/customise\/documents$|^\/admin\/organisations$/,
    permissions: /^\/admin\/permissions$/,
    customers: /^\/clients$/,
    'add customer': /^\/clients\/new$/,
    stocktake: /^\/admin\/stock$/,
    excel: /^\/import$/,
    'change password': /^\/account\/profile$/,
    smtp: /^\/account$/,
    'every month': /\/templates$/,
    recurring: /\/templates$/,
    'repeat job': /\/templates$/,
    template: /\/templates$/,
    aged: /^\/invoices\/debtors$/,
    overdue: /^\/invoices(\?state=overdue)?$/,
  }
  for (const [words, href] of Object.entries(typed))
    expect(firstLink(await search(server.people.admin, words)), words).toMatch(href)
})

test('every page of the menu is found by words beside its name, and no words are for no page', () => {
  const pages = menuPages.flatMap(({ entries }) => entries.map(({ page }) => page))
  expect(Object.keys(pageWords).toSorted()).toEqual([...new Set(pages)].toSorted())
})

test('a file is found by the name that was given to it, and shown by that', async () => {
  const { admin } = server.people
  const job = (await admin.post('/api/jobs', { boardid: shop.boardid, description: 'With a file' })).body.data
  const form = new FormData()
  form.set('file', new File(['%PDF-1.4 x'], 'scan_0001.pdf'))
  form.set('filename', 'Wombat drawing')
  form.set('referenceid', job.id)
  expect((await admin.post('/api/documents/file', form)).status).toBeLessThan(300)
  for (const words of ['wombat', 'scan_0001']) {
    const { data } = (await admin.get(`/api/search?q=${words}&kinds=file`)).body
    expect(data.map(({ title }: { title: string }) => title)).toEqual(['Wombat drawing'])
  }
})

test('a client, location and supplier are found by number, address and e-mail, and shown without what they share', async () => {
  const { admin } = server.people
  const reached = {
    contactnumber: '083 555 7788',
    contactemail: 'ouma@kitchen.test',
    addressline1: '9 Quince Lane',
  }
  const { id } = await expectOk(
    admin.post('/api/clients', { name: 'Ouma Kitchens', city: 'Paarl', ...reached }),
  )
  await expectOk(admin.post('/api/locations', { name: 'Quince kitchen', client: id, ...reached }))
  await expectOk(admin.post('/api/suppliers', { name: 'Ouma Supplies', ...reached }))
  type Found = { kind: string; title: string; detail: string }
  const found = async (q: string): Promise<Found[]> =>
    expectOk(admin.get(`/api/search?q=${encodeURIComponent(q)}`))
  for (const q of ['083 555 7788', '0835557788', 'ouma@kitchen', 'quince lane'])
    expect([q, (await found(q)).map(({ title }) => title).sort()]).toEqual([
      q,
      ['Ouma Kitchens', 'Ouma Supplies', 'Quince kitchen'],
    ])
  const [client] = (await found('quince lane')).filter(({ kind }) => kind === 'client')
  expect(client?.detail).toBe('Paarl · 083 555 7788')
  await expectOk(admin.patch(`/api/clients/${id}`, { contactnumber: '084 000 1122' }))
  expect((await found('0840001122')).map(({ title }) => title)).toEqual(['Ouma Kitchens'])
  expect((await found('0835557788')).map(({ title }) => title)).not.toContain('Ouma Kitchens')
})

test('a client and a supplier are found by the numbers on their papers, a supplier’s invoice by its own', async () => {
  const { admin, jobs } = server.people
  const numbers = { vatnumber: '4990001234' }
  const registrationnumber = '2015/424242/07'
  await expectOk(admin.post('/api/clients', { name: 'Papered Client', ...numbers, registrationnumber }))
  const supplier = await expectOk(admin.post('/api/suppliers', { name: 'Papered Timber', ...numbers }))
  const lines = [{ description: 'Rent', quantity: 1, rate: 10 }]
  const bill = { supplier: supplier.id, number: 'TMB/88123', lines }
  const { id } = await expectOk(admin.post('/api/supplierinvoices', bill))
  type Found = { kind: string; title: string; detail: string; url: string }
  const found = async (q: string, who = admin): Promise<Found[]> =>
    expectOk(who.get(`/api/search?q=${encodeURIComponent(q)}`))
  expect((await found('4990001234')).map(({ title }) => title)).toEqual(['Papered Client', 'Papered Timber'])
  expect((await found('2015/424242')).map(({ title }) => title)).toEqual(['Papered Client'])
  const invoice = { kind: 'supplierinvoice', title: 'TMB/88123', detail: 'Papered Timber' }
  expect(await found('88123')).toMatchObject([{ ...invoice, url: `/supplierinvoices/${id}` }])
  expect(await search(admin, 'TMB/88123')).toContain(`href="/supplierinvoices/${id}"`)
  expect(await found('88123', jobs)).toEqual([])
  await expectOk(admin.patch(`/api/suppliers/${supplier.id}`, { name: 'Renamed Timber' }))
  expect(await found('88123')).toMatchObject([{ ...invoice, detail: 'Renamed Timber' }])
  await expectOk(admin.patch(`/api/supplierinvoices/${id}`, { number: 'TMB/88124' }))
  expect(await found('88123')).toEqual([])
})

test('a client who is not found is offered to be made, with the name, to whoever may', async () => {
  const { admin, jobs } = server.people
  expect(await search(admin, 'Mrs Dlamini')).toContain('href="/clients/new?name=Mrs+Dlamini"')
  expect(await search(jobs, 'Mrs Dlamini')).not.toContain('/clients/new')
  expect(await search(admin, '12 345')).not.toContain('/clients/new')
  expect((await admin.get('/clients/new?name=Mrs+Dlamini')).text).toMatch(
    /<input[^>]* name="name"[^>]* value="Mrs Dlamini"/,
  )
  await expectOk(admin.post('/api/clients', { name: 'Mrs Dlamini' }))
  expect(await search(admin, 'Mrs Dlamini')).not.toContain('/clients/new')
})
