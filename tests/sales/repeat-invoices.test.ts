import { afterAll, beforeAll, expect, test } from 'bun:test'
import { accounts } from '#db/schema/platform/platform.ts'
import { prepared } from '#db/sqlite.ts'
import { expectOk, expectRefused, htmxRequest } from '#tests/support/answers.ts'
import { runAfter } from '#tests/support/background.ts'
import { until } from '#tests/support/eventually.ts'
import { type MailServer, startMailServer } from '#tests/support/mail.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { by } from '#tests/work/jobs-support.ts'
import { createInvoiceFixtures, type InvoiceFixtures } from './invoices-support.ts'

let now = new Date('2027-01-20T06:00:00Z')
let server: TestServer
let smtp: MailServer
let office: InvoiceFixtures
const admin = () => server.people.admin

beforeAll(async () => {
  smtp = await startMailServer()
  server = await startTestServer(() => now, ['--smtp', smtp.url, '--mail-from', 'jobs@joblane.test'])
  office = await createInvoiceFixtures(server)
  await change('UPDATE clients SET contactemail = ? WHERE id = ?', ['books@acme.test', office.clients[0]])
  await server.services.platform.write(({ db }) => db.update(accounts).set({ utcexpires: null }).run())
})
afterAll(async () => {
  await server.stop()
  await smtp.stop()
})

const change = (sql: string, values: unknown[]) =>
  server.services.tenants.write(server.accountid, by, (tx) => {
    prepared(tx.db, sql).run(values as never)
    tx.invalidateCaches()
  })

/** The program at an instant: jobs are made, and then invoiced. */
async function pass(at: string) {
  await server.services.background.run('repeatinvoices')
  await runAfter(server, 'frequency', () => {
    now = new Date(at)
  })
  // One that was woken meanwhile may be under way, or has begun before the jobs were made.
  for (let round = 0; round < 2; round++) await server.services.background.run('repeatinvoices')
  for (const who of ['admin', 'management', 'jobs'] as const)
    server.people[who] = await server.signIn(`${who}@first.test`)
}

type Repeat = { id: string; category: string }

async function repeating(
  frequency: string,
  start: string,
  more: Record<string, unknown> = {},
): Promise<Repeat> {
  const { id: category } = await expectOk(
    admin().post('/api/categories', {
      name: `Retainer ${start} ${Math.random()}`,
      jobcategory: true,
      frequency,
    }),
  )
  const body = {
    ...{ boardid: office.boardid, template: true, categories: [category], client: office.clients[0] },
    ...{ description: 'Retainer', start, organisation: office.vendor },
    ...more,
  }
  const { id } = await expectOk(admin().post('/api/jobs', body))
  const line = { jobid: id, role: 2, description: 'Care of the machines', estimated: 2, linerate: 500 }
  await expectOk(admin().post('/api/materials', line))
  return { id, category }
}

const choose = ({ id }: Repeat, invoice: string, who = admin()) =>
  who.post(`/api/jobs/repeats/${id}/invoice`, { invoice })
const read = async ({ id }: Repeat) => expectOk(admin().get(`/api/jobs/repeats/${id}/invoice`))
const end = (repeat: Repeat) =>
  change('UPDATE categories SET frequency = ? WHERE id = ?', ['standalone', repeat.category])
const notices = async (who = admin()) =>
  ((await expectOk(who.get('/api/communication/notifications?take=100'))) as { message: string }[]).map(
    ({ message }) => message,
  )
const job = (id: string) => expectOk(admin().get(`/api/jobs/${id}`))
const invoice = (id: string) => expectOk(admin().get(`/api/invoices/${id}`))

test('a repeat that only makes jobs says so, and drafts nothing', async () => {
  const repeat = await repeating('daily', '2027-01-21')
  expect(await read(repeat)).toMatchObject({ invoice: 'none', chosenby: null, version: 1, latest: [] })
  await pass('2027-01-21T06:00:00Z')
  expect((await read(repeat)).latest).toEqual([])
  await end(repeat)
})

