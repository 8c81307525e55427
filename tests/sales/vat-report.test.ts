import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { accountcodes, categories, invoices } from '#db/schema/tenant/index.ts'
import { readToday } from '#server/zone.ts'
import { makeItem } from '#tests/stock/support.ts'
import { expectOk, expectRefused, htmxRequest } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { by } from '#tests/work/jobs-support.ts'
import { completeJob, createInvoiceFixtures, type InvoiceFixtures, readDraft } from './invoices-support.ts'

let server: TestServer
let office: InvoiceFixtures
const items: Record<'zero' | 'exempt' | 'old', string> = { zero: '', exempt: '', old: '' }
const admin = () => server.people.admin
const report = (query = '') => expectOk(admin().get(`/api/invoices/vat${query}`))

async function issue(lines: Parameters<typeof completeJob>[1], organisation?: string) {
  const { id } = await readDraft(office, await completeJob(office, lines), organisation)
  return expectOk(admin().post(`/api/invoices/${id}/issue`))
}

beforeAll(async () => {
  server = await startTestServer()
  office = await createInvoiceFixtures(server)
  await server.services.tenants.write(server.accountid, by, (tx) => {
    const record = () => ({ id: Bun.randomUUIDv7(), createdutc: tx.now, updatedutc: tx.now })
    const codes = [record(), record()] as const
    tx.db
      .insert(accountcodes)
      .values([
        { ...codes[0], code: '300', description: 'Exports', vat: 0 as never },
        { ...codes[1], code: '301', description: 'Before', vat: 140_000 as never },
      ])
      .run()
    const named = {
      zero: { accountcode: codes[0].id },
      old: { accountcode: codes[1].id },
      exempt: { vatexempt: true },
    }
    for (const [name, values] of Object.entries(named)) {
      const row = record()
      tx.db
        .insert(categories)
        .values({ ...row, name, ...values })
        .run()
      items[name as keyof typeof items] = makeItem(tx, { category: row.id, inventoryclass: 0 })
    }
    tx.invalidateCaches()
  })
  // Ten lines of ten cents: VAT of 2 cents each, while the form takes 15/115 out of their sum.
  await issue(Array.from({ length: 100 }, () => ({ linerate: 0.1 })))
  await issue([
    { linerate: 50, inventoryid: items.zero },
    { linerate: 20, inventoryid: items.exempt },
    { linerate: 100, inventoryid: items.old },
  ])
  await issue([{ linerate: 999 }], office.plain)
})
afterAll(() => server.stop())

const amounts = (data: { fields: { field: string; amount: number }[] }) =>
  Object.fromEntries(data.fields.map(({ field, amount }) => [field, amount]))

test('the fields of the return follow from what was issued, and the rounding of lines is told', async () => {
  const data = await report()
  expect(amounts(data)).toEqual({
    ...{ 1: 12, 2: 50, 3: 20, 4: 1.57, 12: 14, 13: 15.57 },
    ...{ 14: 0, 15: 0, 19: 0, 20: 15.57 },
  })
  expect(data).toMatchObject({ net: 180, vat: 16, total: 196, rounding: -0.43 })
  expect(data.supplies).toMatchObject([
    { kind: 'invoice', vatrate: 15, documents: 1, net: 10, vat: 2 },
    { vatrate: 14, vat: 14 },
    { vatrate: 0, exempt: false, net: 50 },
    { vatrate: 0, exempt: true, net: 20 },
  ])
})

test('a credit note is a row of its own, and taken off the fields', async () => {
  const { id } = await issue([{ linerate: 100 }])
  expect(amounts(await report())[1]).toBe(127)
  await expectOk(admin().post(`/api/invoices/${id}/credit`, { reason: 'cancelled' }))
  const data = await report()
  expect(amounts(data)[1]).toBe(12)
  expect(data.supplies[1]).toMatchObject({ kind: 'creditnote', vatrate: 15, net: -100, vat: -15 })
})

test('each figure leads to its documents, which come as a file too', async () => {
  const { html } = await htmxRequest(server, admin(), 'GET', '/invoices/vat')
  const links = [...html.matchAll(/href="(\/invoices\/vat\/documents[^"]*)"/g)].map(([, href]) =>
    (href as string).replaceAll('&amp;', '&'),
  )
  expect(links.length).toBeGreaterThanOrEqual(11)
  expect(html).toContain('Input tax is what approved invoices of suppliers')
  for (const [supply, count] of [
    ['exempt', 1],
    ['other', 1],
    ['150000', 3],
  ] as const) {
    const page = await htmxRequest(server, admin(), 'GET', `/invoices/vat/documents?supply=${supply}`)
    expect(page.html.match(/class="rowlink"/g)).toHaveLength(count)
  }
  const csv = await fetch(`${server.url}/invoices/vat/export?kind=creditnote`, {
    headers: { cookie: admin().cookie },
  })
  const [head, row] = (await csv.text()).trim().split('\r\n')
  expect(head).toContain('VAT rate')
  expect(row).toMatch(/^Credit note;DJCN?\S*;.*;15 %;-100;-15;-115$/)
})

