import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { listWaitingMails } from '#db/queries/outbox.ts'
import { invoices } from '#db/schema/tenant/index.ts'
import { readMail } from '#server/mail/read-mail.ts'
import { mailOutcomes } from '#server/mail-outcomes.ts'
import {
  completeJob,
  createInvoiceFixtures,
  type InvoiceFixtures,
  readDraft,
} from '#tests/sales/invoices-support.ts'
import { expectOk, htmxRequest } from '#tests/support/answers.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'
import { issueNote, jobToDeliver } from '#tests/work/deliveries-support.ts'
import { by } from '#tests/work/jobs-support.ts'

let server: TestServer
let office: InvoiceFixtures
let admin: Client
beforeAll(async () => {
  server = await startTestServer()
  office = await createInvoiceFixtures(server)
  admin = server.people.admin
})
afterAll(() => server.stop())

const letter = { to: 'buyer@client.test', subject: 'Yours', message: 'Here it is.' }
const mails = () =>
  server.services.tenants.read(server.accountid, (db) =>
    listWaitingMails(db).map((row) => ({ ...row, mail: readMail(server.services, row)! })),
  )
/** Those of one paper, by its address, which were written with its subject. */
const states = (subject: string) =>
  mails()
    .filter(({ mail }) => mail.subject === subject)
    .map(({ mail: { to }, withdrawn, error }) => (withdrawn ? `${to} withdrawn: ${error}` : `${to} waits`))
    .toReversed()

/** No server is set: it waits. */
async function send(path: string, more: object = {}) {
  const { status, html } = await htmxRequest(server, admin, 'POST', `/mail/${path}`, {
    ...letter,
    subject: path,
    ...more,
  })
  expect(status, html).toBe(200)
  await server.services.background.run('mail')
}
const dialog = async (path: string) => (await htmxRequest(server, admin, 'GET', `/mail/${path}`)).html
const read = (path: string) => expectOk(admin.get(`/api/${path}`))
const newer = 'buyer@client.test withdrawn: A newer e-mail with it was written.'
const job = (status: number) => completeJob(office, [{ linerate: 100 }], { status })

async function issued() {
  const { id } = await readDraft(office, await completeJob(office, [{ linerate: 100 }]))
  await expectOk(admin.post(`/api/invoices/${id}/issue`))
  return id
}
const overdue = (id: string) =>
  server.services.tenants.write(server.accountid, by, (tx) =>
    tx.db.update(invoices).set({ duedate: '2026-01-01' }).where(eq(invoices.id, id)).run(),
  )

async function order() {
  const supplier = await expectOk(admin.post('/api/suppliers', { name: 'Timber City' }))
  const item = await expectOk(admin.post('/api/inventory', { materialname: 'Board', rate: 80 }))
  const lines = [{ inventoryid: item.id, quantity: 1 }]
  const { id } = await expectOk(
    admin.post('/api/purchaseorders', { supplier: supplier.id, lines, organisation: office.vendor }),
  )
  await expectOk(admin.patch(`/api/purchaseorders/${id}`, { status: 'sent' }))
  return id
}

test('a newer mail of any paper to the same person withdraws the one that waits, and no other', async () => {
  const offered = await job(1)
  const asked = await expectOk(admin.post('/api/invoices/deposits', { jobid: await job(3), amount: 50 }))
  const { lines } = await jobToDeliver(office, [{}])
  const note = await issueNote(admin, office.boardid, [{ materialid: lines[0]!, quantity: 1 }])
  const late = await issued()
  await overdue(late)
  const papers = [
    ...[`estimate/${offered}`, `card/${offered}`, `proforma/${offered}`, `invoice/${await issued()}`],
    ...[`invoice/${asked.id}`, `deliverynote/${note.id}`, `purchaseorder/${await order()}`],
    ...[`statement/${office.clients[0]}`, `invoicereminder/${late}`, `reminder/${office.clients[0]}`],
  ]
  for (const paper of papers) {
    await send(paper)
    await send(paper, { to: 'wife@client.test' })
    if (!paper.includes('reminder'))
      expect(await dialog(paper), paper).toContain('and the one that still waits is not sent')
    await send(paper, { to: 'Buyer@client.test' })
    expect(states(paper), paper).toEqual([newer, 'wife@client.test waits', 'buyer@client.test waits'])
  }
  expect(
    (await read(`invoices/${late}`)).reminders.map(({ failure }: { failure: string }) => failure),
  ).toContain('A newer e-mail with it was written.')
})

test('the newer mail of an invoice takes the original along that the withdrawn one held', async () => {
  const id = await issued()
  await send(`invoice/${id}`)
  await send(`invoice/${id}`)
  expect(mails()[0]?.mail.invoice).toEqual({ id, original: true })
})

test('an estimate that is approved, accepted or removed is not offered anew by what waits', async () => {
  const approve = async (id: string) => {
    const { version } = await read(`jobs/${id}`)
    await expectOk(admin.patch(`/api/jobs/${id}`, { status: 3, version }))
  }
  const accept = async (id: string) => {
    const { version } = await read(`jobs/${id}`)
    await expectOk(admin.patch(`/api/jobs/${id}`, { acceptedby: 'Jan Smit', version }))
  }
  const remove = (id: string) => expectOk(admin.delete(`/api/jobs/${id}`))
  for (const [decide, why] of [
    [approve, 'The job was approved.'],
    [accept, 'Jan Smit accepted the estimate.'],
    [remove, 'The job was removed.'],
  ] as const) {
    const id = await job(1)
    await send(`estimate/${id}`)
    await decide(id)
    expect(states(`estimate/${id}`)).toEqual([`buyer@client.test withdrawn: ${why}`])
    if (decide !== remove) expect(await read(`jobs/${id}`)).toMatchObject({ estimatewaits: false })
  }
})