test('a draft is made on the day: used as estimated, complete, and of the repeat, once', async () => {
  const repeat = await repeating('monthly', '2027-01-31')
  expect(await expectOk(choose(repeat, 'draft'))).toMatchObject({ invoice: 'draft', version: 2 })
  await pass('2027-01-30T06:00:00Z')
  expect((await read(repeat)).latest).toEqual([])
  await pass('2027-01-31T06:00:00Z')
  await pass('2027-01-31T18:00:00Z')
  const { latest } = await read(repeat)
  expect(latest).toMatchObject([{ date: '2027-01-31', state: 'done', number: null, message: '' }])
  const draft = await invoice(latest[0].invoiceid)
  expect(draft).toMatchObject({
    ...{ state: 'draft', net: 1000, total: 1150 },
    repeat: { template: repeat.id, date: '2027-01-31' },
  })
  expect(await job(latest[0].job.id)).toMatchObject({ status: 4, approvedby: { name: expect.anything() } })
  const dialog = await htmxRequest(server, admin(), 'GET', `/invoices/${draft.id}`)
  expect(dialog.html).toContain('the repeat of')
  expect(dialog.html).toContain('(by a repeat)')
  // The end of a shorter month is its day too, and a missed month is not made up for.
  await pass('2027-02-28T06:00:00Z')
  expect((await read(repeat)).latest).toHaveLength(2)
  await pass('2027-05-15T06:00:00Z')
  expect((await read(repeat)).latest.map(({ date }: { date: string }) => date)).toEqual([
    '2027-04-30',
    '2027-02-28',
    '2027-01-31',
  ])
  await end(repeat)
})

test('it is issued and mailed to the client as the original, once', async () => {
  const repeat = await repeating('daily', '2027-05-16')
  await expectOk(choose(repeat, 'send'))
  await pass('2027-05-16T06:00:00Z')
  await pass('2027-05-16T12:00:00Z')
  const { latest } = await read(repeat)
  expect(latest).toHaveLength(1)
  const { number, invoiceid, message } = latest[0]
  expect(message).toBe(`Issued as ${number} and mailed to books@acme.test.`)
  expect(await invoice(invoiceid)).toMatchObject({ state: 'issued', date: '2027-05-16', total: 1150 })
  expect(await job(latest[0].job.id)).toMatchObject({ status: 5 })
  await server.services.background.run('mail')
  await until(() => smtp.mails.some(({ subject }) => subject?.includes(number)), 'the mail')
  expect(smtp.mails.filter(({ subject }) => subject?.includes(number))).toHaveLength(1)
  expect(smtp.mails.at(-1)).toMatchObject({ rcptto: ['books@acme.test'] })
  await end(repeat)
})

test('who lost the right is told, and the job stays as it was made', async () => {
  const repeat = await repeating('daily', '2027-05-17')
  const { management } = server.people
  await expectOk(choose(repeat, 'issue', management))
  expect((await read(repeat)).chosenby).toContain('anagement')
  const role = 'SELECT id FROM roles WHERE name = ?'
  await change(`DELETE FROM roleclaims WHERE roleid = (${role}) AND claim = 'invoices.issue'`, ['Management'])
  await pass('2027-05-17T06:00:00Z')
  const { latest } = await read(repeat)
  expect(latest).toMatchObject([{ state: 'refused', invoiceid: null }])
  expect(latest[0].message).toContain('The job is kept as it was made, without an invoice.')
  expect(latest[0].message).toContain('“Issue invoices and credit notes”')
  expect(await job(latest[0].job.id)).toMatchObject({ status: 1 })
  expect((await notices(server.people.management))[0]).toContain('Mend that, then invoice it by hand.')
  await change(
    `INSERT INTO roleclaims (roleid, claim) SELECT id, 'invoices.issue' FROM roles WHERE name = ?`,
    ['Management'],
  )
  await end(repeat)
})