test('a period follows from the category of the organisation; one that is no vendor has nothing', async () => {
  const url = `/api/organisations/${office.vendor}`
  await expectOk(admin().patch(url, { vatcategory: 'E', finyearend: 2 }))
  const data = await report('?date=2025-01-15')
  expect(data).toMatchObject({ start: '2024-03-01', end: '2025-02-28', supplies: [], total: 0 })
  expect(await expectRefused(admin().patch(url, { vatcategory: 'F' }))).toEqual(['vatcategory'])
  expect(await report(`?organisation=${office.plain}`)).toMatchObject({ supplies: [], total: 0 })
  const { html } = await htmxRequest(server, admin(), 'GET', `/invoices/vat?organisation=${office.plain}`)
  expect(html).toContain('has no VAT number, so it charges no VAT')
})

test('one month of a period is shown alone, on the page, in the call, in its documents and in the file', async () => {
  const url = `/api/organisations/${office.vendor}`
  await expectOk(admin().patch(url, { vatcategory: 'A' }))
  const whole = await report()
  const [first, second] = [whole.start, whole.end].map((day: string) => day.slice(0, 7)) as [string, string]
  const [one, other] = [await report(`?month=${first}`), await report(`?month=${second}`)]
  expect([one.start, other.end]).toEqual([whole.start, whole.end])
  expect(one.end < other.start).toBe(true)
  expect(one.total + other.total).toBe(whole.total)
  expect([one.total, other.total]).toContain(0)
  // Of another period it is none.
  expect(await report('?month=2019-01')).toMatchObject({ start: whole.start, end: whole.end })
  expect((await admin().get('/api/invoices/vat?month=2019-13')).status).toBe(400)
  const [full, empty] = one.total === 0 ? [second, first] : [first, second]
  const { html } = await htmxRequest(server, admin(), 'GET', `/invoices/vat?month=${full}`)
  expect(html).toContain('The whole period</a>')
  expect(html.replaceAll('&amp;', '&')).toMatch(new RegExp(`/invoices/vat/documents\\?[^"]*month=${full}`))
  expect(html).toMatch(new RegExp(`href="[^"]*month=${full}" aria-current="page"`))
  const rows = async (month: string) =>
    (await htmxRequest(server, admin(), 'GET', `/invoices/vat/documents?month=${month}`)).html.match(
      /class="rowlink"/g,
    )?.length ?? 0
  expect(await rows(full)).toBeGreaterThan(0)
  expect(await rows(empty)).toBe(0)
  const file = await admin().get(`/invoices/vat/export?month=${empty}`)
  expect(file.text.trim().split('\n')).toHaveLength(1)
})

test('the list of periods begins with the first document, or with the organisation', async () => {
  const periods = async (organisation: string) => {
    const { html } = await htmxRequest(server, admin(), 'GET', `/invoices/vat?organisation=${organisation}`)
    const [, select = ''] = /<select[^>]*name="date"[^>]*>(.*?)<\/select>/s.exec(html) ?? []
    return select.match(/<option/g)?.length
  }
  const added = await expectOk(admin().post('/api/organisations', { name: 'Begun today' }))
  expect(await periods(added.id)).toBe(1)
  const jobid = await completeJob(office, [{ linerate: 100 }], { organisation: added.id })
  const { id } = await readDraft(office, jobid, added.id)
  await expectOk(admin().post(`/api/invoices/${id}/issue`))
  await server.services.tenants.write(server.accountid, by, (tx) => {
    const date = Temporal.PlainDate.from(readToday(tx.db)).subtract({ months: 4 }).toString()
    tx.db.update(invoices).set({ date }).where(eq(invoices.id, id)).run()
    tx.invalidateCaches()
  })
  expect(await periods(added.id)).toBe(3)
})

test('says the category that its periods come from, and leads to where it is chosen', async () => {
  const { text } = await admin().get('/invoices/vat')
  expect(text.replaceAll('<!-- -->', '')).toMatch(/VAT category [A-E]: /)
  expect(text).toMatch(/hx-get="\/admin\/organisations\/[^"]+tab=financial"/)
})

test('is for whoever sees all boards, and stays inside its account', async () => {
  expect((await server.people.stakeholder.get('/api/invoices/vat')).status).toBe(403)
  expect((await server.other.get(`/api/invoices/vat?organisation=${office.vendor}`)).status).toBe(404)
})
