import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { ARCHIVED } from '#db/job-status.ts'
import { invoiceRow } from '#db/queries/sales/invoices.ts'
import { lastWorth } from '#db/queries/stock/worth.ts'
import { jobs } from '#db/schema/tenant/index.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { jobMargin } from '#server/domains/reporting/reports/list/job-margin.ts'
import { readNotedLines } from '#server/domains/sales/invoices/read-goods.ts'
import { readRestockable } from '#server/domains/sales/invoices/restock-credited.ts'
import { readSnapshot } from '#server/domains/sales/invoices/snapshot.ts'
import { costByJob } from '#server/domains/work/dashboard/margin.ts'
import { asQuantity } from '#server/money/decimal.ts'
import { checkStock } from '#server/stock/check.ts'
import { readOnHand } from '#server/stock/read.ts'
import { makeItem } from '#tests/stock/support.ts'
import { expectOk, expectRefused, htmxRequest } from '#tests/support/answers.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'
import { issueNote, jobToDeliver } from '#tests/work/deliveries-support.ts'
import { by } from '#tests/work/jobs-support.ts'
import { createInvoiceFixtures, type InvoiceFixtures } from './invoices-support.ts'

let server: TestServer
let shop: InvoiceFixtures
let admin: Client
let valve: string
let cupboard: string

beforeAll(async () => {
  server = await startTestServer()
  shop = await createInvoiceFixtures(server)
  admin = server.people.admin
})
afterAll(() => server.stop())

beforeEach(async () => {
  await server.services.tenants.write(server.accountid, by, (tx) => {
    valve = makeItem(tx, { materialname: 'Valve' })
    cupboard = makeItem(tx, { materialname: 'Cupboard', inventoryclass: 3 })
    tx.invalidateCaches()
  })
  await expectOk(admin.post('/api/inventory/inbound', { inventoryid: valve, quantity: 10 }))
})

const read = <T>(run: Parameters<typeof server.services.tenants.read<T>>[1]) =>
  server.services.tenants.read(server.accountid, run)
const held = (item: string) => read((db) => (readOnHand(db, [item]).get(item)?.quantity ?? 0) / 1e6)
const faults = () => read(checkStock).filter(({ inventoryid }) => [valve, cupboard].includes(inventoryid))
const used = async (jobid: string): Promise<number[]> =>
  (await expectOk(admin.get(`/api/materials/getMaterials/${jobid}`))).map(
    ({ consumed }: { consumed: number }) => consumed,
  )

/** Four valves that were used, four cupboards that were made and an hour of work, at R 100 each. */
async function invoiced(lines = ['valve', 'cupboard', 'hour']) {
  const kinds: Record<string, object> = {
    valve: { inventoryid: valve, description: 'Valve', unit: undefined, estimated: 4, consumed: 4 },
    cupboard: { inventoryid: cupboard, description: 'Cupboard', unit: undefined, estimated: 4, consumed: 4 },
    hour: { estimated: 1, consumed: 1 },
  }
  const job = await jobToDeliver(
    shop,
    lines.map((kind) => ({ linerate: 100, ...kinds[kind] })),
  )
  const note =
    lines[0] !== 'hour'
      ? await issueNote(admin, shop.boardid, [{ materialid: job.lines[0]!, quantity: 4 }])
      : undefined
  await expectOk(admin.patch(`/api/jobs/${job.id}`, { status: 4, confirmed: true }))
  const { id } = await expectOk(admin.post('/api/invoices', { jobid: job.id }))
  await expectOk(admin.post(`/api/invoices/${id}/issue`))
  return { jobid: job.id, id, note }
}
const credit = (id: string, body: object) => admin.post(`/api/invoices/${id}/credit`, body)
const comesBack = (note: { id: string; lines: { id: string }[] }, quantity: number, restock = true) =>
  admin.patch(`/api/delivery/${note.id}`, {
    ...{ status: 'returned', restock },
    returns: [{ lineid: note.lines[0]!.id, quantity }],
  })
