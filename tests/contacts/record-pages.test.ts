import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { jobs } from '#db/schema/tenant/index.ts'
import { expectOk, htmxRequest } from '#tests/support/answers.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'
import { addStakeholder, by, createJobFixtures, type JobFixtures } from '#tests/work/jobs-support.ts'

let server: TestServer
let shop: JobFixtures
let item: { id: string }
let supplier: { id: string }
const admin = () => server.people.admin

async function makeJob(description: string, location?: string) {
  const values = { boardid: shop.boardid, description, client: shop.clients[0], location }
  const job = await expectOk(admin().post('/api/jobs', values))
  const line = { jobid: job.id, role: 1, inventoryid: item.id, estimated: 4, consumed: 3 }
  await expectOk(admin().post('/api/materials', line))
  await expectOk(admin().post(`/api/jobs/${job.id}/notes`, { message: `A note on ${description}` }))
  return job
}

const sendEstimate = (id: string, sent: string) =>
  server.services.tenants.write(server.accountid, by, (tx) =>
    tx.db.update(jobs).set({ estimatesentutc: sent }).where(eq(jobs.id, id)).run(),
  )

const setStatus = (description: string, status: number) =>
  server.services.tenants.write(server.accountid, by, (tx) => {
    tx.db.update(jobs).set({ status }).where(eq(jobs.description, description)).run()
    tx.invalidateCaches()
  })

beforeAll(async () => {
  server = await startTestServer()
  shop = await createJobFixtures(server)
  supplier = await expectOk(admin().post('/api/suppliers', { name: 'Steel & Tube' }))
  const values = { code: 'SHS50', materialname: 'Square tube', baseunit: 'm', rate: 100, mupercent: 25 }
  item = await expectOk(
    admin().post('/api/inventory', { ...values, keptinstock: true, supplier: supplier.id }),
  )
  const gate = await makeJob('Gate', shop.locations[0])
  await makeJob('Fence')
  await sendEstimate(gate.id, '2026-11-20T08:00:00.000Z')
})
afterAll(() => server.stop())

const html = async (who: Client, path: string) => (await htmxRequest(server, who, 'GET', path)).html

test('a client has a page with what is owed and open, whose tab the address names', async () => {
  const id = shop.clients[0]
  const text = await html(admin(), `/clients/${id}/overview?tab=bought`)
  expect(text).toContain('<h1>Acme')
  expect(text).toMatch(/Open jobs<\/span><strong>2</)
  expect(text).toMatch(/id="tab-bought"[^>]*aria-selected="true"/)
  expect(text).toMatch(/id="panel-bought"[^>]*hx-trigger="load"/)
  expect(text).toMatch(/id="panel-invoices"[^>]*hx-trigger="tabshown once"/)
  expect(text).toContain(`hx-get="/clients/${id}?brief=true"`)
  expect(text).toMatch(/id="record" data-refresh="clients[^"]*" data-url="\/clients\/[^"]+\/overview"/)
  const brief = await html(admin(), `/clients/${id}?brief=true`)
  expect(brief).toContain('name="name"')
  expect(brief).not.toContain('panel-jobs')
  expect(await html(admin(), `/clients/${id}`)).toContain(`href="/clients/${id}/overview"`)
})

test('a page with nothing filled in says what can be', async () => {
  const pages = { '/clients': 'An address, a contact', '/suppliers': 'stand on orders' }
  for (const [path, words] of Object.entries(pages)) {
    const { id } = await expectOk(admin().post(`/api${path}`, { name: 'Nothing but a name' }))
    const facts = async () =>
      (await html(admin(), `${path}/${id}/overview`)).split('id="recordfacts"')[1] ?? ''
    const told = await facts()
    expect(told).toContain('No details have been filled in.')
    expect(told).toContain(words)
    expect(told).toContain(`hx-get="${path}/${id}?brief=true"`)
    await admin().patch(`/api${path}/${id}`, { code: 'N1', version: 1 })
    expect(await facts()).not.toContain('No details')
  }
})

test('its tabs show quotes, notes and what was bought, with links', async () => {
  const at = `/clients/${shop.clients[0]}`
  const quotes = await html(admin(), `${at}/quotes`)
  expect(quotes).toContain('Gate')
  expect(quotes).toContain('Quoted')
  expect(quotes).not.toContain('Fence')
  expect(await html(admin(), `${at}/notes`)).toContain('A note on Fence')
  const bought = await html(admin(), `${at}/bought`)
  expect(bought).toContain('Square tube')
  expect(bought).toContain('6\u00a0m')
  expect(bought).toContain('2 jobs')
  expect(await html(admin(), `${at}/invoices`)).toContain('This client was not invoiced yet.')
})

