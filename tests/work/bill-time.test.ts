import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { randomUUIDv7 } from 'bun'
import { eq } from 'drizzle-orm'
import { jobs, organisations, time_entries } from '#db/schema/tenant/index.ts'
import { timeQuantity } from '#server/domains/work/timesheet/labour-price.ts'
import { shareTime } from '#server/domains/work/timesheet/share-time.ts'
import { extendedAmount } from '#server/money/amounts.ts'
import { asCents, asRate } from '#server/money/decimal.ts'
import { expectOk, htmxRequest } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { by } from './jobs-support.ts'
import { addApprovedJob, createWorkShop, type WorkShop } from './steps-support.ts'

let server: TestServer
let shop: WorkShop
let labour: string
let other: string
beforeAll(async () => {
  server = await startTestServer()
  shop = await createWorkShop(server)
  labour = await addLabour('LAB', 450, 3600)
  other = await addLabour('WELD', 600, null)
  await server.services.tenants.write(server.accountid, by, (tx) => {
    const instants = { createdutc: tx.now, updatedutc: tx.now }
    const place = { addressline1: '14 Blacksmith Road', city: 'Durban', postalcode: '4052' }
    tx.db
      .insert(organisations)
      .values({ id: randomUUIDv7(), name: 'Weekend Woodwork', flagdefault: true, ...place, ...instants })
      .run()
    tx.invalidateCaches()
  })
})
afterAll(() => server.stop())

const admin = () => server.people.admin
const newJob = () => server.services.tenants.write(server.accountid, by, (tx) => addApprovedJob(tx, shop))

async function addLabour(code: string, rate: number, unitseconds: number | null): Promise<string> {
  const { body } = await admin().post('/api/inventory', {
    code,
    materialname: `Labour ${code}`,
    baseunit: 'hour',
    rate,
    exclusive: true,
    ...(unitseconds && { unitseconds }),
  })
  return body.data.id
}

async function work(jobid: string, minutes: number, more: object = {}): Promise<string> {
  const { status, body } = await admin().post('/api/jobs/timesheet', {
    jobid,
    workerid: shop.worker,
    minutes,
    inventoryid: labour,
    ...more,
  })
  expect([status, body.message]).toEqual([200, undefined])
  return body.data.id
}

const bill = (jobid: string, body: object = {}, who = admin()) =>
  who.post(`/api/jobs/${jobid}/timesheet/bill`, body)
const linesOf = async (jobid: string) =>
  (await admin().get(`/api/materials/getMaterials/${jobid}`)).body.data as {
    id: string
    inventoryid: string
    consumed: number
    actualnet: number
    costrate: number
    workedminutes: number
  }[]
const sheetOf = async (jobid: string) => (await admin().get(`/api/jobs/${jobid}/timesheet`)).body.data

