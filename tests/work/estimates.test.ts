import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { daysAfter } from '#server/dates.ts'
import { completeJob, draftOf, type Office, openOffice } from '#tests/sales/invoices-support.ts'
import { ask, good } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let office: Office
beforeAll(async () => {
  server = await startTestServer(() => new Date('2026-11-23T10:00:00Z'))
  office = await openOffice(server)
})
afterAll(() => server.stop())

const today = '2026-11-23'
const admin = () => server.people.admin
const read = (id: string) => good(admin().get(`/api/jobs/${id}`))
const letter = { to: 'buyer@client.test', subject: 'Your estimate', message: 'Here it is.' }
const send = (id: string) => ask(server, admin(), 'POST', `/mail/estimate/${id}`, letter)
const validFor = (estimatedays: number | null) =>
  good(admin().patch(`/api/organisations/${office.vendor}`, { estimatedays }))

describe('an estimate', () => {
  test('that is sent is valid for the days of its organisation, or until the day that was chosen', async () => {
    const job = await completeJob(office, [{ linerate: 100 }], { status: 1 })
    await validFor(null)
    await send(job)
    expect(await read(job)).toMatchObject({ stage: 'quoted', validuntil: null })
    await validFor(14)
    await send(job)
    expect((await read(job)).validuntil).toBe(daysAfter(today, 14))
    await good(admin().patch(`/api/jobs/${job}`, { validuntil: '2026-11-25' }))
    await send(job)
    expect((await read(job)).validuntil).toBe('2026-11-25')
  })

  test('shows as expired after its last day, until it is sent anew or accepted', async () => {
    await validFor(14)
    const words = `Offer ${crypto.randomUUID().slice(0, 8)}`
    const job = await completeJob(office, [{ linerate: 100 }], { status: 1, description: words })
    const row = async () =>
      (await ask(server, admin(), 'GET', `/jobs?search=${encodeURIComponent(words)}`)).html
    await send(job)
    expect(await row()).not.toContain('Quoted, expired')
    await good(admin().patch(`/api/jobs/${job}`, { validuntil: '2026-11-22' }))
    expect(await row()).toContain('Quoted, expired')
    await send(job)
    expect((await read(job)).validuntil).toBe(daysAfter(today, 14))
    expect(await row()).not.toContain('Quoted, expired')
  })

  test('is accepted by somebody, today unless a day is told', async () => {
    const job = await completeJob(office, [], { status: 1 })
    const accept = (body: object) => good(admin().patch(`/api/jobs/${job}`, body))
    await accept({ acceptedby: 'Jan Smit' })
    expect(await read(job)).toMatchObject({ acceptedby: 'Jan Smit', acceptedon: today })
    await accept({ acceptedby: 'Jan Smit, by telephone', acceptedon: '2026-11-20' })
    await accept({ acceptedby: 'Jan Smit' })
    expect(await read(job)).toMatchObject({ acceptedon: '2026-11-20' })
  })
})

describe('a fixed price', () => {
  test('is charged whatever was used, and what was used decides the margin', async () => {
    const line = { linerate: 100, costrate: 40, estimated: 3, consumed: 5 }
    const extra = { linerate: 70, costrate: 0, estimated: 0, consumed: 1 }
    const job = await completeJob(office, [line, extra])
    const totals = async () => good(admin().get(`/api/jobs/${job}/totals`))
    expect(await totals()).toMatchObject({ fixedprice: false, actual: { net: 570 } })
    await good(admin().patch(`/api/jobs/${job}`, { fixedprice: true }))
    const fixed = await totals()
    expect(fixed).toMatchObject({ fixedprice: true, actual: { net: 300 } })
    expect(fixed.margin.actual).toBe(300 - fixed.cost.actual)
    expect(await read(job)).toMatchObject({ quoted: 300, actual: 300 })
    const draft = await draftOf(office, job)
    expect(draft.total).toBe(345)
    const [listed] = (await admin().get(`/api/invoices?jobid=${job}`)).body.data
    expect(listed.total).toBe(345)
    const issued = await good(admin().post(`/api/invoices/${draft.id}/issue`))
    expect(issued.total).toBe(345)
  })

  test('is invoiced though nothing was used', async () => {
    const job = await completeJob(office, [{ linerate: 100, estimated: 2, consumed: 0 }])
    expect((await read(job)).nextstep).toBe('use')
    await good(admin().patch(`/api/jobs/${job}`, { fixedprice: true }))
    expect((await read(job)).nextstep).toBe('prepare')
    expect((await draftOf(office, job)).total).toBe(230)
  })
})
