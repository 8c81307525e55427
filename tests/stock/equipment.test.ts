import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { SCAN_SQL } from '#db/queries/stock/scan.ts'
import { queryPlan } from '#db/sqlite.ts'
import type { Tx } from '#db/tenants.ts'
import { markCredited, markInvoiced } from '#server/domains/work/jobs/change-status.ts'
import { eventually } from '#tests/support/eventually.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { createJobFixtures, type JobFixtures } from '#tests/work/jobs-support.ts'

let server: TestServer
let shop: JobFixtures
beforeAll(async () => {
  server = await startTestServer()
  shop = await createJobFixtures(server)
})
afterAll(() => server.stop())

let count = 0
const piece = async (values: object = {}) =>
  (
    await server.people.admin.post('/api/equipment', {
      name: `Crate ${++count}`,
      barcode: `EQ${count}`,
      ...values,
    })
  ).body.data
const job = async (values: object = {}) =>
  (await server.people.admin.post('/api/jobs', { boardid: shop.boardid, ...values })).body.data

describe('equipment', () => {
  test('is a plain resource with a barcode of its own', async () => {
    const { admin } = server.people
    const made = await piece({ name: 'Drill', model: 'X2', location: shop.locations[0] })
    expect(made).toMatchObject({ name: 'Drill', location: { name: 'Acme yard' }, job: null, version: 1 })
    const twin = await admin.post('/api/equipment', { name: 'Twin', barcode: made.barcode })
    expect(twin.status).toBe(400)
    expect(twin.body.fields.barcode).toBe('Another equipment has this barcode already.')
    expect((await admin.get(`/api/equipment/${made.barcode.toLowerCase()}`)).body.data.id).toBe(made.id)
    expect((await admin.get('/equipment/list')).text).toContain('Drill')
    expect((await server.people.agent.post('/api/equipment', { name: 'X' })).status).toBe(403)
    expect((await server.other.get(`/api/equipment/${made.id}`)).status).toBe(404)
  })

  test('goes on a job by its barcode, is out there, and comes home', async () => {
    const { admin } = server.people
    const one = await piece()
    const first = await job()
    const second = await job()
    const put = await admin.post(`/api/jobs/${first.id}/equipment`, { barcode: one.barcode.toLowerCase() })
    expect(put.body.data).toMatchObject({ id: one.id, barcode: one.barcode, role: 1, processed: false })
    expect((await admin.get(`/api/equipment/${one.id}`)).body.data.job).toEqual({
      id: first.id,
      reference: first.reference,
    })
    const again = await admin.post(`/api/jobs/${first.id}/equipment`, { barcode: one.barcode })
    expect(again.status).toBe(409)
    const elsewhere = await admin.post(`/api/jobs/${second.id}/equipment`, { barcode: one.barcode })
    expect(elsewhere.body.message).toBe(`${one.name} is still out on job ${first.reference}.`)
    const unknown = await admin.post(`/api/jobs/${second.id}/equipment`, { barcode: 'nobody' })
    expect(unknown.body.fields.barcode).toBe('No equipment has the barcode nobody.')

    const processed = await admin.patch(`/api/equipment/${one.id}/equipment`, {
      jobid: first.id,
      processed: true,
    })
    expect(processed.body.data.processed).toBe(true)
    expect((await admin.post(`/api/jobs/${second.id}/equipment`, { barcode: one.barcode })).status).toBe(200)
    const reopened = await admin.patch(`/api/equipment/${one.id}/equipment`, {
      jobid: first.id,
      processed: false,
    })
    expect(reopened.status).toBe(409)
    const left = await admin.delete(`/api/jobs/${second.id}/equipment/${one.id}`)
    expect(left.body.data).toEqual([])
    expect((await admin.delete(`/api/jobs/${second.id}/equipment/${one.id}`)).status).toBe(404)
    expect((await admin.get(`/api/jobs/${first.id}/equipment`)).body).toMatchObject({ total: 1 })
  })

  test('is on one job alone, also after a job is restored or its invoice credited', async () => {
    const { admin } = server.people
    const taken = await piece({ name: 'Welder' })
    const kept = await piece({ name: 'Trolley' })
    const first = await job()
    const second = await job()
    for (const { barcode } of [taken, kept])
      expect((await admin.post(`/api/jobs/${first.id}/equipment`, { barcode })).status).toBe(200)
    expect((await admin.delete(`/api/jobs/${first.id}`)).status).toBe(200)
    expect((await admin.post(`/api/jobs/${second.id}/equipment`, { barcode: taken.barcode })).status).toBe(
      200,
    )
    const restored = await admin.patch(`/api/jobs/restore/${first.id}`)
    expect(restored.body.message).toBe(`Meanwhile on another job: Welder (${second.reference}).`)
    const on = async (id: string) =>
      (await admin.get(`/api/jobs/${id}/equipment`)).body.data.map(
        ({ name, processed }: { name: string; processed: boolean }) => [name, processed],
      )
    expect(await on(first.id)).toEqual([['Trolley', false]])
    expect(await on(second.id)).toEqual([['Welder', false]])
    expect((await admin.get(`/api/equipment/${kept.id}`)).body.data.job).toMatchObject({ id: first.id })
    const told = async (id: string) =>
      (await admin.get(`/api/jobs/${id}/tracking`)).body.data.map(({ what }: { what: string }) => what)
    expect(await told(first.id)).toContain(`Welder: taken off the job, meanwhile on ${second.reference}`)
    await admin.patch(`/api/equipment/${kept.id}/equipment`, { jobid: first.id, processed: true })
    expect(await told(first.id)).toContain('Trolley: processed')
    await admin.patch(`/api/equipment/${kept.id}/equipment`, { jobid: first.id, processed: false })

    await admin.post('/api/jobs/reorder', { jobid: first.id, lane: 4, afterid: null, confirmed: true })
    const by = { userid: null, name: 'test' }
    const write = (run: (tx: Tx) => unknown) => server.services.tenants.write(server.accountid, by, run)
    await write((tx) => markInvoiced(tx, first.id))
    expect((await admin.post(`/api/jobs/${second.id}/equipment`, { barcode: kept.barcode })).status).toBe(200)
    await write((tx) => markCredited(tx, first.id))
    expect(await on(second.id)).toContainEqual(['Trolley', false])
    expect(await on(first.id)).toEqual([])
  })

  test('without a barcode goes on a job by its id, and its tab says where each piece is', async () => {
    const { admin, agent } = server.people
    const one = await piece({ name: 'Jack', barcode: '', location: shop.locations[0] })
    const hers = await job({ boardid: shop.boardid })
    const nothing = await admin.post(`/api/jobs/${hers.id}/equipment`, { role: 2 })
    expect(nothing.body.fields.barcode).toBe('Scan a piece of equipment, or choose one.')
    const put = await admin.post(`/api/jobs/${hers.id}/equipment`, { equipmentid: one.id, role: 2 })
    expect(put.body.data).toMatchObject({ name: 'Jack', role: 2 })
    const tab = (await agent.get(`/equipment/job/${hers.id}`)).text
    expect(tab).toContain('Acme yard')
    expect(tab).toContain('On this job')
    const elsewhere = await job({ boardid: shop.secondid })
    await admin.post(`/equipment/job/${hers.id}/${one.id}?processed=true`)
    await admin.post(`/api/jobs/${elsewhere.id}/equipment`, { equipmentid: one.id })
    expect((await admin.get(`/equipment/job/${hers.id}`)).text).toContain(`>${elsewhere.reference}</a>`)
    expect((await server.people.stakeholder.get(`/equipment/job/${hers.id}`)).status).toBe(404)
  })

  test('that was taken off is put back as it was, processed or not', async () => {
    const { admin } = server.people
    const one = await piece()
    const { id } = await job()
    await admin.post(`/api/jobs/${id}/equipment`, { barcode: one.barcode, role: 2 })
    await admin.patch(`/api/equipment/${one.id}/equipment`, { jobid: id, processed: true })
    const before = (await admin.get(`/api/jobs/${id}/equipment`)).body.data[0]
    const off = await admin.post(`/equipment/job/${id}/${one.id}/remove`)
    const { undo } = JSON.parse(off.headers.get('hx-trigger') ?? '').snackbar
    expect((await admin.get(`/api/jobs/${id}`)).body.data.pieces).toBe(0)
    expect((await admin.post(undo.url)).status).toBe(200)
    const { added: _, ...after } = (await admin.get(`/api/jobs/${id}/equipment`)).body.data[0]
    expect(before).toMatchObject(after)
  })

  test('remembers where it was, and the job what it had', async () => {
    const { admin } = server.people
    const one = await piece({ name: 'Ladder' })
    const { id, reference } = await job()
    await admin.post(`/api/jobs/${id}/equipment`, { barcode: one.barcode, role: 2 })
    await admin.patch(`/api/equipment/${one.id}/equipment`, { jobid: id, role: 1, processed: true })
    await admin.delete(`/api/jobs/${id}/equipment/${one.id}`)
    await admin.patch(`/api/equipment/${one.id}`, { location: shop.locations[1] })
    const been = (await admin.get(`/api/equipment/${one.id}/history`)).body.data
    expect(been).toMatchObject([
      { field: 'location', oldvalue: '', newvalue: 'Bolt hall' },
      { field: 'job', oldvalue: reference, newvalue: '' },
      { field: `processed on ${reference}`, oldvalue: 'no', newvalue: 'yes' },
      { field: 'job', oldvalue: '', newvalue: reference },
      { field: 'created' },
    ])
    const entries = (await admin.get(`/api/jobs/${id}/history`)).body.data as {
      field: string
      newvalue: string
    }[]
    expect(entries.slice(0, 3).map(({ field, newvalue }) => [field, JSON.parse(newvalue)])).toEqual([
      ['material.equipment', [{ kind: 'In Equipment', old: 'Ladder', new: '' }]],
      [
        'material.equipment',
        [
          { kind: 'Out Equipment', old: 'Ladder', new: '' },
          { kind: 'In Equipment', old: '', new: 'Ladder' },
          { kind: 'Processed', old: 'no', new: 'yes' },
        ],
      ],
      ['material.equipment', [{ kind: 'Out Equipment', old: '', new: 'Ladder' }]],
    ])
  })

  test('that is not processed warns from status 3 on', async () => {
    const { admin } = server.people
    const [inbound, outbound] = [await piece(), await piece()]
    const { id } = await job({ status: 3 })
    await admin.post(`/api/jobs/${id}/equipment`, { barcode: inbound.barcode })
    await admin.post(`/api/jobs/${id}/equipment`, { barcode: outbound.barcode, role: 2 })
    const codes = async () =>
      (await admin.get(`/api/jobs/${id}`)).body.data.warninglist.map((one: { code: string }) => one.code)
    expect(await codes()).toEqual(['outputassets', 'inputassets'])
    await admin.patch(`/api/equipment/${inbound.id}/equipment`, { jobid: id, processed: true })
    expect(await codes()).toEqual(['outputassets'])
  })

  test('of one code goes out first in, first out; how many are at home is counted', async () => {
    const { admin } = server.people
    const [a, b, c] = [
      await piece({ code: 'BOX' }),
      await piece({ code: 'BOX' }),
      await piece({ code: 'BOX' }),
    ]
    const fifo = async () => (await admin.get('/api/equipment/assets/fifo?code=BOX')).body.data
    expect((await fifo()).id).toBe(a.id)
    const { id } = await job()
    await admin.post(`/api/jobs/${id}/equipment`, { barcode: a.barcode })
    expect((await fifo()).id).toBe(b.id)
    await admin.delete(`/api/jobs/${id}/equipment/${a.id}`)
    expect((await fifo()).id).toBe(b.id)
    await admin.post(`/api/jobs/${id}/equipment`, { barcode: b.barcode })
    await admin.post(`/api/jobs/${id}/equipment`, { barcode: c.barcode })
    expect((await fifo()).id).toBe(a.id)

    const availability = (
      await admin.post('/api/equipment/assets/availability', [{ code: 'BOX', quantity: 2 }, { code: 'NONE' }])
    ).body.data
    expect(availability).toEqual([
      { code: 'BOX', quantity: 2, total: 3, available: 1, enough: false },
      { code: 'NONE', quantity: 1, total: 0, available: 0, enough: false },
    ])
    expect((await admin.call('POST', '/api/equipment/assets/availability', [])).body.data).toEqual([])
    const assets = (await admin.get('/api/equipment/assets?code=BOX')).body
    expect(assets.total).toBe(3)
    expect(assets.data.filter((one: { available: boolean }) => one.available)).toMatchObject([{ id: a.id }])
    expect((await admin.get('/api/equipment/assets')).status).toBe(400)

    await admin.patch(`/api/jobs/${id}`, { status: 4, confirmed: true })
    await admin.patch(`/api/jobs/${id}`, { status: 6 })
    expect(
      (await admin.get('/api/equipment/assets?code=BOX')).body.data.map((x: { jobid: unknown }) => x.jobid),
    ).toEqual([null, null, null])
  })

  test('tells every stay: at locations and storage and on jobs, from when until when', async () => {
    const { admin } = server.people
    const [bin, shelf] = [
      (await admin.post('/api/storage', { name: 'Stay bin' })).body.data,
      (await admin.post('/api/storage', { name: 'Stay shelf' })).body.data,
    ]
    const one = await piece({ storageid: bin.id })
    const [first, second, third] = [await job(), await job(), await job()]
    await admin.post(`/api/jobs/${first.id}/equipment`, { barcode: one.barcode })
    // Stays that begin in the same millisecond are in the order of their kinds.
    const began = Date.now()
    await eventually(() => Date.now() > began, true)
    await admin.delete(`/api/jobs/${first.id}/equipment/${one.id}`)
    await admin.patch(`/api/equipment/${one.id}`, { storageid: shelf.id, location: shop.locations[0] })
    await admin.post(`/api/jobs/${second.id}/equipment`, { barcode: one.barcode })
    await admin.patch(`/api/equipment/${one.id}/equipment`, { jobid: second.id, processed: true })
    await admin.post(`/api/jobs/${third.id}/equipment`, { barcode: one.barcode })
    const rows = async () => {
      const { text } = await admin.get(`/equipment/list/${one.id}/places`)
      return [...text.matchAll(/<tr><td>(.*?)<\/td>.*?data-label="To">(.*?)<\/td>/gs)].map(
        ([, where = '', to = '']) => [
          where.replace(/<[^>]*>/g, '').trim(),
          /<time/.test(to) ? 'ended' : to.replace(/<[^>]*>/g, ''),
        ],
      )
    }
    expect(await rows()).toEqual([
      [third.reference, 'Out'],
      [second.reference, 'ended'],
      ['Acme yard', 'Now'],
      ['Stay shelf', 'Now'],
      [first.reference, 'ended'],
      ['Stay bin', 'ended'],
    ])
    await admin.patch(`/api/jobs/${third.id}`, { status: 4, confirmed: true })
    await admin.patch(`/api/jobs/${third.id}`, { status: 6 })
    expect((await rows())[0]).toEqual([third.reference, 'its job was done'])
    expect((await server.other.get(`/equipment/list/${one.id}/places`)).status).toBe(404)
  })

  test('is on jobs that a person sees, and on no others', async () => {
    const { admin, agent, stakeholder } = server.people
    const one = await piece()
    const { id, reference } = await job({ boardid: shop.secondid })
    await admin.post(`/api/jobs/${id}/equipment`, { barcode: one.barcode })
    expect((await admin.get(`/equipment/list/${one.id}/places`)).text).toContain(reference)
    const hide = { boardid: shop.secondid, roleid: server.roleids.Agent, permission: 'none' }
    await admin.post('/api/boards/permissions', hide)
    expect((await agent.get(`/api/jobs/${id}/equipment`)).status).toBe(404)
    expect((await agent.get(`/equipment/list/${one.id}/places`)).text).not.toContain(reference)
    expect((await agent.post(`/api/jobs/${id}/equipment`, { barcode: one.barcode })).status).toBe(404)
    expect((await stakeholder.get(`/api/jobs/${id}/equipment`)).status).toBe(404)
    expect((await server.other.get(`/api/jobs/${id}/equipment`)).status).toBe(404)
    const theirs = await server.other.patch(`/api/equipment/${one.id}/equipment`, { jobid: id })
    expect(theirs.status).toBe(404)
  })
})

