import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import {
  completeJob,
  createInvoiceFixtures,
  type InvoiceFixtures,
  readDraft,
} from '#tests/sales/invoices-support.ts'
import { expectOk, htmxRequest } from '#tests/support/answers.ts'
import { moveClock } from '#tests/support/background.ts'
import { type MailServer, startMailServer } from '#tests/support/mail.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let now = new Date('2026-11-23T10:00:00Z')
/** Mail that is under way keeps the time of its attempt. */
const later = (minutes: number) =>
  moveClock(server, 'mail', () => {
    now = new Date(now.getTime() + minutes * 60_000)
  })
let server: TestServer
let office: InvoiceFixtures
let port: number
let smtp: MailServer | undefined
beforeAll(async () => {
  const first = await startMailServer()
  port = first.port
  server = await startTestServer(() => now, ['--smtp', first.url, '--mail-from', 'jobs@joblane.test'])
  await first.stop()
  office = await createInvoiceFixtures(server)
  await expectOk(server.people.admin.patch(`/api/organisations/${office.vendor}`, { estimatedays: 14 }))
})
afterAll(() => server.stop())
afterEach(async () => {
  await smtp?.stop()
  smtp = undefined
  await later(24 * 60)
})

const admin = () => server.people.admin
const page = async (path: string) => (await htmxRequest(server, admin(), 'GET', path)).html
const read = (id: string) => expectOk(admin().get(`/api/jobs/${id}`))
const deliver = () => server.services.background.run('mail')
const inStage = async (stage: string): Promise<string[]> =>
  (await expectOk(admin().get(`/api/jobs?stage=${stage}&take=500`))).map(({ id }: { id: string }) => id)
const histories = async (id: string) =>
  (await expectOk(admin().get(`/api/jobs/${id}/history`))).map(
    ({ field, newvalue }: Record<string, string>) => `${field}: ${newvalue}`,
  )

/** Its estimate is mailed, over a server that is down. */
async function waiting() {
  const description = `Offer ${crypto.randomUUID().slice(0, 8)}`
  const id = await completeJob(office, [{ linerate: 100 }], { status: 1, description })
  const letter = { to: 'buyer@client.test', subject: 'Your estimate', message: 'Here it is.' }
  expect((await htmxRequest(server, admin(), 'POST', `/mail/estimate/${id}`, letter)).status).toBe(200)
  await deliver()
  return { id, description }
}

test('an estimate whose mail waits was not sent, and says so on list, board and client page', async () => {
  const { id, description } = await waiting()
  const job = await read(id)
  expect(job).toMatchObject({ stage: 'asked', estimatesentutc: null, estimatewaits: true, nextstep: 'sent' })
  expect(await inStage('asked')).toContain(id)
  expect(await inStage('quoted')).not.toContain(id)
  const quotes = await page(`/clients/${job.client.id}/quotes`)
  for (const html of [await page(`/jobs?search=${description.slice(6)}`), quotes]) {
    expect(html).toContain(description)
    expect(html).toContain('Estimate waits to be sent')
  }
  expect(quotes).not.toContain('Sent <time')
  expect(await page('/jobs/work-shop/progress')).toContain('Estimate waits to be sent')
  expect(await page(`/mail/estimate/${id}`)).toContain('still waits to be sent')
  expect(await histories(id)).not.toContainEqual(expect.stringContaining('estimate: sent'))
})

test('one that reached the client in another way is marked as sent, while its mail waits on', async () => {
  const { id } = await waiting()
  await expectOk(admin().post(`/api/jobs/${id}/estimatesent`))
  expect(await read(id)).toMatchObject({ stage: 'quoted', estimatewaits: true, nextstep: 'approve' })
})

test('it is sent when the mail server has taken it, with the day that is printed on it', async () => {
  const { id } = await waiting()
  smtp = await startMailServer({ port })
  await later(24 * 60)
  await deliver()
  expect(smtp.to('buyer@client.test').length).toBeGreaterThan(0)
  expect(await read(id)).toMatchObject({ stage: 'quoted', estimatesentutc: now.toISOString() })
  const { estimatewaits, validuntil, created } = await read(id)
  const printed = Temporal.PlainDate.from(created.slice(0, 10)).add({ days: 14 })
  expect([estimatewaits, validuntil]).toEqual([false, printed.toString()])
  expect(await histories(id)).toContain('estimate: sent to buyer@client.test')
})