describe('worked time', () => {
  test('becomes one line for each labour item, at its rate, and is charged once', async () => {
    const jobid = await newJob()
    await work(jobid, 90)
    await work(jobid, 30, { workerid: shop.helper })
    await work(jobid, 20, { inventoryid: other })
    const preview = await admin().get(`/api/jobs/${jobid}/timesheet/bill`)
    expect(preview.body.data).toMatchObject({
      net: 1100,
      lines: [
        { minutes: 120, quantity: 2, net: 900 },
        { minutes: 20, quantity: 0.333333, net: 200 },
      ],
    })
    expect(await linesOf(jobid)).toEqual([])
    const { status, body } = await bill(jobid)
    expect([status, body.data.entries, body.data.lines.length]).toEqual([200, 3, 2])
    expect(await linesOf(jobid)).toMatchObject([
      { inventoryid: labour, consumed: 2, actualnet: 900, costrate: 0, workedminutes: 120 },
      { inventoryid: other, consumed: 0.333333, actualnet: 200, costrate: 0, workedminutes: 20 },
    ])
    const again = await bill(jobid)
    expect([again.status, again.body.message]).toEqual([400, 'No time is chosen that could be charged.'])
    expect(await linesOf(jobid)).toHaveLength(2)
  })

  test('is asked of once more as the job becomes complete, wherever that is', async () => {
    const jobid = await newJob()
    await work(jobid, 6, { workerid: shop.helper })
    await bill(jobid)
    await work(jobid, 3, { workerid: shop.helper })
    const complete = { status: 4 }
    const asked = await admin().patch(`/api/jobs/${jobid}`, complete)
    const codes = (asked.body.data as { code: string; message: string }[]).map(({ code }) => code)
    expect([asked.status, codes]).toEqual([409, ['unbilledtime']])
    expect(asked.body.message).toMatch(/^0.h.03 booked by/)
    const { html } = await htmxRequest(server, admin(), 'GET', `/mywork/jobs/${jobid}/complete`)
    expect(html).toContain('is not charged yet')
    // Whoever sees no prices has nothing to choose.
    const own = await htmxRequest(server, server.people.jobs, 'GET', `/mywork/jobs/${jobid}/complete`)
    expect(own.html).toContain('Complete')
    expect(own.html).not.toContain('is not charged yet')
    await bill(jobid, { leaveout: true })
    expect((await admin().patch(`/api/jobs/${jobid}`, complete)).status).toBe(200)
  })

  test('comes to the amount of its minutes to the cent, whatever part of an hour they are', async () => {
    const exact = await addLabour('EXACT', 256.5, null)
    const jobid = await newJob()
    await work(jobid, 95, { inventoryid: exact })
    expect((await admin().get(`/api/jobs/${jobid}/timesheet/bill`)).body.data.net).toBe(406.13)
    await bill(jobid)
    expect(await linesOf(jobid)).toMatchObject([{ consumed: 1.583334, actualnet: 406.13 }])
    expect((await sheetOf(jobid))[0].total).toBe(406.13)
    const item = { unitseconds: null }
    for (const cents of [25_650, 33_333, 9_999, 61_017])
      for (let minutes = 1; minutes <= 600; minutes++) {
        const rate = asRate(cents * 100)
        const charged = extendedAmount(timeQuantity(item, { minutes, rate }), rate)
        expect(charged).toBe(asCents(Math.floor((minutes * cents + 30) / 60)))
      }
  })

  test('costs what its worker costs, whether it stands on a line or not', async () => {
    const jobid = await newJob()
    await work(jobid, 60)
    const totals = async () => (await admin().get(`/api/jobs/${jobid}/totals`)).body.data
    expect((await totals()).margin.actual).toBe(-120)
    await bill(jobid)
    expect(await totals()).toMatchObject({
      actual: { net: 450 },
      cost: { actual: 120, labour: 120 },
      margin: { actual: 330 },
    })
  })

  test('is rounded up once for each line, by the step of the account', async () => {
    const jobid = await newJob()
    for (const minutes of [5, 5, 6]) await work(jobid, minutes)
    await admin().patch('/api/configuration/settings', { timerounding: '15' })
    await bill(jobid)
    await admin().patch('/api/configuration/settings', { timerounding: '0' })
    expect(await linesOf(jobid)).toMatchObject([{ consumed: 0.5, actualnet: 225, workedminutes: 16 }])
    const refused = await admin().patch('/api/configuration/settings', { timerounding: '7' })
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, ['timerounding']])
  })

  test('goes in parts, as it is chosen', async () => {
    const jobid = await newJob()
    const [first, second] = [await work(jobid, 60), await work(jobid, 120)]
    await bill(jobid, { entryids: [first] })
    expect((await sheetOf(jobid)).map(({ billed }: { billed: boolean }) => billed)).toEqual([true, false])
    const stale = await bill(jobid, { entryids: [first, second] })
    expect([stale.status, stale.body.message]).toEqual([
      409,
      'Some of this time was charged, changed or removed meanwhile: look at it again.',
    ])
    expect(await linesOf(jobid)).toHaveLength(1)
    expect((await bill(jobid, { entryids: [] })).status).toBe(400)
  })

  test('that names no labour item asks for one, and keeps it', async () => {
    const jobid = await newJob()
    await work(jobid, 60, { inventoryid: null })
    expect((await bill(jobid)).body.fields).toHaveProperty('inventoryid')
    expect(await linesOf(jobid)).toEqual([])
    expect((await bill(jobid, { inventoryid: other })).status).toBe(200)
    expect((await sheetOf(jobid))[0]).toMatchObject({ billed: true, material: { id: other } })
  })

  test('is free again when its line is taken off, and stays as it is until then', async () => {
    const jobid = await newJob()
    const id = await work(jobid, 60)
    await bill(jobid)
    const [line] = await linesOf(jobid)
    for (const answer of [
      await admin().patch(`/api/jobs/timesheet/${id}`, { minutes: 30 }),
      await admin().delete(`/api/jobs/timesheet/${id}`),
    ])
      expect([answer.status, answer.body.message]).toEqual([
        400,
        'This time is charged on a line of the job: take it off there first.',
      ])
    await admin().delete(`/api/materials/${line?.id}`)
    expect((await sheetOf(jobid))[0].billed).toBe(false)
    await bill(jobid)
    expect(await linesOf(jobid)).toMatchObject([{ consumed: 1, workedminutes: 60 }])
  })

  test('that runs, waits to be confirmed or is not charged makes no line; nor does planned time', async () => {
    const jobid = await newJob()
    await admin().post('/api/materials', { jobid, role: 2, inventoryid: labour, estimated: 8 })
    await work(jobid, 60, { billable: false })
    const [cut] = (await admin().get(`/api/steps/job/${jobid}`)).body.data
    await admin().patch('/api/steps/job', { id: cut.id, action: 'start', workerid: shop.worker })
    const { data } = (await admin().get(`/api/jobs/${jobid}/timesheet/bill`)).body
    expect(data).toMatchObject({ lines: [], running: 1, unconfirmed: 0, net: 0 })
    expect((await bill(jobid)).status).toBe(400)
  })

  test('of a quoted item is what was used of its line, which is not used as estimated too', async () => {
    const jobid = await newJob()
    const quoted = await admin().post('/api/materials', {
      ...{ jobid, role: 4, inventoryid: labour, estimated: 24, linerate: 400, costrate: 100 },
    })
    expect(quoted.status).toBe(200)
    const [line] = await linesOf(jobid)
    const totals = async () => (await admin().get(`/api/jobs/${jobid}/totals`)).body.data
    await work(jobid, 150, { inventoryid: null })
    await work(jobid, 60, { inventoryid: other })
    const asked = { inventoryid: labour }
    const ids = (await sheetOf(jobid)).map(({ id }: { id: string }) => ['entryids', id])
    const { html } = await htmxRequest(server, admin(), 'POST', `/timesheets/bill/${jobid}/sums`, [
      ...ids,
      ['inventoryid', labour],
    ])
    expect(html).toContain('Quoted: 24')
    expect(html).toContain('New line')
    const booked = await bill(jobid, asked)
    expect([booked.status, booked.body.data.entries, booked.body.data.lines[0]]).toEqual([200, 2, line?.id])
    expect(await linesOf(jobid)).toMatchObject([
      { id: line?.id, estimated: 24, consumed: 2.5, actualnet: 1000, costrate: 100, workedminutes: 150 },
      { inventoryid: other, estimated: 0, consumed: 1, workedminutes: 60 },
    ])
    expect((await totals()).cost).toEqual({
      quoted: 2400,
      actual: 420,
      quotedlabour: 2400,
      labour: 420,
      untimed: 0,
      cameback: 0,
      scrapped: 0,
      late: 0,
    })
    await work(jobid, 30)
    const { data } = (await admin().get(`/api/jobs/${jobid}/timesheet/bill`)).body
    expect(data.lines).toMatchObject([{ line: null, minutes: 30 }])
    await admin().patch(`/api/materials/${line?.id}`, { consumed: 0 })
    const freed = await sheetOf(jobid)
    expect(freed.map(({ billed }: { billed: boolean }) => billed)).toEqual([false, true, false])
    const again = (await admin().get(`/api/jobs/${jobid}/timesheet/bill`)).body.data
    expect(again.lines).toMatchObject([{ line: { id: line?.id, estimated: 24 }, minutes: 180, net: 1200 }])
  })

  test('of a timer that shows 0 minutes charges nothing; a lone timer is beside no other', async () => {
    const jobid = await newJob()
    const ids = [await work(jobid, 1), await work(jobid, 150)]
    await server.services.tenants.write(server.accountid, by, ({ db }) => {
      const [start, end] = ['2026-01-05T08:00:00.000Z', '2026-01-05T08:00:24.700Z']
      db.update(time_entries)
        .set({ date: '2026-01-05', startutc: start, endutc: end, seconds: 24, costseconds: 24 })
        .where(eq(time_entries.id, ids[0] as string))
        .run()
      shareTime(db, { workerid: shop.worker, startutc: start, endutc: end })
      db.update(time_entries)
        .set({ seconds: 9_024, costseconds: 9_024 })
        .where(eq(time_entries.id, ids[1] as string))
        .run()
    })
    expect(await sheetOf(jobid)).toMatchObject([
      { time: 0, total: 0, overlaps: false },
      { time: 150, total: 1125, overlaps: false },
    ])
    const { data } = (await admin().get(`/api/jobs/${jobid}/timesheet/bill`)).body
    expect(data).toMatchObject({ short: 1, lines: [{ entryids: [ids[1]], quantity: 2.5, net: 1125 }] })
  })

  test('is part of a fixed price', async () => {
    const jobid = await newJob()
    await work(jobid, 60)
    await server.services.tenants.write(server.accountid, by, (tx) =>
      tx.db.update(jobs).set({ fixedprice: true }).where(eq(jobs.id, jobid)).run(),
    )
    expect((await bill(jobid)).body.message).toContain('fixed price')
    expect(await linesOf(jobid)).toEqual([])
  })

  test('is on the invoice of its job', async () => {
    const jobid = await newJob()
    await admin().patch(`/api/jobs/${jobid}`, { client: shop.clients[0], location: shop.locations[0] })
    await work(jobid, 100)
    await bill(jobid)
    await admin().post('/api/jobs/reorder', { jobid, lane: 4, confirmed: true })
    const made = await admin().post('/api/invoices', { jobid })
    expect([made.status, made.body.message]).toEqual([200, undefined])
    const { body } = await admin().get(`/api/invoices/${made.body.data.id}`)
    expect(JSON.stringify(body.data)).toContain('Labour LAB')
    expect(body.data.net).toBe(750)
  })

  test('that names no item is priced by the labour that is quoted, and used in its place', async () => {
    const jobid = await newJob()
    await admin().post('/api/materials', { jobid, role: 4, inventoryid: labour, estimated: 6 })
    await work(jobid, 300, { inventoryid: null, date: '2026-01-07' })
    const offered = (await admin().get(`/api/jobs/${jobid}/timesheet/bill`)).body.data.lines
    expect(offered).toMatchObject([
      { material: { id: labour }, minutes: 300, rate: 450, net: 2250, line: { estimated: 6 } },
    ])
    expect(offered[0].workers).toHaveLength(1)
    expect((await bill(jobid)).status).toBe(200)
    expect(await linesOf(jobid)).toMatchObject([{ estimated: 6, consumed: 5, actualnet: 2250 }])
  })

  test('of a worker without an hourly cost costs what its item does, and says so before', async () => {
    const jobid = await newJob()
    const { id } = (await admin().post('/api/workers', { name: 'Sipho' })).body.data
    await work(jobid, 120, { workerid: id })
    const totals = async () => (await admin().get(`/api/jobs/${jobid}/totals`)).body.data
    expect(await totals()).toMatchObject({ unrated: 120, cost: { actual: 0 } })
    await bill(jobid)
    expect(await linesOf(jobid)).toMatchObject([{ consumed: 2, costrate: 450 }])
    expect(await totals()).toMatchObject({ unrated: 0, actual: { net: 900 }, cost: { actual: 900 } })
  })

  test('is never left out of an invoice without a word: it is added by one press, or left out by name', async () => {
    const jobs = [await newJob(), await newJob()]
    const drafts: string[] = []
    for (const jobid of jobs) {
      await admin().patch(`/api/jobs/${jobid}`, { client: shop.clients[0], location: shop.locations[0] })
      const line = { jobid, role: 4, inventoryid: labour, estimated: 6, consumed: 6 }
      await admin().post('/api/materials', line)
      await work(jobid, 300, { inventoryid: null, date: '2026-01-07' })
      await admin().post('/api/jobs/reorder', { jobid, lane: 4, confirmed: true })
      drafts.push((await admin().post('/api/invoices', { jobid })).body.data.id)
    }
    const shown = async (id: string) =>
      (await htmxRequest(server, admin(), 'GET', `/invoices/${id}`)).html.replaceAll('\u00a0', ' ')
    const [first = '', second = ''] = drafts
    expect(await shown(first)).toContain('5 h 00 booked by')
    expect(await shown(first)).toContain('Labour LAB at R 450,00 per hour')
    expect(await shown(first)).toContain(
      'The job charges 6 hours of Labour LAB, R 2 700,00, already: choose what the client pays.',
    )
    expect(await shown(first)).toContain('In place of the 6 hours: R 2 250,00')
    expect(await shown(first)).toContain('Beside them: R 4 950,00 together')
    const undecided = await htmxRequest(server, admin(), 'POST', `/invoices/${first}/time`)
    expect(undecided.status).toBe(422)
    const added = await htmxRequest(server, admin(), 'POST', `/invoices/${first}/time?beside=true`)
    expect(added.status).toBe(200)
    expect(await shown(first)).not.toContain('booked by')
    expect((await admin().get(`/api/invoices/${first}`)).body.data.net).toBe(4950)
    const alone = `/invoices/${second}/time?leaveout=true`
    expect((await server.people.stakeholder.post(alone)).status).toBe(403)
    expect((await htmxRequest(server, admin(), 'POST', alone)).status).toBe(200)
    expect(await shown(second)).not.toContain('booked by')
    expect((await admin().get(`/api/invoices/${second}`)).body.data.net).toBe(2700)
    expect(await sheetOf(jobs[1] as string)).toMatchObject([{ billable: false, billed: false, time: 300 }])
    expect((await admin().get(`/api/jobs/${jobs[1]}/history`)).body.data).toContainEqual(
      expect.objectContaining({ field: 'time', newvalue: 'not charged' }),
    )
  })

  test('that comes once its labour is used stands in place of it, or beside it, as somebody says', async () => {
    const used = async (date: string) => {
      const jobid = await newJob()
      const line = { jobid, role: 4, inventoryid: labour, estimated: 6, consumed: 6 }
      await admin().post('/api/materials', line)
      await work(jobid, 540, { inventoryid: null, date })
      return jobid
    }
    const [instead, beside, unsaid] = [
      await used('2026-01-12'),
      await used('2026-01-13'),
      await used('2026-01-14'),
    ]
    const [offered] = (await admin().get(`/api/jobs/${instead}/timesheet/bill`)).body.data.lines
    expect(offered).toMatchObject({
      ...{ quantity: 9, net: 4050, besidenet: 4050 },
      line: { quantity: 6, unit: 'hour', used: true, net: 2700 },
    })
    expect((await bill(instead, { beside: false })).status).toBe(200)
    expect(await linesOf(instead)).toMatchObject([{ consumed: 9, actualnet: 4050, workedminutes: 540 }])
    expect((await bill(beside, { beside: true })).status).toBe(200)
    expect(await linesOf(beside)).toMatchObject([
      { consumed: 6, workedminutes: 0 },
      { consumed: 9, workedminutes: 540 },
    ])
    expect((await bill(unsaid)).body.fields.beside.replaceAll('\u00a0', ' ')).toContain(
      '6 hours of Labour LAB',
    )
    const shown = (await htmxRequest(server, admin(), 'GET', `/timesheets/bill/${unsaid}`)).html
    expect(shown.replaceAll('\u00a0', ' ')).toContain('The job charges 6 hours of Labour LAB already')
    const ids = (await sheetOf(unsaid)).map(({ id }: { id: string }) => ['entryids', id])
    const formed = await htmxRequest(server, admin(), 'POST', `/timesheets/bill/${unsaid}`, [
      ...ids,
      ['beside', 'false'],
    ])
    expect(formed.status).toBe(200)
    expect(await linesOf(unsaid)).toMatchObject([{ consumed: 9, workedminutes: 540 }])
  })

  test('beside a line is charged at the price that the line has, on a line of its own', async () => {
    const changed = { linerate: 550, discount: 10 }
    const used = async (date: string) => {
      const jobid = await newJob()
      const line = { jobid, role: 4, inventoryid: labour, estimated: 6, consumed: 6, ...changed }
      await expectOk(admin().post('/api/materials', line))
      await work(jobid, 2, { date })
      return jobid
    }
    const offeredOf = async (jobid: string) =>
      (await admin().get(`/api/jobs/${jobid}/timesheet/bill`)).body.data.lines[0]
    const jobid = await used('2026-02-02')
    expect(await offeredOf(jobid)).toMatchObject({
      ...{ rate: 550, net: 16.5, besidenet: 16.5 },
      line: { net: 2970 },
    })
    await expectOk(bill(jobid, { beside: true }))
    expect(await linesOf(jobid)).toMatchObject([
      { actualnet: 2970 },
      { ...changed, unit: 'hour', actualnet: 16.5, workedminutes: 2 },
    ])
    // What comes after that choice too.
    await work(jobid, 2, { date: '2026-02-03' })
    expect(await offeredOf(jobid)).toMatchObject({ rate: 550, net: 16.5 })
  })

  test('that comes after a choice is added to what was chosen, and takes the place of nothing', async () => {
    const draftOf = async (jobid: string) => {
      await admin().patch(`/api/jobs/${jobid}`, { client: shop.clients[0], location: shop.locations[0] })
      await admin().post('/api/jobs/reorder', { jobid, lane: 4, confirmed: true })
      const { id } = await expectOk(admin().post('/api/invoices', { jobid }))
      const { html } = await htmxRequest(server, admin(), 'GET', `/invoices/${id}`)
      return { id, html: html.replaceAll('\u00a0', ' ') }
    }
    for (const choice of [{ leaveout: true }, { beside: true }]) {
      const jobid = await newJob()
      const line = { jobid, role: 4, inventoryid: labour, estimated: 4, consumed: 4 }
      await expectOk(admin().post('/api/materials', line))
      await work(jobid, 210, { inventoryid: null, date: '2026-01-19' })
      await expectOk(bill(jobid, choice))
      await work(jobid, 1, { date: '2026-01-20' })
      const { id, html } = await draftOf(jobid)
      expect(html).not.toContain('In place of')
      expect(html).toContain('With the 4 hours: R 1 807,50 together')
      expect((await admin().get(`/api/jobs/${jobid}/timesheet/bill`)).body.data.lines[0]).toMatchObject({
        net: 7.5,
        line: { quantity: 4, decided: true },
      })
      expect((await htmxRequest(server, admin(), 'POST', `/invoices/${id}/time`)).status).toBe(200)
      const [chosen, ...later] = await linesOf(jobid)
      expect([chosen?.consumed, later.at(-1)?.workedminutes]).toEqual([4, 1])
    }
  })

  test('is charged or left out by those alone who see prices', async () => {
    const jobid = await newJob()
    await work(jobid, 60)
    for (const choice of [{}, { beside: true }, { leaveout: true }]) {
      const { status, body } = await bill(jobid, choice, server.people.jobs)
      expect([status, body.message]).toEqual([
        403,
        'Whether this time is charged is decided by who sees prices, once the job is invoiced.',
      ])
    }
  })

  test('never takes the place of what is invoiced already', async () => {
    const jobid = await newJob()
    await admin().patch(`/api/jobs/${jobid}`, { client: shop.clients[0], location: shop.locations[0] })
    await admin().post('/api/materials', { jobid, role: 4, inventoryid: labour, estimated: 6, consumed: 6 })
    const [line] = await linesOf(jobid)
    const part = { jobid, lines: [{ materialid: line?.id, quantity: 2 }] }
    const made = (await admin().post('/api/invoices', part)).body.data
    expect((await admin().post(`/api/invoices/${made.id}/issue`)).status).toBe(200)
    await work(jobid, 60)
    expect((await admin().get(`/api/jobs/${jobid}/timesheet/bill`)).body.data.lines[0].line).toBeNull()
    await bill(jobid)
    expect(await linesOf(jobid)).toMatchObject([{ consumed: 6 }, { consumed: 1 }])
  })

  test('is billed by those alone who may plan and book lines', async () => {
    const jobid = await newJob()
    await work(jobid, 60)
    expect((await bill(jobid, {}, server.people.stakeholder)).status).toBe(403)
    expect((await bill(jobid, {}, server.other)).status).toBe(404)
    expect((await bill(randomUUIDv7())).status).toBe(404)
    const seen = await server.people.jobs.get(`/api/jobs/${jobid}/timesheet/bill`)
    expect(seen.body.data).not.toHaveProperty('net')
    expect(seen.body.data.lines[0]).not.toHaveProperty('net')
  })

  test('sent twice with one key makes one line', async () => {
    const jobid = await newJob()
    await work(jobid, 60)
    const key = { 'idempotency-key': randomUUIDv7() }
    const send = () => admin().call('POST', `/api/jobs/${jobid}/timesheet/bill`, {}, key)
    const [first, second] = [await send(), await send()]
    expect(second.body).toEqual(first.body)
    expect(await linesOf(jobid)).toHaveLength(1)
  })
})