test('storage is told by board and by place, with the lines that lie there', async () => {
  const { admin } = server.people
  const shelf = (await admin.post('/api/storage', { name: 'Shelf 1', barcode: 'SH1' })).body.data
  const item = (await admin.post('/api/inventory', { code: 'BOLT', baseunit: 'each' })).body.data
  const { id, reference } = await job()
  const line = { jobid: id, inventoryid: item.id, role: 1, estimated: 4, storageid: shelf.id }
  expect((await admin.post('/api/materials', line)).status).toBe(200)
  const booked = await admin.post('/api/inventory/inbound', {
    inventoryid: item.id,
    quantity: '2,5',
    storageid: shelf.id,
  })
  expect(booked.status).toBe(200)
  const places = (await admin.get(`/api/storage/board/${shop.boardid}`)).body.data
  expect(places).toMatchObject([
    { id: shelf.id, name: 'Shelf 1', lines: [{ job: { reference }, estimated: 4, consumed: 0 }] },
  ])
  expect((await admin.get(`/api/storage/fetch/${shelf.id}`)).body.data).toMatchObject({
    name: 'Shelf 1',
    barcode: 'SH1',
    items: [{ id: item.id, code: 'BOLT', onhand: 2.5 }],
    lines: [{ job: { id } }],
  })
  expect((await admin.get(`/api/storage/board/${shelf.id}`)).status).toBe(404)
  expect((await server.other.get(`/api/storage/fetch/${shelf.id}`)).status).toBe(404)
})