test('what is refused takes back its own step alone: nothing used, nothing moved', async () => {
  const repeat = await repeating('daily', '2027-05-18')
  await expectOk(choose(repeat, 'issue'))
  const rule = { kind: 'customerreference', lane: 4, blocks: true, boardid: office.boardid }
  const made = await expectOk(admin().post('/api/assertions', rule))
  await pass('2027-05-18T06:00:00Z')
  await expectOk(admin().delete(`/api/assertions/${made.id}`))
  const { latest } = await read(repeat)
  expect(latest).toMatchObject([{ state: 'refused', invoiceid: null }])
  const { id } = latest[0].job
  expect(await job(id)).toMatchObject({ status: 1 })
  expect(await expectOk(admin().get(`/api/materials/getMaterials/${id}`))).toMatchObject([{ consumed: 0 }])
  expect((await notices())[0]).toContain('was not invoiced as its repeat says.')
  // Nobody tries again by itself what a person was asked to mend.
  await pass('2027-05-18T18:00:00Z')
  expect((await read(repeat)).latest).toMatchObject([{ state: 'refused' }])
  await end(repeat)
})

test('a draft that cannot be issued is kept, and one without an address is issued and not mailed', async () => {
  const repeat = await repeating('daily', '2027-05-19')
  await expectOk(choose(repeat, 'send'))
  await change('UPDATE organisations SET addressline1 = ?, city = ?, postalcode = ? WHERE id = ?', [
    ...['', '', ''],
    office.vendor,
  ])
  await change('UPDATE materials SET linerate = linerate * 10 WHERE jobid = ?', [repeat.id])
  await pass('2027-05-19T06:00:00Z')
  const [refused] = (await read(repeat)).latest
  expect(refused).toMatchObject({ state: 'refused', number: null })
  expect(refused.message).toStartWith('Its draft is kept, and was not issued.')
  expect(await invoice(refused.invoiceid)).toMatchObject({ state: 'draft' })
  await change('UPDATE organisations SET addressline1 = ?, city = ?, postalcode = ? WHERE id = ?', [
    '14 Blacksmith Road',
    'Durban',
    '4052',
    office.vendor,
  ])
  await change('UPDATE clients SET contactemail = ? WHERE id = ?', ['', office.clients[0]])
  expect(await expectRefused(choose(repeat, 'send'))).toEqual(['invoice'])
  await pass('2027-05-20T06:00:00Z')
  const [issued] = (await read(repeat)).latest
  expect(issued).toMatchObject({ state: 'refused', number: expect.any(String) })
  expect(issued.message).toStartWith('It is issued, and was not mailed.')
  await change('UPDATE clients SET contactemail = ? WHERE id = ?', ['books@acme.test', office.clients[0]])
  await end(repeat)
})

test('where drafts are reviewed it waits, and goes on once somebody else has', async () => {
  await change('UPDATE organisations SET reviewinvoices = 1 WHERE id = ?', [office.vendor])
  const repeat = await repeating('daily', '2027-05-21')
  await expectOk(choose(repeat, 'issue'))
  await pass('2027-05-21T06:00:00Z')
  await pass('2027-05-21T12:00:00Z')
  const [waits] = (await read(repeat)).latest
  expect(waits).toMatchObject({ state: 'draft', number: null })
  expect(waits.message).toContain('waits for somebody else to review it')
  expect((await notices()).filter((one) => one.includes(waits.message))).toHaveLength(1)
  expect((await admin().post(`/api/invoices/${waits.invoiceid}/review`)).status).toBe(403)
  await expectOk(server.people.management.post(`/api/invoices/${waits.invoiceid}/review`))
  await until(async () => (await read(repeat)).latest[0].state === 'done', 'the issue after the review')
  expect((await read(repeat)).latest[0]).toMatchObject({ number: expect.any(String) })
  await change('UPDATE organisations SET reviewinvoices = 0 WHERE id = ?', [office.vendor])
  await end(repeat)
})

