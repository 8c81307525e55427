import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { daysAfter } from '#server/dates.ts'
import {
  completeJob,
  createInvoiceFixtures,
  type InvoiceFixtures,
  readDraft,
} from '#tests/sales/invoices-support.ts'
import { expectOk, htmxRequest } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let office: InvoiceFixtures
beforeAll(async () => {
  server = await startTestServer(() => new Date('2026-11-23T10:00:00Z'))
  office = await createInvoiceFixtures(server)
})
afterAll(() => server.stop())

const today = '2026-11-23'
const admin = () => server.people.admin
const read = (id: string) => expectOk(admin().get(`/api/jobs/${id}`))
const send = (id: string) => expectOk(admin().post(`/api/jobs/${id}/estimatesent`))
const validFor = (estimatedays: number | null) =>
  expectOk(admin().patch(`/api/organisations/${office.vendor}`, { estimatedays }))

describe('an estimate', () => {
  test('that is sent is valid for the days of its organisation, or until the day that was chosen', async () => {
    const job = await completeJob(office, [{ linerate: 100 }], { status: 1 })
    await validFor(null)
    await send(job)
    expect(await read(job)).toMatchObject({ stage: 'quoted', validuntil: null })
    await validFor(14)
    await send(job)
    expect((await read(job)).validuntil).toBe(daysAfter(today, 14))
    await expectOk(admin().patch(`/api/jobs/${job}`, { validuntil: '2026-11-25' }))
    await send(job)
    expect((await read(job)).validuntil).toBe('2026-11-25')
  })

  test('that was handed over on paper is marked as sent by the dialog, or by a call', async () => {
    await validFor(14)
    const [job, other] = [
      await completeJob(office, [{ linerate: 100 }], { status: 1 }),
      await completeJob(office, [{ linerate: 100 }], { status: 1 }),
    ]
    const dialog = await htmxRequest(server, admin(), 'GET', `/mail/estimate/${job}`)
    const [, address = ''] = /hx-post="([^"]+\/sent)"/.exec(dialog.html) ?? []
    expect((await htmxRequest(server, admin(), 'POST', address)).status).toBe(200)
    await expectOk(admin().post(`/api/jobs/${other}/estimatesent`))
    for (const id of [job, other]) {
      expect(await read(id)).toMatchObject({ stage: 'quoted', validuntil: daysAfter(today, 14) })
      expect(await expectOk(admin().get(`/api/jobs/${id}/history`))).toContainEqual(
        expect.objectContaining({ field: 'estimate', newvalue: 'sent, not by e-mail' }),
      )
    }
    const { html } = await htmxRequest(server, admin(), 'GET', `/mail/card/${job}`)
    expect(html).not.toContain('Mark as sent')
    expect((await server.people.jobs.post(`/api/jobs/${job}/estimatesent`)).status).toBe(403)
  })

  test('shows as expired after its last day, until it is sent anew or accepted', async () => {
    await validFor(14)
    const words = `Offer ${crypto.randomUUID().slice(0, 8)}`
    const job = await completeJob(office, [{ linerate: 100 }], { status: 1, description: words })
    const row = async () =>
      (await htmxRequest(server, admin(), 'GET', `/jobs?search=${encodeURIComponent(words)}`)).html
    await send(job)
    expect(await row()).not.toContain('Quoted, expired')
    await expectOk(admin().patch(`/api/jobs/${job}`, { validuntil: '2026-11-22' }))
    expect(await row()).toContain('Quoted, expired')
    await send(job)
    expect((await read(job)).validuntil).toBe(daysAfter(today, 14))
    expect(await row()).not.toContain('Quoted, expired')
  })

  test('is accepted by somebody, today unless a day is told', async () => {
    const job = await completeJob(office, [], { status: 1 })
    const accept = (body: object) => expectOk(admin().patch(`/api/jobs/${job}`, body))
    await accept({ acceptedby: 'Jan Smit' })
    expect(await read(job)).toMatchObject({ acceptedby: 'Jan Smit', acceptedon: today })
    await accept({ acceptedby: 'Jan Smit, by telephone', acceptedon: '2026-11-20' })
    await accept({ acceptedby: 'Jan Smit' })
    expect(await read(job)).toMatchObject({ acceptedon: '2026-11-20' })
  })

  test.each([
    ['the lane of the dialog', (id: string) => admin().patch(`/api/jobs/${id}`, { status: 3 })],
    ['a drag', (jobid: string) => admin().post('/api/jobs/reorder', { jobid, lane: 3 })],
  ])('is accepted on the day of its approval by %s, unless a day is told', async (_, approve) => {
    const told = await completeJob(office, [], { status: 1, acceptedon: '2026-11-20' })
    const plain = await completeJob(office, [], { status: 2 })
    const unsent = await completeJob(office, [], { status: 2 })
    await send(plain)
    await expectOk(approve(told))
    await expectOk(approve(plain))
    await expectOk(approve(unsent))
    expect(await read(told)).toMatchObject({ status: 3, acceptedon: '2026-11-20' })
    expect(await read(plain)).toMatchObject({ status: 3, acceptedby: '', acceptedon: today })
    // Nobody was asked, so nobody said yes.
    expect(await read(unsent)).toMatchObject({ status: 3, acceptedby: '', acceptedon: null })
    expect(await expectOk(admin().get(`/api/jobs/${plain}/history`))).toContainEqual(
      expect.objectContaining({ field: 'acceptedon', newvalue: expect.stringContaining('2026') }),
    )
    // Taken back with the approval, since nobody was named.
    await expectOk(admin().patch(`/api/jobs/${plain}`, { status: 2 }))
    expect((await read(plain)).acceptedon).toBeNull()
  })

  test('of a job that begins approved was accepted by nobody, unless somebody is named', async () => {
    const job = await expectOk(admin().post('/api/jobs', { boardid: office.boardid, status: 3 }))
    expect(job).toMatchObject({ acceptedby: '', acceptedon: null, approvedutc: job.created })
    const named = { boardid: office.boardid, status: 3, acceptedby: 'Jan Smit' }
    expect((await expectOk(admin().post('/api/jobs', named))).acceptedon).toBe(today)
    const draft = await expectOk(admin().post('/api/jobs', { boardid: office.boardid, status: 1 }))
    expect(draft.acceptedon).toBeNull()
  })

  test('that was accepted stays so when its job goes back, until it is offered anew', async () => {
    const job = await completeJob(office, [{ linerate: 100 }], { status: 1 })
    const move = (body: object) => expectOk(admin().patch(`/api/jobs/${job}`, body))
    const accepted = { acceptedby: 'Jan Smit', acceptedon: today }
    await send(job)
    expect(await move({ status: 3, acceptedby: 'Jan Smit' })).toMatchObject({ status: 3, ...accepted })
    await send(job)
    expect(await move({ status: 2 })).toMatchObject({ stage: 'quoted', ...accepted })
    await send(job)
    expect(await read(job)).toMatchObject({ acceptedby: '', acceptedon: null })
    const history = await expectOk(admin().get(`/api/jobs/${job}/history`))
    expect(history).toContainEqual(expect.objectContaining({ field: 'acceptedby', oldvalue: 'Jan Smit' }))
  })
})