test('the page of availability names for each code the piece that goes out next', async () => {
  const { admin, stakeholder } = server.people
  const [old, young] = [
    await piece({ code: 'PUMP', name: 'Old pump' }),
    await piece({ code: 'PUMP', name: 'Young pump' }),
  ]
  const cells = async () => {
    const { text } = await admin.get('/equipment/availability?search=pump')
    return [...text.matchAll(/<td[^>]*>(.*?)<\/td>/gs)]
      .map(([, cell = '']) => cell.replace(/<[^>]*>/g, ''))
      .slice(0, 4)
  }
  expect(await cells()).toEqual(['PUMP', '2', '2', 'Old pump'])
  const { id } = await job()
  await admin.post(`/api/jobs/${id}/equipment`, { barcode: old.barcode })
  expect(await cells()).toEqual(['PUMP', '2', '1', 'Young pump'])
  await admin.post(`/api/jobs/${id}/equipment`, { barcode: young.barcode })
  expect(await cells()).toEqual(['PUMP', '2', '0', 'All are out'])
  await admin.delete(`/api/jobs/${id}/equipment/${old.id}`)
  expect((await cells())[3]).toBe('Old pump')
  expect((await admin.get('/equipment/availability?search=%25')).text).toContain('No asset codes match.')
  expect((await stakeholder.get('/equipment/availability')).status).toBe(403)
})

