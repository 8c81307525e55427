import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { randomUUIDv7 } from 'bun'
import { prepared } from '#db/sqlite.ts'
import { countToBill, countToCredit } from '#server/domains/work/deliveries/to-bill.ts'
import { parseQuantity } from '#server/money/decimal.ts'
import { createInvoiceFixtures, type InvoiceFixtures, pdf } from '#tests/sales/invoices-support.ts'
import { expectOk, expectRefused, htmxRequest } from '#tests/support/answers.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'
import { issueNote, jobToDeliver, SIGNATURE } from './deliveries-support.ts'
import { png } from './documents-support.ts'
import { addStakeholder } from './jobs-support.ts'

let server: TestServer
let shop: InvoiceFixtures
let admin: Client

beforeAll(async () => {
  server = await startTestServer()
  shop = await createInvoiceFixtures(server)
  admin = server.people.admin
})
afterAll(() => server.stop())

const line = (materialid: string, quantity: number | string) => ({ materialid, quantity })
const draft = (lines: object[], more: object = {}) =>
  admin.post('/api/delivery', { boardid: shop.boardid, lines, ...more })
const patch = (id: string, body: object, who = admin) => who.patch(`/api/delivery/${id}`, body)
const leftOf = async (job: { reference: string }) => {
  const rows = await expectOk(admin.get(`/api/delivery/${shop.boardid}/unallocated?search=${job.reference}`))
  return rows.map(({ left }: { left: number }) => left)
}