test('the original of an invoice is given out when its mail is, and is there again once that is given up', async () => {
  const issue = async () => {
    const { id } = await readDraft(office, await completeJob(office, [{ linerate: 100 }]))
    await expectOk(admin().post(`/api/invoices/${id}/issue`, {}))
    const letter = { to: 'buyer@client.test', subject: 'Your invoice', message: 'Here it is.' }
    expect((await htmxRequest(server, admin(), 'POST', `/mail/invoice/${id}`, letter)).status).toBe(200)
    await deliver()
    expect(await expectOk(admin().get(`/api/invoices/${id}`))).toMatchObject({
      originalutc: null,
      originalwaits: true,
    })
    const dialog = await page(`/invoices/${id}`)
    expect(dialog).toContain('its e-mail waits to be sent')
    expect(dialog).not.toContain('Given out')
    expect(await page(`/mail/invoice/${id}`)).toContain(
      'It holds the original: to another address a copy goes out.',
    )
    return id
  }
  const lost = await issue()
  await later(8 * 24 * 60)
  await deliver()
  expect(await page(`/invoices/${lost}`)).toContain('Not given out yet.')
  const given = await issue()
  smtp = await startMailServer({ port })
  await later(24 * 60)
  await deliver()
  expect(await expectOk(admin().get(`/api/invoices/${given}`))).toMatchObject({
    originalutc: now.toISOString(),
    originalwaits: false,
  })
  expect(await page(`/invoices/${given}`)).toContain('Given out')
})

test('it neither waits nor was sent once its mail is given up', async () => {
  const { id } = await waiting()
  await later(8 * 24 * 60)
  await deliver()
  expect(await read(id)).toMatchObject({ stage: 'asked', estimatesentutc: null, estimatewaits: false })
  expect(await histories(id)).toContainEqual(
    expect.stringContaining('e-mailed: not sent to buyer@client.test.'),
  )
})

test('it does not go out once somebody accepted it while its mail waited', async () => {
  const { id } = await waiting()
  await expectOk(admin().patch(`/api/jobs/${id}`, { acceptedby: 'Jan Smit' }))
  smtp = await startMailServer({ port })
  await later(24 * 60)
  await deliver()
  expect(await read(id)).toMatchObject({ stage: 'asked', acceptedby: 'Jan Smit', estimatewaits: false })
  expect(smtp.mails).toEqual([])
})

test('it may be handed over on paper meanwhile, and its mail still goes out', async () => {
  const { id } = await waiting()
  await expectOk(admin().post(`/api/jobs/${id}/estimatesent`))
  expect(await read(id)).toMatchObject({ stage: 'quoted', estimatewaits: true })
  smtp = await startMailServer({ port })
  await later(24 * 60)
  await deliver()
  expect(await read(id)).toMatchObject({ stage: 'quoted', estimatewaits: false })
})

test('the dialog that sends it says what has no price, and what its invoice will need', async () => {
  const lines = [
    { linerate: 6000, description: 'Oak door' },
    { linerate: 0, description: 'Hinges' },
  ]
  const known = await page(`/mail/estimate/${await completeJob(office, [{ linerate: 100 }], { status: 1 })}`)
  expect(known).not.toContain('no price')
  expect(known).not.toContain('how to pay a deposit')
  const nobank = await page(
    `/mail/estimate/${await completeJob(office, [{ linerate: 100 }], { status: 1 })}?organisationid=${office.plain}`,
  )
  expect(nobank).toContain('A client who is asked for a deposit is not told how to pay it')
  expect(nobank).toContain(`/admin/organisations/${office.plain}?tab=financial`)
  const { id: client } = await expectOk(admin().post('/api/clients', { name: 'Bare Ltd' }))
  const html = await page(
    `/mail/estimate/${await completeJob(office, lines, { status: 1, client, location: null })}`,
  )
  expect(html).toContain('Hinges has no price, and would be given away.')
  expect(html).toContain('The invoice will need')
  expect(html).toContain('the address of Bare Ltd')
  expect(html).toContain(`/clients/${client}?tab=address`)
})