test('a storage place tells what lies in it, and a board where its jobs keep things', async () => {
  const { admin } = server.people
  const shelf = (await admin.post('/api/storage', { name: 'Top shelf', barcode: 'TOP' })).body.data
  const { id, reference } = await job()
  const line = { jobid: id, description: 'Hinges', role: 1, estimated: 2.5, unit: 'kg', storageid: shelf.id }
  expect((await admin.post('/api/materials', line)).status).toBe(200)
  const contents = await admin.get(`/admin/storage/${shelf.id}/contents`)
  expect(contents.text).toContain(`open=${reference.toLowerCase()}`)
  expect(contents.text.replaceAll('\u00a0', ' ')).toContain('2,5 kg')
  const page = await admin.get(`/storage/board/${shop.boardid}`)
  expect(page.text).toContain('Top shelf')
  expect(page.text).toContain('Hinges')
  expect((await admin.get(`/storage/board/${shop.secondid}`)).text).not.toContain('Top shelf')
  expect((await admin.get('/storage/board')).text).toContain('Top shelf')
  expect((await server.other.get(`/storage/board/${shop.boardid}`)).status).toBe(404)
  expect((await server.other.get(`/admin/storage/${shelf.id}/contents`)).status).toBe(404)
  expect((await server.other.get('/storage/board')).text).toContain('There is no board yet.')
})