const line = (at: number, quantity: number, restock?: boolean) => ({
  ...{ line: at, quantity },
  ...(restock !== undefined && { restock }),
})

test('returned goods come back into stock with their credit, whether they were used or made', async () => {
  const { jobid, id } = await invoiced()
  expect([held(valve), held(cupboard)]).toEqual([6, 0])
  await expectOk(credit(id, { reason: 'returned', lines: [line(0, 1), line(1, 1), line(2, 1)] }))
  expect([held(valve), held(cupboard)]).toEqual([7, 1])
  expect(await used(jobid)).toEqual([3, 4, 1])
  // Part quantities, and what the margin still charges: two valves and a half, three cupboards.
  await expectOk(credit(id, { reason: 'returned', lines: [line(0, 0.5)] }))
  expect(held(valve)).toBe(7.5)
  const { margin, cost } = await expectOk(admin.get(`/api/jobs/${jobid}/totals`))
  expect(Math.round((margin.actual + cost.actual) * 100)).toBe(55_000)
  expect(await expectOk(admin.get(`/api/jobs/${jobid}`))).toMatchObject({ status: 5 })
  expect(faults()).toEqual([])
})

test('what is not ticked stays where it is, and what is ticked comes in for any reason', async () => {
  const { id } = await invoiced()
  await expectOk(credit(id, { reason: 'returned', lines: [line(0, 1, false), line(1, 1, false)] }))
  await expectOk(credit(id, { reason: 'price', lines: [line(0, 1), line(1, 1)] }))
  expect([held(valve), held(cupboard)]).toEqual([6, 0])
  await expectOk(credit(id, { reason: 'error', lines: [line(0, 1, true), line(1, 1, true)] }))
  expect([held(valve), held(cupboard)]).toEqual([7, 1])
  expect(faults()).toEqual([])
})

test('a whole invoice that comes back brings in all of its goods, and its job is invoiced of nothing', async () => {
  const { jobid, id } = await invoiced(['valve', 'hour'])
  await expectOk(credit(id, { reason: 'returned' }))
  expect(held(valve)).toBe(10)
  expect(await used(jobid)).toEqual([0, 1])
  expect(await expectOk(admin.get(`/api/jobs/${jobid}`))).toMatchObject({ status: 4 })
  const whole = await invoiced(['valve', 'hour'])
  await expectOk(credit(whole.id, { reason: 'returned', restock: false }))
  expect(held(valve)).toBe(6)
  expect(faults()).toEqual([])
})

test.each([
  ['Valve', 'note'],
  ['Valve', 'credit'],
  ['Cupboard', 'note'],
  ['Cupboard', 'credit'],
])('what of a %s a note puts back and a credit note too comes in once, the %s first', async (name, first) => {
  const item = name === 'Valve' ? valve : cupboard
  const { jobid, id, note } = await invoiced([name.toLowerCase(), 'hour'])
  const before = held(item)
  if (first === 'note') await expectOk(comesBack(note!, 1))
  await expectOk(credit(id, { reason: 'returned', lines: [line(0, 1)] }))
  expect(held(item)).toBe(before + 1)
  if (first === 'credit') {
    const { body } = await comesBack(note!, 2)
    expect(body.message).toContain(`1\u00a0ea ${name} came back into stock by a credit note before.`)
    // The second comes in by the note, and is to be credited.
    expect(body.message).toContain(`1\u00a0ea ${name} is to be credited`)
    expect(held(item)).toBe(before + 2)
    expect(await used(jobid)).toEqual([name === 'Valve' ? 2 : 4, 1])
  }
  expect(faults()).toEqual([])
})

test('of what was made, half comes back by a note and all the rest by a credit note, as the form says', async () => {
  const { id, note } = await invoiced(['cupboard'])
  await expectOk(comesBack(note!, 0.5))
  const sum = await sendForm(id, {
    ...(await readForm(id)),
    'lines.0.quantity': '1,5',
    'lines.0.restock': 'true',
  })
  expect(sum).toContain('Back into stock: 1\u00a0ea Cupboard.')
  expect(held(cupboard)).toBe(1.5)
  const all = await sendForm(id, { reason: 'returned', what: 'all', restock: 'true' })
  expect(all).toContain('Back into stock: 2,5\u00a0ea Cupboard.')
  expect(held(cupboard)).toBe(4)
  expect(faults()).toEqual([])
})