describe('a draft', () => {
  test('takes quantities of output lines, and the parties of their job', async () => {
    const job = await jobToDeliver(shop, [{}, { estimated: 2.5, unit: 'm' }])
    const note = await expectOk(
      draft([line(job.lines[0]!, 4), line(job.lines[1]!, '1,25')], { waybill: 'WB 1', reference: 'Gate 3' }),
    )
    expect(note).toMatchObject({
      state: 'draft',
      number: null,
      waybill: 'WB 1',
      reference: 'Gate 3',
      client: { name: 'Acme' },
      location: { name: 'Acme yard' },
      organisation: { name: 'Drakensberg Joinery' },
      jobs: [job.reference],
      lines: [
        { description: 'Cupboard 1', quantity: 4, unit: 'ea', returned: 0, most: 10 },
        { description: 'Cupboard 2', quantity: 1.25, unit: 'm', most: 2.5 },
      ],
    })
    expect(await leftOf(job)).toEqual([6, 1.25])
    const changed = await expectOk(
      patch(note.id, { version: note.version, carrier: 'Own van', lines: [line(job.lines[0]!, 10)] }),
    )
    expect(changed).toMatchObject({ carrier: 'Own van', lines: [{ quantity: 10 }] })
    expect((await patch(note.id, { version: note.version, carrier: 'X' })).status).toBe(409)
    expect(await leftOf(job)).toEqual([2.5])
    await expectOk(admin.delete(`/api/delivery/${note.id}`))
    expect(await leftOf(job)).toEqual([10, 2.5])
    expect((await admin.get(`/api/delivery/${note.id}`)).status).toBe(404)
  })

  test('never takes more than is left, of what was made beyond the order too', async () => {
    const job = await jobToDeliver(shop, [{}, { estimated: 3, consumed: 5 }])
    const [first, second] = job.lines as [string, string]
    expect(await expectRefused(draft([line(first, 10.5)]))).toEqual(['lines.0.quantity'])
    const { body } = await draft([line(second, 1), line(first, 10.5)])
    expect(body.fields['lines.1.quantity']).toBe(
      `No more than 10\u00a0ea of Cupboard 1 on job ${job.reference} is left to deliver.`,
    )
    await expectOk(draft([line(first, 10), line(second, 5)]))
    expect(await expectRefused(draft([line(first, 1)]))).toEqual(['lines.0.quantity'])
    expect(await expectRefused(draft([line(second, '0,000001')]))).toEqual(['lines.0.quantity'])
  })

  test('begins with what was used or made of a line, and with nothing of a service', async () => {
    const item = async (materialname: string, inventoryclass: number) =>
      (await expectOk(admin.post('/api/inventory', { materialname, inventoryclass, baseunit: 'each' }))).id
    const [runner, callout] = [await item('Runner', 5), await item('Call-out', 0)]
    const job = await jobToDeliver(shop, [
      { inventoryid: runner, estimated: 8, consumed: 7, unit: 'each' },
      { inventoryid: callout, estimated: 1, consumed: 1, unit: 'each' },
      {},
    ])
    expect(await leftOf(job)).toEqual([8, 0, 10])
    const { text } = await admin.get(`/deliveries/new?boardid=${shop.boardid}&jobid=${job.id}`)
    const begun = job.lines.map((id) => new RegExp(`data-field="${id}"[^>]*value="([^"]*)"`).exec(text)?.[1])
    expect(begun).toEqual(['7', '', '10'])
    await expectOk(draft([line(job.lines[1]!, 1)]))
  })

  test('two windows cannot deliver the same goods', async () => {
    const job = await jobToDeliver(shop, [{}])
    const answers = await Promise.all([1, 2, 3].map(() => draft([line(job.lines[0]!, 10)])))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
  })

  test('reads what is left again when it is issued', async () => {
    const job = await jobToDeliver(shop, [{}])
    const { id } = await expectOk(draft([line(job.lines[0]!, 10)]))
    await expectOk(admin.patch(`/api/materials/${job.lines[0]}`, { estimated: 6 }))
    expect(await expectRefused(patch(id, { status: 'issued' }))).toEqual(['lines.0.quantity'])
    expect((await expectOk(admin.get(`/api/delivery/${id}`))).number).toBeNull()
    const issued = await expectOk(patch(id, { status: 'issued', lines: [line(job.lines[0]!, 6)] }))
    expect(issued).toMatchObject({ state: 'issued', lines: [{ quantity: 6 }] })
  })

  test('is refused what is no goods of one client that go to one place', async () => {
    const job = await jobToDeliver(shop, [{}, { role: 4 }])
    const [output, fitting] = job.lines as [string, string]
    const other = await jobToDeliver(shop, [{}], { client: shop.clients[1], location: shop.locations[1] })
    const elsewhere = await jobToDeliver(shop, [{}], { boardid: shop.secondid })
    const refused: [object[], object, string[]][] = [
      [[], {}, ['lines']],
      [[line(fitting, 1)], {}, ['lines.0.materialid']],
      [[line(randomUUIDv7(), 1)], {}, ['lines.0.materialid']],
      [[line(output, 1), line(output, 1)], {}, ['lines.1.materialid']],
      [[line(output, 0)], {}, ['lines.0.quantity']],
      [[line(output, -1)], {}, ['lines.0.quantity']],
      [[line(output, 1), line(other.lines[0]!, 1)], {}, ['lines.1.materialid']],
      [[line(elsewhere.lines[0]!, 1)], {}, ['lines.0.materialid']],
      [[line(output, 1)], { client: shop.clients[1] }, ['location']],
      [[line(output, 1)], { client: shop.clients[1], location: null }, ['lines.0.materialid']],
      [[line(output, 1)], { location: shop.locations[1] }, ['location']],
      [[line(output, 1)], { storageid: randomUUIDv7() }, ['storageid']],
      [[{ ...line(output, 1), equipmentid: randomUUIDv7() }], {}, ['lines.0.equipmentid']],
      [[line(output, 1)], { boardid: randomUUIDv7() }, ['boardid']],
    ]
    for (const [lines, more, fields] of refused)
      expect(await expectRefused(draft(lines, more)), JSON.stringify([lines, more])).toEqual(fields)
    expect(await leftOf(job)).toEqual([10])
  })

  test('takes nothing of a closed job, and of an invoiced one what is left', async () => {
    const job = await jobToDeliver(shop, [{ consumed: 10 }])
    const archived = await jobToDeliver(shop, [{ consumed: 10 }])
    const removed = await jobToDeliver(shop, [{}])
    const template = await jobToDeliver(shop, [{}], { template: true, status: 1 })
    for (const { id } of [job, archived])
      await expectOk(admin.patch(`/api/jobs/${id}`, { status: 4, confirmed: true }))
    const invoice = await expectOk(admin.post('/api/invoices', { jobid: job.id }))
    await expectOk(admin.post(`/api/invoices/${invoice.id}/issue`))
    await expectOk(admin.patch(`/api/jobs/${archived.id}`, { status: 6 }))
    await expectOk(admin.delete(`/api/jobs/${removed.id}`))
    for (const { lines } of [archived, removed, template]) {
      const { status, body } = await draft([line(lines[0]!, 1)])
      expect([status, body.code]).toEqual([400, 'jobclosed'])
    }
    await expectOk(draft([line(job.lines[0]!, 1)]))
  })
})