describe('a scanned code', () => {
  const scan = async (code: string, who = server.people.admin) => {
    const { status, body } = await who.call(
      'GET',
      `/lookup/scan?code=${encodeURIComponent(code)}`,
      undefined,
      {
        accept: 'application/json',
      },
    )
    return { status, ...(body.data?.[0] ?? body), all: body.data }
  }

  test('leads to the item, job, equipment or storage that it names', async () => {
    const { admin } = server.people
    const one = await piece({ barcode: '6001-EQ' })
    const shelf = (await admin.post('/api/storage', { name: 'Bin', barcode: '6001-ST' })).body.data
    const item = (await admin.post('/api/inventory', { code: '000123', barcode: '6001-IT' })).body.data
    const { reference } = await job()
    expect(await scan('6001-eq')).toMatchObject({ kind: 'equipment', url: `/equipment/list/${one.id}` })
    expect(await scan('6001-ST')).toMatchObject({ kind: 'storage', url: `/admin/storage/${shelf.id}` })
    expect(await scan('6001-IT')).toMatchObject({ kind: 'item', url: `/admin/inventory/${item.id}` })
    expect(await scan('000123')).toMatchObject({ kind: 'item', opens: 'page', note: '000123' })
    expect((await scan('123')).status).toBe(404)
    expect(await scan(reference.toLowerCase())).toMatchObject({
      kind: 'job',
      opens: 'page',
      url: `/jobs/work-shop/progress?open=${reference.toLowerCase()}`,
    })
  })

  test('that several things have names them all, each once', async () => {
    const { admin } = server.people
    await piece({ name: 'Crate A', barcode: '6100', code: 'CRATE-6' })
    await piece({ name: 'Crate B', barcode: '6101', code: 'CRATE-6' })
    await admin.post('/api/inventory', { code: '6100', barcode: '6100', materialname: 'Bolt' })
    const names = async (code: string) =>
      (await scan(code)).all.map(({ kind, name }: { kind: string; name: string }) => [kind, name])
    expect(await names('6100')).toEqual([
      ['equipment', 'Crate A'],
      ['item', 'Bolt'],
    ])
    expect(await names('crate-6')).toEqual([
      ['equipment', 'Crate A'],
      ['equipment', 'Crate B'],
    ])
  })

  test('leads nobody to what they do not see', async () => {
    await piece({ barcode: '7001' })
    const { reference } = await job()
    const { stakeholder } = server.people
    for (const code of ['7001', reference, "x' OR 1=1 --"]) {
      const { status, message } = await scan(code, stakeholder)
      expect([status, message]).toEqual([404, `Nothing has the code ${code}.`])
    }
    expect((await scan(reference, server.other)).status).toBe(404)
  })

  test('is found by indexes alone', () => {
    const plan = server.services.tenants.read(server.accountid, (db) => queryPlan(db, SCAN_SQL, ['x']))
    expect(plan.filter((line) => /^SCAN (equipment|storage|inventory|jobs|deliveries)/.test(line))).toEqual(
      [],
    )
  })
})