test('so is one whose client answers by the link of an earlier mail', async () => {
  for (const answer of ['approve', 'refuse'] as const) {
    const id = await job(1)
    const { url } = await expectOk(admin.post(`/api/jobs/${id}/links`, { purpose: 'approve' }))
    await send(`estimate/${id}`)
    const body = { answer, name: 'Jan Smit', comment: 'Well.', once: crypto.randomUUID() }
    const { status } = await fetch(url.replace(/^https?:\/\/[^/]+/, server.url), {
      method: 'POST',
      body: new URLSearchParams(body),
    })
    expect(status).toBe(200)
    expect(states(`estimate/${id}`)).toEqual(['buyer@client.test withdrawn: Jan Smit answered by the link.'])
  }
})

test('so is what waits with a link that was replaced or withdrawn, and nothing else', async () => {
  const dead = 'buyer@client.test withdrawn: The link in it does not work any more.'
  const offered = await job(1)
  const billed = await issued()
  const records = [
    { paper: `estimate/${offered}`, links: `jobs/${offered}/links`, made: { purpose: 'approve' } },
    { paper: `invoice/${billed}`, links: `invoices/${billed}/links`, made: {} },
    {
      paper: `statement/${office.clients[1]}`,
      links: `invoices/statement/${office.clients[1]}/links`,
      made: {},
    },
  ]
  for (const { paper, links, made } of records) {
    await send(paper, { link: 'on' })
    await send(paper, { to: 'plain@client.test' })
    expect(await dialog(paper)).toContain('or replace or withdraw its link')
    await expectOk(admin.post(`/api/${links}`, made))
    expect(states(paper), paper).toEqual([dead, 'plain@client.test waits'])
    await send(paper, { link: 'on' })
    const [link] = await read(links)
    await expectOk(admin.delete(`/api/${links}/${link.id}`))
    expect(states(paper), paper).toEqual([dead, 'plain@client.test waits', dead])
  }
  expect(await read(`jobs/${offered}`)).toMatchObject({ estimatewaits: false })
})

test('a mail that goes out after all leaves when the estimate was sent and what was decided', async () => {
  const id = await job(1)
  await expectOk(admin.post(`/api/jobs/${id}/estimatesent`))
  await send(`estimate/${id}`)
  const { id: mailid, mail } = mails()[0]!
  const before = await read(`jobs/${id}`)
  await expectOk(admin.patch(`/api/jobs/${id}`, { status: 3, version: before.version }))
  await server.services.tenants.write(server.accountid, by, (tx) => mailOutcomes.onSent(tx, mailid, mail))
  expect(await read(`jobs/${id}`)).toMatchObject({ estimatesentutc: before.estimatesentutc })
})

test('what is paid, credited, cancelled or asked for no more is not mailed by what waits', async () => {
  const paid = await issued()
  await overdue(paid)
  await send(`invoicereminder/${paid}`)
  const { number, total } = await read(`invoices/${paid}`)
  await expectOk(admin.post(`/api/invoices/${paid}/payments`, { amount: total }))
  expect(states(`invoicereminder/${paid}`)).toEqual([`buyer@client.test withdrawn: ${number} is paid.`])

  const credited = await issued()
  await send(`invoice/${credited}`)
  const note = await expectOk(admin.post(`/api/invoices/${credited}/credit`, { reason: 'error' }))
  expect(states(`invoice/${credited}`)).toEqual([
    `buyer@client.test withdrawn: It is credited by ${note.number}.`,
  ])

  const bought = await order()
  await send(`purchaseorder/${bought}`)
  await expectOk(admin.patch(`/api/purchaseorders/${bought}`, { status: 'cancelled' }))
  expect(states(`purchaseorder/${bought}`)).toEqual([expect.stringContaining('is cancelled.')])

  const asked = await expectOk(admin.post('/api/invoices/deposits', { jobid: await job(3), amount: 50 }))
  await send(`invoice/${asked.id}`)
  await expectOk(admin.post(`/api/invoices/${asked.id}/withdraw`, { reason: 'Not needed.' }))
  expect(states(`invoice/${asked.id}`)).toEqual([expect.stringContaining('is no longer asked for.')])
})

test('what is not to be sent any more is listed with why, and is sent in no way', async () => {
  const id = await job(1)
  await send(`estimate/${id}`)
  const mailid = mails()[0]!.id
  await send(`estimate/${id}`)
  const { html } = await htmxRequest(server, admin, 'GET', '/account/mails')
  expect(html).toContain('Not sent. A newer e-mail with it was written.')
  const again = await htmxRequest(server, admin, 'POST', `/account/mails/${mailid}/again`)
  expect([again.status, again.html.includes('Send what it carries from its own page.')]).toEqual([409, true])
  const told = (await read(`jobs/${id}/history`)).filter(
    ({ field }: { field: string }) => field === 'e-mailed',
  )
  await htmxRequest(server, admin, 'POST', `/mail/waiting/${mailid}/takeback`)
  expect(mails().map((one) => one.id)).not.toContain(mailid)
  expect(
    (await read(`jobs/${id}/history`)).filter(({ field }: { field: string }) => field === 'e-mailed'),
  ).toHaveLength(told.length)
})