test('counts of a client are of all jobs, or say that there are more, and what was bought says of which', async () => {
  const { id } = await expectOk(admin().post('/api/clients', { name: 'Port of Durban' }))
  const values = { boardid: shop.boardid, description: 'Bollard', client: id }
  const made = await expectOk(admin().post('/api/jobs', values))
  const copyJob = (times: number) =>
    server.services.tenants.write(server.accountid, by, (tx) => {
      const job = tx.db.select().from(jobs).where(eq(jobs.id, made.id)).get()!
      for (let copy = 0; copy < times; copy++) {
        const unique = crypto.randomUUID()
        tx.db
          .insert(jobs)
          .values({ ...job, id: unique, reference: unique })
          .run()
      }
      tx.invalidateCaches()
    })
  const facts = async () => {
    const text = (await html(admin(), `/clients/${id}/jobs`)).replace(/<[^>]+>/g, '|')
    return [...text.matchAll(/(Open|All) jobs\|+([^|]+)/g)].map(([, , count]) => count)
  }
  const bought = () => html(admin(), `/clients/${id}/bought`)
  await copyJob(400)
  expect(await facts()).toEqual(['401', '401'])
  expect(await bought()).toContain('on all jobs')
  await copyJob(800)
  expect(await facts()).toEqual(['1\u00a0201', 'At least 1\u00a0000'])
  expect(await bought()).toContain('on the newest 500 jobs')
})

test('who sees one location alone sees of a client and of an item what is there', async () => {
  const { stakeholder } = server.people
  await addStakeholder(server, shop.locations[0], stakeholder.userid)
  const at = `/clients/${shop.clients[0]}`
  const notes = await html(stakeholder, `${at}/notes`)
  expect(notes).toContain('A note on Gate')
  expect(notes).not.toContain('Fence')
  expect(await html(stakeholder, `${at}/bought`)).toContain('3\u00a0m')
  const uses = await html(stakeholder, `/admin/inventory/${item.id}/uses`)
  expect(uses).toContain('Gate')
  expect(uses).not.toContain('Fence')
  expect((await stakeholder.get(`${at}/overview`)).status).toBe(403)
  expect((await server.other.get(`${at}/overview`)).status).toBe(404)
})

test('an item has a page: stock, where it is used, its prices; a supplier has one with its items', async () => {
  const page = await html(admin(), `/admin/inventory/${item.id}/overview`)
  for (const words of ['Square tube', 'On hand', 'Available', 'Made from', 'Steel &amp; Tube'])
    expect(page).toContain(words)
  const uses = await html(admin(), `/admin/inventory/${item.id}/uses`)
  expect(uses.indexOf('Fence')).toBeLessThan(uses.indexOf('Gate'))
  expect(await html(admin(), `/admin/inventory/${item.id}/prices`)).toContain('R\u00a0125,00 per m')
  await expectOk(
    admin().patch(`/api/suppliers/${supplier.id}`, {
      contactnumber: '031 555 0101',
      contactemail: 'a@b.test',
    }),
  )
  const whom = await html(admin(), `/suppliers/${supplier.id}/overview`)
  expect(whom).toContain('<a href="tel:0315550101">031 555 0101</a>')
  expect(whom).toContain('<a href="mailto:a@b.test">a@b.test</a>')
  expect(await html(admin(), `/suppliers/${supplier.id}/overview`)).toContain(
    `/suppliers/${supplier.id}/items`,
  )
  const items = () => html(admin(), `/suppliers/${supplier.id}/items`)
  expect(await items()).toContain('R\u00a0125,00 per m · −6\u00a0m on hand<')
  await setStatus('Fence', 3)
  expect(await items()).toContain('R\u00a0125,00 per m · −6\u00a0m on hand · −7\u00a0m available')
  await setStatus('Fence', 1)
})

test('more lines than a page shows are asked for from there on', async () => {
  for (let i = 0; i < 20; i++) {
    const job = await expectOk(
      admin().post('/api/jobs', { boardid: shop.boardid, description: `Many ${i}`, client: shop.clients[1] }),
    )
    await sendEstimate(job.id, `2026-11-21T08:00:${String(i).padStart(2, '0')}.000Z`)
    if (i > 0) continue
    const first = await html(admin(), `/clients/${shop.clients[1]}/quotes`)
    expect(first).not.toContain('Show more')
  }
  const more = await expectOk(
    admin().post('/api/jobs', { boardid: shop.boardid, description: 'First sent', client: shop.clients[1] }),
  )
  await sendEstimate(more.id, '2026-11-19T08:00:00.000Z')
  const first = await html(admin(), `/clients/${shop.clients[1]}/quotes`)
  expect(first).toContain(`hx-get="/clients/${shop.clients[1]}/quotes?skip=20"`)
  expect(first).not.toContain('First sent')
  expect(await html(admin(), `/clients/${shop.clients[1]}/quotes?skip=20`)).toContain('First sent')
})

test('a job of an archived board is found, and leads nowhere', async () => {
  const name = 'Yard of old'
  const { id: boardid } = await expectOk(admin().post('/api/boards', { name }))
  await expectOk(admin().post('/api/jobs', { boardid, description: 'Quagga shed' }))
  await expectOk(admin().delete(`/api/boards/${boardid}`))
  const text = await html(admin(), '/search?search=quagga')
  expect(text).toContain('On an archived board')
  expect(text).not.toContain('/undefined/')
})

test('the name in a list leads to the page of the record, and its dialog stands beside it for whoever may write', async () => {
  for (const [path, id] of [
    ['/clients', shop.clients[0]],
    ['/suppliers', supplier.id],
  ]) {
    const list = await html(admin(), path!)
    expect(list).toContain(`class="rowlink" href="${path}/${id}/overview"`)
    expect(list).toContain(`hx-get="${path}/${id}"`)
  }
  expect(await html(server.people.jobs, '/clients')).not.toContain(`hx-get="/clients/${shop.clients[0]}"`)
})