describe('an issued note', () => {
  test('has the next number of its organisation, and says forever what it said', async () => {
    const job = await jobToDeliver(shop, [{}], { customerreference: 'PO 77' })
    const first = await issueNote(admin, shop.boardid, [line(job.lines[0]!, 2)])
    const second = await issueNote(admin, shop.boardid, [line(job.lines[0]!, 3)])
    const [, digits] = /^DJDN-(\d{4})$/.exec(first.number) ?? []
    expect(second.number).toBe(`DJDN-${String(Number(digits) + 1).padStart(4, '0')}`)
    expect(
      (await issueNote(admin, shop.boardid, [line(job.lines[0]!, 1)], { organisation: shop.plain })).number,
    ).toBe('DN-0001')
    await expectOk(admin.patch(`/api/clients/${shop.clients[0]}`, { name: 'Acme Holdings' }))
    expect((await expectOk(admin.get(`/api/delivery/${first.id}`))).client.name).toBe('Acme')
    await expectOk(admin.patch(`/api/clients/${shop.clients[0]}`, { name: 'Acme' }))
    const { body } = await patch(first.id, { waybill: 'X' })
    expect(body.code).toBe('issued')
    expect((await patch(first.id, { waybill: 'X', version: first.version - 1 })).status).toBe(409)
    expect((await admin.delete(`/api/delivery/${first.id}`)).status).toBe(400)
  })

  test('is made and issued at once, or nothing is left of it', async () => {
    const job = await jobToDeliver(shop, [{}])
    const made = (quantity: number, more: object = {}) =>
      admin.post('/api/delivery/issued', {
        boardid: shop.boardid,
        lines: [line(job.lines[0]!, quantity)],
        ...more,
      })
    const note = await expectOk(made(4, { waybill: 'WB 9' }))
    expect(note).toMatchObject({ state: 'issued', waybill: 'WB 9', lines: [{ quantity: 4 }] })
    const { body } = await made(7)
    expect(body.fields).toHaveProperty(['lines.0.quantity'])
    expect((await made(1, { boardid: 'none' })).body.fields).toHaveProperty('boardid')
    expect(await expectOk(admin.get(`/api/delivery/job/${job.id}`))).toHaveLength(1)
    const next = await expectOk(made(6))
    expect(Number(next.number.slice(-4))).toBe(Number(note.number.slice(-4)) + 1)
    const jobs = { boardid: shop.boardid, lines: [line(job.lines[0]!, 1)] }
    expect((await server.people.stakeholder.post('/api/delivery/issued', jobs)).status).toBe(403)
  })

  test('is issued once, however often it is asked', async () => {
    const job = await jobToDeliver(shop, [{}])
    const { id } = await expectOk(draft([line(job.lines[0]!, 1)]))
    const before = await issueNote(admin, shop.boardid, [line(job.lines[0]!, 1)])
    const asked = await Promise.all([1, 2, 3].map(() => patch(id, { status: 'issued' })))
    expect(asked.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
    const after = await issueNote(admin, shop.boardid, [line(job.lines[0]!, 1)])
    expect(Number(after.number.slice(-4))).toBe(Number(before.number.slice(-4)) + 2)
  })

  test('gives out the bytes that were stored once, then copies', async () => {
    const job = await jobToDeliver(shop, [{}])
    const { id, number } = await issueNote(admin, shop.boardid, [line(job.lines[0]!, 2)])
    const path = `/render/deliverynote/${id}`
    const first = await pdf(server, admin, path)
    expect(first.headers.get('content-disposition')).toContain(`Delivery note ${number}.pdf`)
    expect(new TextDecoder('latin1').decode(first.bytes.slice(0, 5))).toBe('%PDF-')
    const again = await pdf(server, admin, path)
    expect(again.headers.get('content-disposition')).toContain('copy')
    expect((await expectOk(admin.get(`/api/delivery/${id}`))).original).toBeTruthy()
    expect((await admin.get(`/render/deliveryproof/${id}`)).status).toBe(400)
  })

  test('is told by its jobs: on the line, in the history and in the tracking', async () => {
    const job = await jobToDeliver(shop, [{}])
    const piece = await expectOk(admin.post('/api/equipment', { name: 'Crate 7', barcode: 'CR-7' }))
    const note = await issueNote(admin, shop.boardid, [{ ...line(job.lines[0]!, 2), equipmentid: piece.id }])
    const [material] = await expectOk(admin.get(`/api/materials/getMaterials/${job.id}`))
    expect(material).toMatchObject({ delivery: { id: note.id, number: note.number }, delivered: 2 })
    const history = await expectOk(admin.get(`/api/jobs/${job.id}/history`))
    const rows = history.find(({ field }: { field: string }) => field === 'material.delivered')
    expect(JSON.parse(rows.newvalue)).toEqual([
      { kind: 'Delivery', old: '', new: `${note.number}: 2\u00a0ea` },
      { kind: 'Out Equipment', old: '', new: 'Crate 7' },
    ])
    const told = await expectOk(admin.get(`/api/jobs/${job.id}/tracking`))
    expect(told.at(-1)).toMatchObject({ kind: 'delivery', what: `Delivery note ${note.number} issued` })
    expect(
      (await expectOk(admin.get(`/api/delivery/job/${job.id}`))).map(({ id }: { id: string }) => id),
    ).toEqual([note.id])
    const linked = await expectOk(
      admin.get(`/api/delivery/linkedpackage/${note.id}/${piece.id}/${note.lines[0].id}`),
    )
    expect(linked).toMatchObject({ description: 'Cupboard 1', package: { name: 'Crate 7' } })
    expect(
      (await admin.get(`/api/delivery/linkedpackage/${note.id}/${job.id}/${note.lines[0].id}`)).status,
    ).toBe(404)
    await expectOk(
      patch(note.id, { status: 'returned', returns: [{ lineid: note.lines[0].id, quantity: 1 }] }),
    )
    const { history: after } = await expectOk(admin.get(`/api/jobs/${job.id}`))
    const back = after.find(({ field }: { field: string }) => field === 'material.returned')
    expect(JSON.parse(back.newvalue)).toContainEqual({ kind: 'In Equipment', old: '', new: 'Crate 7' })
  })
})

describe('a proof', () => {
  test('says who received it and when, with a signature and what was damaged', async () => {
    const job = await jobToDeliver(shop, [{}])
    const { id, number, lines } = await issueNote(admin, shop.boardid, [line(job.lines[0]!, 2)])
    const proof = {
      name: 'Thandi M.',
      signature: SIGNATURE,
      remarks: [{ lineid: lines[0].id, remark: 'One door scratched' }],
    }
    const note = await expectOk(patch(id, { status: 'delivered', proof }, server.people.jobs))
    expect(note).toMatchObject({
      state: 'delivered',
      receivedby: 'Thandi M.',
      signed: true,
      provenby: 'jobs Tester',
      lines: [{ remark: 'One door scratched' }],
    })
    expect(note.delivered).toBeTruthy()
    const png = await pdf(server, admin, `/deliveries/${id}/signature`)
    expect([...png.bytes.slice(1, 4)].map((byte) => String.fromCharCode(byte)).join('')).toBe('PNG')
    expect((await pdf(server, admin, `/api/jobs/sets/${id}/signature/${id}`)).bytes).toEqual(png.bytes)
    const paper = await pdf(server, admin, `/render/deliveryproof/${id}`)
    expect(paper.headers.get('content-disposition')).toContain(`Proof of delivery ${number}.pdf`)
    const again = await patch(id, { status: 'delivered', proof })
    expect([again.status, again.body.code]).toEqual([409, 'proven'])
  })

  test('is refused where it proves nothing', async () => {
    const job = await jobToDeliver(shop, [{}])
    const draftnote = await expectOk(draft([line(job.lines[0]!, 1)]))
    const proof = { name: 'T', signature: SIGNATURE }
    expect((await patch(draftnote.id, { status: 'delivered', proof })).body.code).toBe('draft')
    const { id } = await issueNote(admin, shop.boardid, [line(job.lines[0]!, 1)])
    const outside = {
      ...SIGNATURE,
      strokes: [
        [
          [20, 80, 0],
          [2000, 40, 40],
        ],
      ],
    }
    const dot = {
      ...SIGNATURE,
      strokes: [
        [
          [20, 80, 0],
          [21, 80, 4],
        ],
      ],
    }
    const long = {
      ...SIGNATURE,
      strokes: [Array.from({ length: 4001 }, (_, at) => [at % 300, at % 100, at])],
    }
    for (const [wrong, field] of [
      [{}, 'proof.name'],
      [{ name: '  ' }, 'proof.name'],
      [{ name: 'T', signature: outside }, 'proof.signature'],
      [{ name: 'T', signature: dot }, 'proof.signature'],
      [{ name: 'T', signature: long }, 'proof.signature'],
      [{ name: 'T', signature: 'scribble' }, 'proof.signature'],
      [{ name: 'T', time: '2999-01-01T00:00:00Z' }, 'proof.time'],
      [{ name: 'T', time: '2001-01-01T00:00:00Z' }, 'proof.time'],
      [{ name: 'T', remarks: [{ lineid: job.id, remark: 'x' }] }, 'proof.remarks.0.lineid'],
    ] as const)
      expect(await expectRefused(patch(id, { status: 'delivered', proof: wrong }))).toEqual([field])
    expect((await expectOk(admin.get(`/api/delivery/${id}`))).state).toBe('issued')
    // The night before by UTC is the same day in South Africa.
    const issued = { utc: '2026-11-02T06:00:00.000Z', sameday: '2026-11-01T22:30:00.000Z' }
    await server.services.tenants.write(server.accountid, { userid: null, name: 'test' }, (tx) =>
      prepared(tx.db, 'UPDATE deliveries SET issuedutc = ? WHERE id = ?').run([issued.utc, id]),
    )
    await expectOk(patch(id, { status: 'delivered', proof: { name: 'By phone', time: issued.sameday } }))
  })
})

describe('what came back', () => {
  test('is no more than is out, and can be delivered again', async () => {
    const job = await jobToDeliver(shop, [{ estimated: 100 }])
    const rack = await expectOk(admin.post('/api/storage', { name: 'Rack 9' }))
    const { id, number, lines } = await issueNote(admin, shop.boardid, [line(job.lines[0]!, 100)])
    const back = (quantity: number, more: object = {}) =>
      patch(id, { status: 'returned', returns: [{ lineid: lines[0].id, quantity }], ...more })
    expect(await expectRefused(back(101))).toEqual(['returns.0.quantity'])
    expect(await expectRefused(back(0))).toEqual(['returns.0.quantity'])
    expect(await expectRefused(back(1, { storageid: job.id }))).toEqual(['storageid'])
    const part = await expectOk(back(10, { storageid: rack.id, reason: 'Wrong colour' }))
    expect(part).toMatchObject({
      state: 'issued',
      lines: [{ returned: 10 }],
      events: [{ kind: 'mended', quantity: 10, storage: 'Rack 9', reason: 'Wrong colour' }],
    })
    expect(await leftOf(job)).toEqual([10])
    expect(await expectRefused(back(91))).toEqual(['returns.0.quantity'])
    const answers = await Promise.all([back(90), back(90)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
    expect((await expectOk(admin.get(`/api/delivery/${id}`))).state).toBe('returned')
    expect((await patch(id, { status: 'returned' })).status).toBe(400)
    const told = await expectOk(admin.get(`/api/jobs/${job.id}/tracking`))
    expect(told.map(({ what }: { what: string }) => what)).toContain(
      `Delivery note ${number} came back in part`,
    )
    expect(told.at(-1).what).toBe(`Delivery note ${number} came back`)
  })

  test('is all of it when nothing is said', async () => {
    const job = await jobToDeliver(shop, [{}, {}])
    const { id } = await issueNote(
      admin,
      shop.boardid,
      job.lines.map((one) => line(one, 3)),
    )
    await expectOk(patch(id, { status: 'delivered', proof: { name: 'T' } }))
    const note = await expectOk(patch(id, { status: 'returned' }))
    expect(note).toMatchObject({ state: 'returned', lines: [{ returned: 3 }, { returned: 3 }] })
  })
})

describe('who sees and changes notes', () => {
  test('is not another account, by whatever id', async () => {
    const job = await jobToDeliver(shop, [{}])
    const { id, lines } = await issueNote(admin, shop.boardid, [line(job.lines[0]!, 1)])
    const { other } = server
    for (const path of [
      `/api/delivery/${id}`,
      `/api/delivery/${id}/history`,
      `/api/delivery/lines/${id}`,
      `/api/delivery/job/${job.id}`,
      `/api/delivery/${shop.boardid}/range`,
      `/api/delivery/${shop.boardid}/unallocated`,
      `/api/delivery/consigned/${shop.clients[0]}`,
      `/render/deliverynote/${id}`,
      `/render/deliveryproof/${id}`,
      `/deliveries/${id}`,
      `/deliveries/${id}/signature`,
      `/api/jobs/sets/${id}/signature/${id}`,
      `/deliveries/job/${job.id}`,
    ])
      expect((await other.get(path)).status, path).toBe(404)
    expect((await patch(id, { status: 'returned' }, other)).status).toBe(404)
    expect(
      (await other.post('/api/delivery', { boardid: shop.boardid, lines: [line(job.lines[0]!, 1)] })).status,
    ).toBe(400)
    const returns = [{ lineid: lines[0].id, quantity: 1 }]
    expect((await patch(id, { status: 'returned', returns }, other)).status).toBe(404)
  })

  test('follows the board, the place and the rights of each', async () => {
    const { agent, jobs, stakeholder } = server.people
    const job = await jobToDeliver(shop, [{}])
    const { id } = await issueNote(admin, shop.boardid, [line(job.lines[0]!, 1)])
    await addStakeholder(server, shop.locations[0], stakeholder.userid)
    expect((await stakeholder.get(`/api/delivery/${id}`)).status).toBe(403)
    const permission = { boardid: shop.boardid, roleid: server.roleids.Jobs }
    await expectOk(admin.post('/api/boards/permissions', { ...permission, permission: 'see' }))
    expect((await jobs.get(`/api/delivery/${id}`)).status).toBe(200)
    expect((await patch(id, { status: 'returned' }, jobs)).status).toBe(403)
    const photo = new FormData()
    photo.append('file', new File([png()], 'proof.png'))
    photo.append('filename', 'proof.png')
    expect((await jobs.call('POST', `/deliveries/${id}/photo`, photo)).status).toBe(403)
    await expectOk(admin.post('/api/boards/permissions', { ...permission, permission: 'none' }))
    expect((await jobs.get(`/api/delivery/${id}`)).status).toBe(404)
    expect((await jobs.get(`/api/delivery/${shop.boardid}/range`)).status).toBe(404)
    await expectOk(admin.post('/api/boards/permissions', { ...permission, permission: 'work' }))
    expect((await agent.get(`/api/delivery/${id}`)).status).toBe(200)
  })
})

test('the list of a board is narrowed by day, state and words, and exported', async () => {
  const job = await jobToDeliver(shop, [{}], { boardid: shop.secondid })
  const path = `/api/delivery/${shop.secondid}/range`
  const waiting = await expectOk(
    admin.post('/api/delivery', { boardid: shop.secondid, lines: [line(job.lines[0]!, 1)] }),
  )
  const note = await issueNote(admin, shop.secondid, [line(job.lines[0]!, 1)], { waybill: 'WB-4711' })
  const ids = async (query: string) =>
    (await expectOk(admin.get(`${path}?${query}`))).map(({ id }: { id: string }) => id)
  expect(await ids('')).toEqual([note.id, waiting.id])
  expect(await ids('sort=date')).toEqual([waiting.id, note.id])
  expect(await ids('state=draft')).toEqual([waiting.id])
  expect(await ids('search=wb-4711')).toEqual([note.id])
  expect(await ids(`start=${note.date}&end=${note.date}`)).toEqual([note.id, waiting.id])
  expect(await ids('end=2001-01-01')).toEqual([])
  const page = await admin.get('/jobs/paint/deliveries')
  expect(page.text).toContain(note.number)
  const file = await admin.get('/jobs/paint/deliveries/export?format=csv')
  expect(file.text).toContain('WB-4711')
})

test('labour is not left to deliver, on its job or on the board', async () => {
  const job = await jobToDeliver(shop, [{}])
  const labour = { jobid: job.id, role: 2, description: 'Fitting on site', unit: 'hour', estimated: 6 }
  await expectOk(admin.post('/api/materials', labour))
  for (const where of [`jobid=${job.id}`, `boardid=${shop.boardid}`]) {
    const { html } = await htmxRequest(server, admin, 'GET', `/deliveries/new?${where}`)
    expect([html.includes('Fitting on site'), html.includes(job.lines[0] as string)]).toEqual([false, true])
  }
  expect((await htmxRequest(server, admin, 'GET', `/deliveries/job/${job.id}`)).html).not.toContain('Fitting')
})

test('forms do what the calls do', async () => {
  const job = await jobToDeliver(shop, [{}, {}])
  const send = (method: string, path: string, form?: [string, string][]) =>
    htmxRequest(server, admin, method, path, form)
  const [first, second] = job.lines as [string, string]
  const made = await send('POST', '/deliveries', [
    ['boardid', shop.boardid],
    ['materialid', first],
    ['quantity', ''],
    ['materialid', second],
    ['quantity', '2,5'],
  ])
  expect(made.status).toBe(200)
  const id = /\/deliveries\/([0-9a-f-]{36})/.exec(made.html)?.[1] as string
  const note = async () => expectOk(admin.get(`/api/delivery/${id}`))
  expect(await note()).toMatchObject({ state: 'draft', lines: [{ materialid: second, quantity: 2.5 }] })
  await send('POST', `/deliveries/${id}/save`, [
    ['waybill', 'WB 9'],
    ['materialid', second],
    ['quantity', '3'],
    ['equipmentid', ''],
  ])
  await expectOk(admin.post('/api/equipment', { name: 'Crate 8', barcode: 'CR-8' }))
  const packed = await send('POST', `/deliveries/${id}/packages`, [['barcode', 'CR-8']])
  expect(packed.html).toContain('Crate 8')
  expect((await send('POST', `/deliveries/${id}/packages`, [['barcode', 'NOPE']])).status).toBe(422)
  const issued = await send('POST', `/deliveries/${id}/issue`, [['waybill', 'WB 10']])
  expect(issued.trigger.snackbar.message).toMatch(/^Issued as DJDN-/)
  expect(await note()).toMatchObject({
    waybill: 'WB 10',
    lines: [{ quantity: 3, package: { name: 'Crate 8' } }],
  })
  const { lines } = await note()
  const nobody = await send('POST', `/deliveries/${id}/deliver`, [['name', '']])
  expect(nobody.status).toBe(422)
  await send('POST', `/deliveries/${id}/deliver`, [
    ['name', 'Sipho'],
    ['signature', '320 160*20 80 0 120 40 40 200 120 90*220 60 400 300 100 460'],
    ['lineid', lines[0].id],
    ['remark', 'Wet'],
  ])
  expect(await note()).toMatchObject({ state: 'delivered', signed: true, lines: [{ remark: 'Wet' }] })
  await send('POST', `/deliveries/${id}/return`, [
    ['lineid', lines[0].id],
    ['quantity', '1'],
    ['reason', 'Wet'],
  ])
  expect(await note()).toMatchObject({ state: 'delivered', lines: [{ returned: 1 }] })
})

test('a note and its photos are found by their words, by those who see its board alone', async () => {
  const { jobs } = server.people
  const job = await jobToDeliver(shop, [{}], { boardid: shop.secondid })
  const note = await issueNote(admin, shop.secondid, [line(job.lines[0]!, 1)], { waybill: 'Zebra 17' })
  const photo = new FormData()
  photo.set('file', new File([Buffer.from(PIXEL, 'base64')], 'a.png', { type: 'image/png' }))
  photo.set('filename', 'Okapi at the gate')
  const sent = await fetch(`${server.url}/deliveries/${note.id}/photo`, {
    method: 'POST',
    body: photo,
    headers: { cookie: admin.cookie, 'hx-request': 'true', 'sec-fetch-site': 'same-origin' },
  })
  expect(sent.status).toBe(200)
  const titles = async (who: Client, words: string) =>
    (await expectOk(who.get(`/api/search?q=${words}`))).map(({ title }: { title: string }) => title)
  expect(await titles(admin, 'zebra')).toEqual([note.number])
  expect(await titles(admin, note.number)).toContain(note.number)
  expect(await titles(admin, 'okapi')).toEqual(['Okapi at the gate'])
  expect(await titles(jobs, 'okapi')).toEqual(['Okapi at the gate'])
  const permission = { boardid: shop.secondid, roleid: server.roleids.Jobs }
  await expectOk(admin.post('/api/boards/permissions', { ...permission, permission: 'none' }))
  expect(await titles(jobs, 'zebra')).toEqual([])
  expect(await titles(jobs, 'okapi')).toEqual([])
  expect((await jobs.get(`/documents/panel/deliveries/${note.id}`)).status).toBe(404)
  expect((await jobs.get(`/api/documents/reference/${note.id}`)).status).toBe(404)
  const [file] = await expectOk(admin.get(`/api/documents/reference/${note.id}`))
  expect((await jobs.get(`/api/documents/download/${file.id}`)).status).toBe(404)
  await expectOk(admin.post('/api/boards/permissions', { ...permission, permission: 'work' }))
})

test('what is left of a job is not offered for delivery once the job is archived', async () => {
  const job = await jobToDeliver(shop, [{ estimated: 6, consumed: 6 }])
  const tab = async () => (await admin.get(`/deliveries/job/${job.id}`)).text
  expect(await tab()).toContain('/deliveries/new?')
  for (const status of [4, 6]) await expectOk(admin.patch(`/api/jobs/${job.id}`, { status, confirmed: true }))
  const archived = await tab()
  expect(archived).toContain('Nothing has been delivered yet')
  for (const part of ['/deliveries/new', 'can be delivered']) expect(archived).not.toContain(part)
})

test('what is credited for good is no longer to be invoiced, and what may be invoiced again is', async () => {
  const job = await jobToDeliver(shop, [{ estimated: 6, consumed: 6 }])
  await issueNote(admin, shop.boardid, [line(job.lines[0]!, 6)])
  await expectOk(admin.patch(`/api/jobs/${job.id}`, { status: 4, confirmed: true }))
  const draft = await expectOk(admin.post('/api/invoices', { jobid: job.id }))
  const invoice = await expectOk(admin.post(`/api/invoices/${draft.id}/issue`))
  const tab = async () => (await admin.get(`/deliveries/job/${job.id}`)).text
  const credit = (again: boolean) =>
    expectOk(
      admin.post(`/api/invoices/${invoice.id}/credit`, {
        ...{ reason: 'varied', again },
        lines: [{ line: 0, quantity: 1 }],
      }),
    )
  await credit(false)
  expect(await tab()).not.toContain('not invoiced')
  await credit(true)
  expect(await tab()).toContain('Delivered and not invoiced: 1\u00a0ea Cupboard 1')
})

test('what is delivered, is back and is invoiced comes to what is to be billed', async () => {
  const counted = (delivered: number, returned: number, invoiced: number, forgood = 0, tomend = 0) => ({
    delivered: parseQuantity(delivered),
    returned: parseQuantity(returned),
    invoiced: parseQuantity(invoiced),
    forgood: parseQuantity(forgood),
    uncredited: parseQuantity(returned - tomend),
    tomend: parseQuantity(tomend),
  })
  const figures = (...of: [number, number, number, number?]) => countToBill(counted(...of))
  const credits = (...of: [number, number, number, number?, number?]) => countToCredit(counted(...of))
  expect(figures(100, 10, 90)).toBe(parseQuantity(0))
  expect(figures(100, 0, 90)).toBe(parseQuantity(10))
  expect(figures(10, 4, 10)).toBe(parseQuantity(-4))
  // Credited for good: what came back, damaged goods that stay, both, and what goes out after that.
  expect(figures(10, 4, 6)).toBe(parseQuantity(0))
  expect(figures(6, 0, 5, 1)).toBe(parseQuantity(0))
  expect(figures(10, 4, 5, 1)).toBe(parseQuantity(0))
  expect(figures(14, 4, 6)).toBe(parseQuantity(4))
  expect(figures(8, 0, 5, 1)).toBe(parseQuantity(2))
  expect(credits(100, 10, 90)).toBe(parseQuantity(0))
  expect(credits(10, 4, 10)).toBe(parseQuantity(4))
  // Invoiced before it leaves: what came back is credited, the rest is still to be delivered.
  expect(credits(4, 2, 10)).toBe(parseQuantity(2))
  // What is to be mended goes out again.
  expect(credits(10, 4, 10, 0, 3)).toBe(parseQuantity(1))
  expect(credits(10, 4, 10, 0, 4)).toBe(parseQuantity(0))
  const job = await jobToDeliver(shop, [{ estimated: 10, consumed: 10 }])
  const note = await issueNote(admin, shop.boardid, [line(job.lines[0]!, 10)])
  const tab = async () => (await admin.get(`/deliveries/job/${job.id}`)).text
  expect(await tab()).toContain('Delivered and not invoiced: 10\u00a0ea Cupboard 1')
  await expectOk(admin.patch(`/api/jobs/${job.id}`, { status: 4, confirmed: true }))
  const invoice = await expectOk(admin.post('/api/invoices', { jobid: job.id }))
  await expectOk(admin.post(`/api/invoices/${invoice.id}/issue`))
  expect(await tab()).not.toContain('not invoiced')
  const returns = [{ lineid: note.lines[0].id, quantity: 4 }]
  const { body } = await patch(note.id, { status: 'returned', restock: true, returns })
  expect(body.message).toBe('It is invoiced: 4\u00a0ea Cupboard 1 is to be credited.')
  expect(body.data.lines).toMatchObject([{ returned: 4, most: 10 }])
  expect(await tab()).toContain('To credit, since it came back: 4\u00a0ea Cupboard 1')
  expect(await tab()).toContain(`/invoices/${invoice.id}?tab=credit`)
  expect((await server.people.jobs.get(`/deliveries/job/${job.id}`)).text).not.toContain('To credit')
  const { creditable } = await expectOk(admin.get(`/api/invoices/${invoice.id}`))
  expect(creditable).toMatchObject([{ quantity: 10, back: 4 }])
  const dialog = (await admin.get(`/invoices/${invoice.id}/credit`)).text
  for (const filled of ['value="returned" selected', 'value="4"', '4\u00a0ea came back'])
    expect(dialog, filled).toContain(filled)
  const credit = { reason: 'returned', lines: [{ line: 0, quantity: 4 }] }
  await expectOk(admin.post(`/api/invoices/${invoice.id}/credit`, credit))
  expect(await tab()).not.toContain('To credit')
  expect((await expectOk(admin.get(`/api/invoices/${invoice.id}`))).creditable).toMatchObject([{ back: 0 }])
})

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