test('one that was made ahead is invoiced on its day, unless somebody was faster or it is turned off', async () => {
  const [early, byhand, off] = [
    await repeating('weekly', '2027-05-25'),
    await repeating('weekly', '2027-05-25'),
    await repeating('weekly', '2027-05-25'),
  ] as const
  const made = []
  for (const repeat of [early, byhand, off]) {
    await expectOk(choose(repeat, 'issue'))
    made.push((await expectOk(admin().post(`/api/jobs/repeats/${repeat.id}/make`, {}))) as { id: string })
  }
  await pass('2027-05-24T06:00:00Z')
  expect((await read(early)).latest).toMatchObject([{ state: 'due', date: '2027-05-25' }])
  const [, taken] = made
  const [line] = await expectOk(admin().get(`/api/materials/getMaterials/${taken?.id}`))
  await expectOk(admin().patch(`/api/materials/${line.id}`, { consumed: 1 }))
  await expectOk(
    admin().post('/api/jobs/reorder', { jobid: taken?.id, lane: 4, afterid: null, confirmed: true }),
  )
  await expectOk(admin().post('/api/invoices', { jobid: taken?.id }))
  await expectOk(choose(off, 'none'))
  await pass('2027-05-25T06:00:00Z')
  expect((await read(early)).latest).toMatchObject([{ state: 'done', number: expect.any(String) }])
  expect((await read(byhand)).latest).toMatchObject([
    { state: 'done', number: null, message: 'It was invoiced by hand before.' },
  ])
  expect((await read(off)).latest).toMatchObject([{ state: 'done', number: null }])
  for (const repeat of [early, byhand, off]) await end(repeat)
})

test('who may not invoice chooses nothing, and an older look is told so', async () => {
  const repeat = await repeating('monthly', '2027-06-30')
  expect((await choose(repeat, 'draft', server.people.jobs)).status).toBe(403)
  const stale = { invoice: 'issue', version: 1 }
  await expectOk(admin().post(`/api/jobs/repeats/${repeat.id}/invoice`, stale))
  expect(await admin().post(`/api/jobs/repeats/${repeat.id}/invoice`, stale)).toMatchObject({
    status: 409,
    body: { data: { invoice: 'issue', version: 2 } },
  })
  expect((await choose(repeat, 'draft', await server.signIn('admin@other.test'))).status).toBe(404)
  const list = (await admin().get('/jobs/work-shop/templates')).text
  expect(list).toContain('issues its invoice')
  const dialog = await htmxRequest(server, admin(), 'GET', `/templates/repeats/${repeat.id}/invoice`)
  expect(dialog.html).toContain('Make the job, issue its invoice and mail it to the client')
  const { trigger } = await htmxRequest(server, admin(), 'POST', `/templates/repeats/${repeat.id}/invoice`, {
    ...{ category: repeat.category, invoice: 'none', version: '2' },
  })
  expect(trigger.snackbar.message).toEndWith('makes the job only')
  await end(repeat)
})

test('what an invoice of a repeat took below zero stands beside it, and in the history of one that was mailed', async () => {
  const item = { code: 'CUP', materialname: 'Cupboard', baseunit: 'ea', inventoryclass: 3 }
  const { id: inventoryid } = await expectOk(admin().post('/api/inventory', item))
  await expectOk(admin().post('/api/inventory/outbound', { inventoryid, quantity: 3 }))
  for (const [how, day] of [
    ['issue', '2027-08-03'],
    ['send', '2027-08-04'],
  ] as const) {
    const repeat = await repeating('monthly', day)
    const line = { jobid: repeat.id, role: 2, inventoryid, estimated: 2, linerate: 500 }
    await expectOk(admin().post('/api/materials', line))
    await expectOk(choose(repeat, how))
    await pass(`${day}T06:00:00Z`)
    const [latest] = (await read(repeat)).latest
    expect(latest.state).toBe('done')
    if (how === 'issue') expect(latest.message).toMatch(/Cupboard \[CUP\] is now 3\sea below zero/)
    const { html } = await htmxRequest(server, admin(), 'GET', `/invoices/${latest.invoiceid}`)
    expect(html).toMatch(/Cupboard \[CUP\] is now 3\sea below zero/)
    await end(repeat)
  }
})