describe('a fixed price', () => {
  test('is charged whatever was used, and what was used decides the margin', async () => {
    const line = { linerate: 100, costrate: 40, estimated: 3, consumed: 5 }
    const extra = { linerate: 70, costrate: 0, estimated: 0, consumed: 1 }
    const job = await completeJob(office, [line, extra])
    const totals = async () => expectOk(admin().get(`/api/jobs/${job}/totals`))
    expect(await totals()).toMatchObject({ fixedprice: false, actual: { net: 570 } })
    await expectOk(admin().patch(`/api/jobs/${job}`, { fixedprice: true }))
    const fixed = await totals()
    expect(fixed).toMatchObject({ fixedprice: true, actual: { net: 300 } })
    expect(fixed.margin.actual).toBe(300 - fixed.cost.actual)
    expect(await read(job)).toMatchObject({ quoted: 300, actual: 300 })
    const draft = await readDraft(office, job)
    expect(draft.total).toBe(345)
    const [listed] = (await admin().get(`/api/invoices?jobid=${job}`)).body.data
    expect(listed.total).toBe(345)
    const issued = await expectOk(admin().post(`/api/invoices/${draft.id}/issue`))
    expect(issued.total).toBe(345)
  })

  test('is invoiced though nothing was used', async () => {
    const job = await completeJob(office, [{ linerate: 100, estimated: 2, consumed: 0 }])
    expect((await read(job)).nextstep).toBe('use')
    await expectOk(admin().patch(`/api/jobs/${job}`, { fixedprice: true }))
    expect((await read(job)).nextstep).toBe('prepare')
    expect((await readDraft(office, job)).total).toBe(230)
  })

  test('is not warned that nothing was used', async () => {
    const job = await completeJob(office, [{ linerate: 100, consumed: 0 }], { status: 3 })
    const codes = async () => (await read(job)).warninglist.map(({ code }: { code: string }) => code)
    expect(await codes()).toContain('unconsumed')
    await expectOk(admin().patch(`/api/jobs/${job}`, { fixedprice: true }))
    expect(await codes()).not.toContain('unconsumed')
    expect(await expectOk(admin().patch(`/api/jobs/${job}`, { status: 4 }))).toMatchObject({ warnings: 0 })
  })

  test('without an estimate is refused an invoice in words of its estimate', async () => {
    const line = { linerate: 100, estimated: 0, consumed: 1 }
    const jobid = await completeJob(office, [line], { fixedprice: true })
    const { status, body } = await admin().post('/api/invoices', { jobid })
    expect([status, body.code]).toEqual([400, 'nothingestimated'])
    expect(body.message).not.toContain('consumed')
  })
})