test('nothing comes back of a service, or of what is in stock again, and two presses credit once', async () => {
  const { id, note } = await invoiced()
  expect(await expectRefused(credit(id, { reason: 'returned', lines: [line(2, 1, true)] }))).toEqual([
    'lines.0.restock',
  ])
  await expectOk(comesBack(note!, 1))
  const { creditable } = await expectOk(admin.get(`/api/invoices/${id}`))
  expect(creditable.map(({ restockable }: { restockable: number }) => restockable)).toEqual([3, 4, 0])
  expect(await expectRefused(credit(id, { reason: 'returned', lines: [line(0, 1, true)] }))).toEqual([
    'lines.0.restock',
  ])
  const all = { reason: 'returned' }
  const answers = await Promise.all([credit(id, all), credit(id, all)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect([held(valve), held(cupboard)]).toEqual([10, 4])
  expect(faults()).toEqual([])
})

test('a percentage of a price is no part of the goods, of which whole ones alone come back', async () => {
  const kind = { inventoryid: cupboard, description: 'Cupboard', unit: undefined, linerate: 100 }
  const job = await jobToDeliver(shop, [{ ...kind, estimated: 1, consumed: 1 }])
  await issueNote(admin, shop.boardid, [{ materialid: job.lines[0]!, quantity: 1 }])
  await expectOk(admin.patch(`/api/jobs/${job.id}`, { status: 4, confirmed: true }))
  const { id } = await expectOk(admin.post('/api/invoices', { jobid: job.id, percent: 40 }))
  await expectOk(admin.post(`/api/invoices/${id}/issue`))
  const { html } = await htmxRequest(server, admin, 'GET', `/invoices/${id}`)
  expect(html).toContain('Issue credit note')
  expect(html).not.toContain('Back into stock for sale')
  await expectOk(credit(id, { reason: 'returned' }))
  expect(held(cupboard)).toBe(0)
  expect(faults()).toEqual([])
})

test('the form has a tick beside each line of goods, and says what comes back', async () => {
  const { id } = await invoiced()
  const { html } = await htmxRequest(server, admin, 'GET', `/invoices/${id}/credit`)
  const ticks = [...html.matchAll(/name="(lines\.\d\.restock|restock)"/g)].map(([, name]) => name)
  expect(ticks).toEqual(['restock', 'lines.0.restock', 'lines.1.restock'])
  const fields = {
    ...{ reason: 'returned', what: 'lines' },
    ...{ 'lines.0.line': '0', 'lines.0.quantity': '1', 'lines.0.restock': 'true' },
    ...{ 'lines.1.line': '1', 'lines.1.quantity': '1', 'lines.2.line': '2', 'lines.2.quantity': '' },
  }
  const sum = await htmxRequest(server, admin, 'POST', `/invoices/${id}/credit/sum`, fields)
  expect(sum.html).toContain('Back into stock: 1\u00a0ea Valve.')
  await htmxRequest(server, admin, 'POST', `/invoices/${id}/credit`, fields)
  expect([held(valve), held(cupboard)]).toEqual([7, 0])
})

test('damaged goods are credited as returned, and nothing of them is put into stock by itself', async () => {
  const { id } = await invoiced(['valve'])
  const before = held(valve)
  const { html } = await htmxRequest(server, admin, 'GET', `/invoices/${id}/credit`)
  expect(html).toContain('value="damaged"')
  const fields = { reason: 'damaged', what: 'all' }
  const { status } = await htmxRequest(server, admin, 'POST', `/invoices/${id}/credit`, fields)
  expect([status, held(valve)]).toEqual([200, before])
  const [note] = (await expectOk(admin.get(`/api/invoices/${id}`))).creditnotes
  expect(read((db) => readSnapshot(invoiceRow(db, note.id)!.invoice.snapshot).reason)).toBe(
    'Goods were returned that are not fit for sale',
  )
})

/** The fields of the form as a browser sends them untouched. */
async function readForm(id: string): Promise<Record<string, string>> {
  const { html } = await htmxRequest(server, admin, 'GET', `/invoices/${id}/credit`)
  const fields: Record<string, string> = {}
  let select = ''
  new HTMLRewriter()
    .on('input', {
      element(input) {
        const of = (name: string) => input.getAttribute(name)
        const left = ['radio', 'checkbox'].includes(of('type') ?? '') && !input.hasAttribute('checked')
        if (of('name') && !left) fields[of('name')!] = of('value') ?? ''
      },
    })
    .on('select', {
      element(element) {
        select = element.getAttribute('name') ?? ''
      },
    })
    .on('option[selected]', {
      element(option) {
        fields[select] = option.getAttribute('value') ?? ''
      },
    })
    .transform(html)
  return fields
}
async function sendForm(id: string, fields: Record<string, string>) {
  const sum = await htmxRequest(server, admin, 'POST', `/invoices/${id}/credit/sum`, fields)
  const { status, html } = await htmxRequest(server, admin, 'POST', `/invoices/${id}/credit`, fields)
  expect(status, html.slice(0, 300)).toBe(200)
  return sum.html
}

test('the form goes through as it is drawn, and brings in nothing that a note had brought back', async () => {
  const proposals = [
    {
      name: 'used, back into stock',
      kinds: ['valve'],
      notes: [[1, true]],
      quantity: '1',
    },
    { name: 'used, to be mended', kinds: ['valve'], notes: [[1, false]], quantity: '' },
    {
      name: 'both',
      kinds: ['valve'],
      notes: [
        [1, true],
        [1, false],
      ],
      quantity: '1',
    },
    {
      name: 'a part',
      kinds: ['valve'],
      notes: [
        [1.5, true],
        [0.25, false],
      ],
      quantity: '1,5',
    },
    {
      name: 'made, back into stock',
      kinds: ['cupboard'],
      notes: [[1, true]],
      quantity: '1',
    },
    { name: 'made, to be mended', kinds: ['cupboard'], notes: [[1, false]], quantity: '' },
    {
      name: 'made, a part',
      kinds: ['cupboard'],
      notes: [
        [1.5, true],
        [0.25, false],
      ],
      quantity: '1,5',
    },
  ] as const
  for (const { name, kinds, notes, quantity } of proposals) {
    const { id, note } = await invoiced([...kinds])
    for (const [many, into] of notes) await expectOk(comesBack(note!, many, into))
    const item = kinds[0] === 'valve' ? valve : cupboard
    const before = held(item)
    const form = await readForm(id)
    expect([form.reason, form['lines.0.quantity'], form['lines.0.restock'] === 'true'], name).toEqual([
      ...[quantity === '' ? '' : 'returned', quantity],
      false,
    ])
    // What is to be mended goes out again.
    if (quantity === '') continue
    const sum = await sendForm(id, form)
    expect(sum, name).toContain('Credit R')
    expect(sum, name).not.toContain('Back into stock')
    expect(held(item), name).toBe(before)
  }
  expect(faults()).toEqual([])
})

test('after a credit the form proposes what came back since, and nothing where nothing did', async () => {
  const { id, note } = await invoiced(['valve'])
  expect(await readForm(id)).toMatchObject({ what: 'all', 'lines.0.quantity': '' })
  await expectOk(comesBack(note!, 1))
  await sendForm(id, await readForm(id))
  expect(await readForm(id)).toMatchObject({ what: 'all', 'lines.0.quantity': '' })
  await expectOk(comesBack(note!, 2, false))
  const before = held(valve)
  const form = await readForm(id)
  expect(form).toMatchObject({ what: 'all', 'lines.0.quantity': '' })
  const asked = { reason: 'damaged', what: 'lines', 'lines.0.quantity': '2', 'lines.0.restock': 'true' }
  const sum = await sendForm(id, { ...form, ...asked })
  expect(sum).toContain('Back into stock: 2\u00a0ea Valve.')
  expect(held(valve) - before).toBe(2)
  expect(faults()).toEqual([])
})

test('a tick beside goods that are in stock again brings in none, and the sum says so', async () => {
  const { id, note } = await invoiced(['valve'])
  await expectOk(comesBack(note!, 1))
  const before = held(valve)
  const sum = await sendForm(id, { ...(await readForm(id)), 'lines.0.restock': 'true' })
  expect(sum).toContain('Back into stock: nothing.')
  expect(held(valve)).toBe(before)
  expect(faults()).toEqual([])
})

test('what was used comes back only by who may use it, and not on a job that is archived', async () => {
  const { jobid } = await invoiced(['valve'])
  const [line] = await expectOk(admin.get(`/api/materials/getMaterials/${jobid}`))
  const offered = (claims: string[]) => {
    const viewer = { claims: new Set(claims) } as unknown as Viewer
    const of = { materialid: line.id, printed: {} }
    return read((db) =>
      readRestockable(
        db,
        viewer,
        jobid,
        readNotedLines(db, [line.id]),
      )(of, { credited: asQuantity(1_000_000), instock: asQuantity(0) }),
    )
  }
  expect(Number(offered(['materials.consume']))).toBe(1_000_000)
  expect(Number(offered(['invoices.issue']))).toBe(0)
  await server.services.tenants.write(server.accountid, by, (tx) =>
    tx.db.update(jobs).set({ status: ARCHIVED }).where(eq(jobs.id, jobid)).run(),
  )
  expect(Number(offered(['materials.consume']))).toBe(0)
})

test('what was used as estimated and made comes back at what its goods were worth', async () => {
  const { wall, board } = await server.services.tenants.write(server.accountid, by, (tx) => {
    const made = makeItem(tx, { materialname: 'Wall cupboard', inventoryclass: 3 })
    const sheet = makeItem(tx, { materialname: 'Board' })
    tx.invalidateCaches()
    return { wall: made, board: sheet }
  })
  const inputs = [{ inventoryid: board, quantity: 1.5 }]
  await expectOk(admin.call('PUT', `/api/inventory/${wall}/inputs`, inputs))
  await expectOk(admin.post('/api/inventory/inbound', { inventoryid: board, quantity: 12, cost: 780 }))
  const line = { inventoryid: wall, description: 'Wall cupboard', unit: undefined, estimated: 6, consumed: 0 }
  const job = await jobToDeliver(shop, [{ ...line, linerate: 3000 }])
  const lines = await expectOk(admin.get(`/api/materials/getMaterials/${job.id}`))
  // In the order of the job: the product before what goes into it.
  const changes = lines.map(({ id, estimated }: Record<string, unknown>) => ({ id, consumed: estimated }))
  await expectOk(admin.patch('/api/materials/many', changes))
  await expectOk(admin.patch(`/api/jobs/${job.id}`, { status: 4, confirmed: true }))
  const { id } = await expectOk(admin.post('/api/invoices', { jobid: job.id }))
  await expectOk(admin.post(`/api/invoices/${id}/issue`))
  await expectOk(credit(id, { reason: 'returned', lines: [{ line: 0, quantity: 1 }] }))
  const worth = await read((db) => lastWorth(db, wall))
  expect(worth).toMatchObject({ balance: 1_000_000, valuebalance: 117_000 })
  expect(worth?.valuedby).not.toBe('unknown')
  expect((await expectOk(admin.get(`/api/jobs/${job.id}/totals`))).cost).toMatchObject({
    actual: 5850,
    cameback: 1170,
  })
  const costs = read((db) => costByJob(db, [job.id])(job.id))
  expect([costs.materials, costs.total].map(Number)).toEqual([585_000, 585_000])
  const report = read((db) => [
    ...jobMargin.read(db, { start: '2000-01-01', end: '2999-12-31' } as never),
  ]).find(({ reference }) => reference === job.reference)
  // 5 × 3 000,00 − 5 × 1 170,00
  expect(report).toMatchObject({ charged: 1_500_000, materials: 585_000, margin: 915_000 })
})
