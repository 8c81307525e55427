import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { readPosition } from '#db/queries/position.ts'
import { markSampleJob } from '#db/queries/work/sample-job.ts'
import { routes } from '#server/app.ts'
import { MEDIUM_PLAN_ID } from '#tests/payfast/support.ts'
import { acceptInvitations } from '#tests/people/users-support.ts'
import { createInvoiceFixtures, issueInvoice } from '#tests/sales/invoices-support.ts'
import { connectXero, xeroMapping } from '#tests/settings/xero-support.ts'
import { expectOk, htmxRequest } from '#tests/support/answers.ts'
import { eventually } from '#tests/support/eventually.ts'
import { startPayfast } from '#tests/support/payfast.ts'
import { fillWithSentinels } from '#tests/support/sentinels.ts'
import {
  type Answer,
  type Client,
  PASSWORD,
  startTestServer,
  type TestServer,
} from '#tests/support/server.ts'
import { startXero } from '#tests/support/xero/xero.ts'
import { createJobFixtures, type JobFixtures } from '#tests/work/jobs-support.ts'
import { addressOf, routeLabel, type Schema, sampleBody } from './support.ts'

setDefaultTimeout(300_000)

let server: TestServer
let shop: JobFixtures
beforeAll(async () => {
  server = await startTestServer()
  shop = await createJobFixtures(server)
})
afterAll(() => server.stop())

const allChanging = routes.filter(({ method, kind }) => method !== 'GET' && kind === 'api')
const changingCalls = allChanging.filter(({ claim }) => claim !== null)

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const picture = (more: Record<string, string> = {}) => {
  const body = new FormData()
  body.append('file', new File([PNG], 'a.png', { type: 'image/png' }))
  for (const [name, value] of Object.entries(more)) body.append(name, value)
  return body
}

/** The calls that answered well twice, of all tests below. */
const reached = new Set<string>()

/** Sends each request twice under one key, and names the calls whose second answer is another. */
function twice() {
  const different: string[] = []
  const send = async (who: Client, method: string, path: string, body?: () => unknown) => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const once = (): Promise<Answer> => who.call(method, path, body?.(), headers)
    const [first, again] = [await once(), await once()]
    if (first.status >= 300) throw new Error(`${method} ${path}: ${first.status} ${first.text}`)
    const [route] = allChanging
      .filter((one) => one.method === method && matches(one.path, path))
      .toSorted((a, b) => a.path.split(':').length - b.path.split(':').length)
    if (route) reached.add(routeLabel(route))
    if (again.status !== first.status || !isAlike(first, again, route?.options.secret))
      different.push(
        `${method} ${path}: ${first.text.slice(0, 120)} then ${again.status} ${again.text.slice(0, 120)}`,
      )
    return first.body.data
  }
  return { different, send }
}

/** Of what is shown once the second answer says the same but for that; else it is the same to the letter. */
function isAlike(first: Answer, again: Answer, secret = false): boolean {
  if (!secret) return again.text === first.text
  const [given, kept] = [first.body.data, again.body.data]
  const names = Object.keys(given).filter((name) => name in kept)
  return (
    names.length < Object.keys(given).length && names.every((name) => Bun.deepEquals(kept[name], given[name]))
  )
}

/** The route that the program would take: a word comes before a parameter. */
function matches(path: string, address: string): boolean {
  const [parts, given] = [path.split('/'), (address.split('?')[0] ?? '').split('/')]
  return (
    parts.length === given.length && parts.every((part, at) => part.startsWith(':') || part === given[at])
  )
}

test('calls whose answer is more than their transaction returns give it again, and what is gone stays gone', async () => {
  const { different, send } = twice()
  const { admin } = server.people
  const { operator } = server
  const account = await send(operator, 'POST', '/api/backoffice/account', () => ({
    name: 'Third',
    primaryemail: 'owner@third.test',
  }))
  const { id } = account
  await send(operator, 'POST', '/api/backoffice/account', () => ({ id, name: 'Third Ltd' }))
  const seat = await send(operator, 'POST', '/api/backoffice/seats', () => ({
    accountid: id,
    email: 'admin@first.test',
  }))
  const note = await send(operator, 'POST', '/api/backoffice/notes', () => ({ account: id, note: 'Rang.' }))
  await send(operator, 'PATCH', `/api/backoffice/notes/${note.id}`, () => ({ note: 'Rang twice.' }))
  await acceptInvitations(server, 'admin@first.test')
  await send(admin, 'POST', '/api/account/switch', () => ({ accountid: id }))
  await send(admin, 'POST', '/api/account/switch', () => ({ accountid: server.accountid }))
  await send(admin, 'PATCH', '/api/users/account', () => ({ accountid: id, hide: true }))
  await send(operator, 'DELETE', `/api/backoffice/seats/${seat.id}`)
  await send(admin, 'PATCH', '/api/account', () => ({ primaryphone: '021 555 0100' }))
  await send(admin, 'POST', '/api/account/logo', picture)
  await send(admin, 'PATCH', '/api/users/myself', () => ({ phone: '021 555 0101' }))
  await send(admin, 'POST', '/api/users/file', picture)
  await send(admin, 'PATCH', `/api/users/${admin.userid}/changepassword`, () => ({
    oldpassword: PASSWORD,
    password: 'another-password-1',
    confirmpassword: 'another-password-1',
  }))
  const role = await send(admin, 'POST', '/api/auth/roles', () => ({ name: 'Foreman' }))
  await send(admin, 'PATCH', '/api/auth/roles', () => ({ id: role.id, name: 'Foremen' }))
  const claim = () => ({ roleid: role.id, claim: 'jobs.approve' })
  await send(admin, 'POST', '/api/auth/roles/claims', claim)
  await send(admin, 'DELETE', '/api/auth/roles/claims', claim)
  const user = await send(admin, 'POST', '/api/users', () => ({ email: 'lerato@first.test' }))
  await send(admin, 'PATCH', `/api/users/${user.id}`, () => ({ firstname: 'Lerato' }))
  await send(admin, 'POST', `/api/users/${user.id}/resetpassword`)
  await send(admin, 'DELETE', `/api/users/${user.id}`)
  await send(admin, 'POST', `/api/users/${user.id}`)
  expect(different).toEqual([])
})

test('so do those of the work: what was invoiced, paid, credited, deleted or taken off', async () => {
  const { different, send } = twice()
  const { admin } = server.people
  const told = { url: 'https://203.0.114.1/', kinds: ['order.changed'] }
  const hook = (await expectOk(admin.post('/api/webhooks', told))).id
  await send(admin, 'PATCH', `/api/webhooks/${hook}`, () => ({ name: 'Sheet' }))
  const event = (await send(admin, 'POST', `/api/webhooks/${hook}/test`)).id
  await send(admin, 'POST', `/api/webhooks/${hook}/events/${event}/resend`)
  await send(admin, 'POST', `/api/webhooks/${hook}/switch`)
  await send(admin, 'DELETE', `/api/webhooks/${hook}`)
  const organisation = await send(admin, 'POST', '/api/organisations', () => ({
    name: 'Joinery',
    flagdefault: true,
  }))
  await send(admin, 'POST', `/api/organisations/${organisation.id}/logo`, picture)
  await send(admin, 'PATCH', `/api/organisations/${organisation.id}`, () => ({ email: 'desk@joinery.test' }))
  const client = await send(admin, 'POST', '/api/clients', () => ({ name: 'Port' }))
  await send(admin, 'PATCH', `/api/clients/${client.id}`, () => ({ city: 'Durban' }))
  const supplier = await send(admin, 'POST', '/api/suppliers', () => ({ name: 'Steel' }))
  const contact = await send(admin, 'POST', '/api/suppliers/contact', () => ({
    supplier: supplier.id,
    name: 'Sipho',
  }))
  await send(admin, 'DELETE', `/api/suppliers/contact/${contact.id}`)
  const item = await send(admin, 'POST', '/api/inventory', () => ({
    code: 'M8',
    baseunit: 'each',
    rate: 5,
    keptinstock: true,
  }))
  const moved = () => ({ inventoryid: item.id, quantity: 10 })
  await send(admin, 'POST', '/api/inventory/inbound', moved)
  await send(admin, 'POST', '/api/inventory/outbound', moved)
  const classed = (inventoryclass: number) => () => ({ categoryid: shop.category, inventoryclass })
  await send(admin, 'POST', `/api/inventory/${item.id}/classes`, classed(1))
  await send(admin, 'PATCH', `/api/inventory/${item.id}/classes`, classed(2))
  const job = await send(admin, 'POST', '/api/jobs', () => ({
    boardid: shop.boardid,
    description: 'Bollard',
    client: client.id,
  }))
  const line = await send(admin, 'POST', '/api/materials', () => ({
    jobid: job.id,
    role: 2,
    description: 'Work',
    estimated: 1,
    consumed: 1,
    linerate: 100,
  }))
  await send(admin, 'PATCH', `/api/materials/${line.id}`, () => ({ estimated: 2 }))
  await send(admin, 'POST', `/api/inventory/${item.id}/price`, () => ({ jobid: job.id, price: 7, rate: 5 }))
  await send(admin, 'POST', `/api/inventory/${item.id}/jobprice`, () => ({ jobid: job.id }))
  await send(admin, 'POST', '/api/jobs/reorder', () => ({ jobid: job.id, lane: 3, confirmed: true }))
  const signed = await send(admin, 'POST', `/api/jobs/${job.id}/signoffs`, () => ({
    name: 'Ann',
    signature: '320 160*10 80 0 60 20 40 110 120 80',
  }))
  await send(admin, 'POST', `/api/jobs/${job.id}/signoffs/${signed.id}/remove`, () => ({ reason: 'Wrong' }))
  await send(admin, 'PATCH', `/api/jobs/${job.id}`, () => ({ status: 4, confirmed: true }))
  const asked = () => ({ jobid: job.id })
  const batch = await send(admin, 'POST', '/api/billing/drafts', () => ({ ids: [job.id] }))
  const isOver = async () => !(await admin.get(`/api/billing/batches/${batch.id}`)).body.data.running
  await eventually(isOver, true)
  await send(admin, 'POST', `/api/billing/batches/${batch.id}/resume`)
  await send(admin, 'POST', `/api/billing/batches/${batch.id}/undo`)
  await eventually(isOver, true)
  const ofx = '<OFX><STMTTRN><DTPOSTED>20261101<TRNAMT>1.00<FITID>1<NAME>Interest</STMTTRN></OFX>'
  await send(admin, 'POST', '/api/billing/bank', () => {
    const body = new FormData()
    body.append('account', 'Cheque')
    body.append('file', new File([ofx], 'a.ofx'))
    return body
  })
  const [credit] = (await admin.get('/api/billing/bank')).body.data
  await send(admin, 'POST', `/api/billing/bank/${credit.id}/ignore`)
  await send(admin, 'POST', `/api/billing/bank/${credit.id}/restore`)
  const deposit = await send(admin, 'POST', '/api/invoices/deposits', () => ({ jobid: job.id, amount: 30 }))
  await send(admin, 'POST', `/api/invoices/${deposit.id}/payments`, () => ({ amount: 20 }))
  await send(admin, 'POST', `/api/invoices/${deposit.id}/refund`, () => ({ amount: 15, reason: 'Less' }))
  await send(admin, 'POST', `/api/invoices/${deposit.id}/forfeit`, () => ({ amount: 5, reason: 'Late' }))
  await send(admin, 'POST', `/api/invoices/${deposit.id}/withdraw`, () => ({ reason: 'Enough' }))
  const spare = await send(admin, 'POST', '/api/invoices', asked)
  await send(admin, 'DELETE', `/api/invoices/${spare.id}`)
  const invoice = await send(admin, 'POST', '/api/invoices', asked)
  await send(admin, 'POST', `/api/invoices/${invoice.id}/issue`)
  await send(admin, 'POST', `/api/invoices/${invoice.id}/sent`)
  const link = await send(admin, 'POST', `/api/invoices/${invoice.id}/links`, () => ({}))
  await send(admin, 'DELETE', `/api/invoices/${invoice.id}/links/${link.id}`)
  const open = await send(admin, 'POST', `/api/invoices/statement/${client.id}/links`, () => ({}))
  await send(admin, 'DELETE', `/api/invoices/statement/${client.id}/links/${open.id}`)
  const paid = await send(admin, 'POST', `/api/invoices/${invoice.id}/payments`, () => ({ amount: '50,00' }))
  await send(admin, 'POST', `/api/payments/${paid.payments[0].id}/reverse`, () => ({ reason: 'Bounced' }))
  const held = { client: client.id, amount: 30 }
  await send(admin, 'POST', '/api/payments', () => held)
  await send(admin, 'POST', '/api/payments/refunds', () => ({ client: client.id, amount: 5 }))
  await send(admin, 'POST', `/api/invoices/${invoice.id}/usecredit`)
  await send(admin, 'POST', `/api/invoices/${invoice.id}/credit`, () => ({ reason: 'cancelled' }))
  const file = await send(admin, 'POST', '/api/documents/file', () =>
    picture({ filename: 'Photo', group: 'jobs', referenceid: job.id }),
  )
  await send(admin, 'PATCH', `/api/documents/archive/${file.id}`, () => ({ archived: true }))
  const view = await send(admin, 'POST', '/api/views', () => ({
    list: '/clients',
    name: 'Mine',
    query: 'search=a',
  }))
  await send(admin, 'DELETE', `/api/views/${view.id}`)
  expect(different).toEqual([])
})

test('so do those of settings and lists', async () => {
  const { different, send } = twice()
  const { admin, stakeholder } = server.people
  const post = (path: string, body: object = {}) => send(admin, 'POST', path, () => body)
  const patch = (path: string, body: object = {}) => send(admin, 'PATCH', path, () => body)
  const remove = (path: string) => send(admin, 'DELETE', path)
  const supplier = await post('/api/suppliers', { name: 'Tube' })
  await patch(`/api/suppliers/${supplier.id}`, { city: 'Paarl' })
  const contact = await post('/api/suppliers/contact', { supplier: supplier.id, name: 'Thandi' })
  await patch(`/api/suppliers/contact/${contact.id}`, { title: 'Sales' })
  const location = await post('/api/locations', { name: 'Yard', client: shop.clients[0] })
  await patch(`/api/locations/${location.id}`, { city: 'Durban' })
  await post(`/api/locations/stakeholder/${location.id}/${stakeholder.userid}`)
  const category = await post('/api/categories', { name: 'Machining', jobcategory: true })
  await patch(`/api/categories/${category.id}`, { description: 'On the lathe' })
  const field = await post('/api/categories/fields', { category: category.id, label: 'Grade' })
  await patch(`/api/categories/fields/${field.id}`, { label: 'Steel' })
  await remove(`/api/categories/fields/${field.id}`)
  const steps = [
    await post('/api/steps', { category: category.id, name: 'Cut', instruction: 'By saw', lane: 3 }),
    await post('/api/steps', { category: category.id, name: 'Turn', instruction: 'By lathe', lane: 3 }),
  ]
  await patch(`/api/steps/${steps[0].id}`, { name: 'Saw' })
  await post('/api/steps/reorder', {
    category: category.id,
    lane: 3,
    ids: steps.map(({ id }) => id).toReversed(),
  })
  const worker = await post('/api/workers', { name: 'Willem' })
  await patch(`/api/workers/${worker.id}`, { title: 'Turner' })
  await post(`/api/workers/${worker.id}/rates`, { startdate: '2026-01-01', rate: 200 })
  await remove(`/api/workers/${worker.id}/rates/2026-01-01`)
  const code = await post('/api/accountcodes', { type: 0, code: '1000', description: 'Sales' })
  await patch(`/api/accountcodes/${code.id}`, { description: 'Sales of goods' })
  const assertion = await post('/api/assertions', { kind: 'client', boardid: shop.boardid, lane: 2 })
  await patch(`/api/assertions/${assertion.id}`, { blocks: true })
  await patch(`/api/boards/${shop.secondid}`, { completedays: 10 })
  await post('/api/boards/reorder', { boardid: shop.secondid, afterid: null })
  const storage = await post('/api/storage', { name: 'Shelf', barcode: 'S-1' })
  await patch(`/api/storage/${storage.id}`, { name: 'Rack' })
  const group = await post('/api/pricing/groups', { name: 'Mills' })
  await patch(`/api/pricing/groups/${group.id}`, { name: 'Sugar mills' })
  const item = await post('/api/inventory', { code: 'TUBE', baseunit: 'm', rate: 20, keptinstock: true })
  await patch(`/api/inventory/${item.id}`, { make: 'Macsteel' })
  await post('/api/units', { inventoryid: item.id, name: 'length', ratiotobase: 6 })
  await post('/api/inventory/count', { inventoryid: item.id, counts: [{ counted: 12 }] })
  await post('/api/pricing/inventory', { pricinggroup: group.id, inventory: item.id, baserate: 18 })
  await post('/api/pricing/inventory/batch', { pricinggroup: group.id, percent: 5 })
  await post('/api/pricing/client', { pricinggroup: group.id, client: shop.clients[0] })
  await remove(`/api/pricing/client?client=${shop.clients[0]}&pricinggroup=${group.id}`)
  await patch('/api/configuration/settings', { prefix: 'W' })
  await patch('/api/configuration/pastel', { standard: '01' })
  await patch('/api/configuration/forms', { statenote: 'hidden' })
  const view = await post('/api/views', { list: '/suppliers', name: 'All', query: '' })
  await patch(`/api/views/${view.id}`, { name: 'Every one' })
  const key = await admin.patch('/api/users/apikey', { application: 'Till' })
  await remove(`/api/users/apikey?key=${key.body.data.id}`)
  await post('/api/users/sendemails', { userids: [stakeholder.userid], subject: 'News', message: 'Read it.' })
  await post('/api/communication/notification', {
    userid: admin.userid,
    type: 'info',
    message: 'Tea at four',
  })
  const [{ id: notification }] = (await admin.get('/api/communication/notifications')).body.data
  await patch(`/api/communication/notifications/${notification}`, { read: true })
  await remove(`/api/communication/notifications/${notification}`)
  await post('/api/inventory/inbound', { inventoryid: item.id, quantity: 3 })
  const [{ seq }] = (await admin.get(`/api/inventory/${item.id}/ledger`)).body.data
  await post(`/api/inventory/ledger/${seq}/reverse`)
  expect(different).toEqual([])
})

test('so do those of what is ordered from suppliers', async () => {
  const { different, send } = twice()
  const { admin } = server.people
  const post = (path: string, body: object = {}) => send(admin, 'POST', path, () => body)
  const patch = (path: string, body: object = {}) => send(admin, 'PATCH', path, () => body)
  const supplier = await post('/api/suppliers', { name: 'Steel Yard' })
  const item = await post('/api/inventory', { code: 'ANGLE', baseunit: 'm', rate: 40, keptinstock: true })
  const sells = `/api/inventory/${item.id}/suppliers`
  await post(sells, { supplier: supplier.id, price: 38 })
  const priced = await post(`${sells}/${supplier.id}/prices`, { quantity: 100, price: 30 })
  await send(admin, 'DELETE', `${sells}/${supplier.id}/prices/${priced.prices[0].id}`)
  const { id } = await post('/api/purchaseorders', {
    supplier: supplier.id,
    lines: [{ inventoryid: item.id, quantity: 10 }],
  })
  const order = await patch(`/api/purchaseorders/${id}`, { status: 'sent' })
  const lines = [{ lineid: order.lines[0].id, quantity: 4 }]
  await post(`/api/purchaseorders/${id}/receipts`, { lines })
  const [came] = (await admin.get(`/api/supplierinvoices/goods?supplier=${supplier.id}`)).body.data
  const charged = { supplier: supplier.id, number: 'S 1', lines: [{ receiptlineid: came.id }] }
  const invoice = await post('/api/supplierinvoices', charged)
  await patch(`/api/supplierinvoices/${invoice.id}`, { status: 'approved' })
  const part = { invoiceid: invoice.id, amount: invoice.total }
  const paid = await post('/api/supplierpayments', { supplier: supplier.id, parts: [part] })
  await post(`/api/supplierpayments/${paid.id}/reverse`, { reason: 'Bounced' })
  const draft = await post('/api/supplierinvoices', { ...charged, number: 'S 2', lines: [] })
  await send(admin, 'DELETE', `/api/supplierinvoices/${draft.id}`)
  const { receipts } = await post(`/api/purchaseorders/${id}/receipts`, { lines })
  await send(admin, 'DELETE', `/api/purchaseorders/${id}/receipts/${receipts[0].id}`)
  const { returns } = await post(`/api/purchaseorders/${id}/returns`, { lines, again: true })
  await send(admin, 'DELETE', `/api/purchaseorders/${id}/returns/${returns[0].id}`)
  await send(admin, 'DELETE', `/api/inventory/${item.id}/suppliers/${supplier.id}`)
  expect(different).toEqual([])
})

test('so do those of what is done on a job', async () => {
  const { different, send } = twice()
  const { admin } = server.people
  const post = (path: string, body: object = {}) => send(admin, 'POST', path, () => body)
  const patch = (path: string, body: object = {}) => send(admin, 'PATCH', path, () => body)
  const { boardid } = shop
  const job = await post('/api/jobs', { boardid, description: 'Gate', status: 3, client: shop.clients[0] })
  const lines = await post('/api/materials/many', [
    { jobid: job.id, role: 1, description: 'Steel', estimated: 2, linerate: 10 },
    { jobid: job.id, role: 1, description: 'Paint', estimated: 1, linerate: 10 },
  ])
  await send(admin, 'PATCH', '/api/materials/many', () => [{ id: lines[0].id, consumed: 2 }])
  await send(admin, 'PATCH', '/api/materials/reorder', () => [lines[1].id, lines[0].id])
  const step = await post('/api/steps/job', { jobid: job.id, name: 'Weld', lane: 3 })
  const extra = await post('/api/steps/job', { jobid: job.id, name: 'Polish', lane: 3 })
  await send(admin, 'DELETE', `/api/steps/job/${extra.id}`)
  await patch('/api/steps/job', { id: step.id, workerid: shop.worker })
  const time = await post('/api/jobs/timesheet', { jobid: job.id, workerid: shop.worker, minutes: 30 })
  await patch(`/api/jobs/timesheet/${time.id}`, { minutes: 45 })
  await send(admin, 'DELETE', `/api/jobs/timesheet/${time.id}`)
  await patch(`/api/jobs/timesheet/restore/${time.id}`)
  const gate = { jobid: job.id, role: 2, description: 'Gate', estimated: 3, linerate: 10 }
  const { id: materialid } = await post('/api/materials', gate)
  const note = await post('/api/delivery', { boardid, lines: [{ materialid, quantity: 1 }] })
  await patch(`/api/delivery/${note.id}`, { carrier: 'Own van' })
  const run = await post('/api/delivery/many', { ids: [note.id], status: 'issued' })
  await post(`/api/delivery/many/${run.id}/stop`)
  const piece = await post('/api/equipment', { name: 'Welder', barcode: 'EQ-1' })
  await post(`/api/jobs/${job.id}/equipment`, { equipmentid: piece.id, role: 1 })
  await patch(`/api/equipment/${piece.id}/equipment`, { jobid: job.id, role: 1, processed: true })
  const { id } = await post('/api/jobs/bulk', { ids: [job.id], lane: 4, confirmed: true })
  await post(`/api/jobs/bulk/${id}/undo`)
  await post('/api/jobs/past', {})
  const [product, input] = [
    await post('/api/inventory', { code: 'P' }),
    await post('/api/inventory', { code: 'I' }),
  ]
  await send(admin, 'PUT', `/api/inventory/${product.id}/inputs`, () => [
    { inventoryid: input.id, quantity: 1 },
  ])
  const weekly = await post('/api/categories', { name: 'Weekly', jobcategory: true, frequency: 'weekly' })
  const rent = { boardid, template: true, categories: [weekly.id], description: 'Rent' }
  const repeats = `/api/jobs/repeats/${(await post('/api/jobs', rent)).id}`
  await post(`${repeats}/invoice`, { invoice: 'draft' })
  await post(`${repeats}/make`)
  await post(`${repeats}/skip`)
  const work = await post('/api/jobs', { boardid })
  const made = await post('/api/materials', {
    jobid: work.id,
    inventoryid: product.id,
    role: 2,
    estimated: 2,
    inventoryclass: 3,
  })
  await post(`/api/materials/${made.id}/inputs`)
  const { build } = await post(`/api/materials/${made.id}/finish`, { quantity: 1 })
  await send(admin, 'DELETE', `/api/materials/finished/${build}`)
  await post('/api/communication/notification', { userid: admin.userid, type: 'info', message: 'Look' })
  const [told] = (await admin.get('/api/communication/notifications')).body.data
  await post(`/api/communication/notifications/${told.id}/snooze`, { until: 'tomorrow' })
  await post(`/api/communication/notifications/${told.id}/assign`, { userid: server.people.agent.userid })
  const template = await post('/api/jobs', { boardid, description: 'Service', template: true })
  await post(`/api/jobs/template/${template.id}`)
  await post('/api/jobs/template', { boardid, description: 'Yearly', frequency: 'standalone' })
  const empty = await post('/api/jobs', { boardid })
  await send(admin, 'DELETE', `/api/jobs/${empty.id}`)
  await patch(`/api/jobs/restore/${empty.id}`)
  expect(different).toEqual([])
})

test('so do those of money that comes in, of counts and of what is planned', async () => {
  const { different, send } = twice()
  const { admin } = server.people
  const post = (path: string, body: object = {}) => send(admin, 'POST', path, () => body)
  const patch = (path: string, body: object = {}) => send(admin, 'PATCH', path, () => body)
  const { boardid, worker } = shop
  await post('/api/organisations', { name: 'Railings', flagdefault: true })
  const code = await post('/api/accountcodes', { type: 0, code: '1900', description: 'Sundry' })
  await patch(`/api/accountcodes/${code.id}/misc?type=0`)
  const shelf = await post('/api/storage', { name: 'Cage', barcode: 'C-1' })
  const item = await post('/api/inventory', { code: 'BAR', baseunit: 'm', rate: 20, keptinstock: false })
  const client = await post('/api/clients', { name: 'Harbour', code: 'HARB' })
  const category = (await post('/api/categories', { name: 'Drilling', jobcategory: true })).id
  await post('/api/steps', { category, name: 'Mark', instruction: 'By the drawing', lane: 3 })
  const field = await post('/api/categories/fields', { category, label: 'Bit' })
  const values = { boardid, client: client.id, start: '2026-11-02', status: 3, categories: [category] }
  const job = await post('/api/jobs', { ...values, description: 'Rail' })
  await post('/api/jobs/fields', { jobid: job.id, fields: [{ id: field.id, value: '8 mm' }] })
  await post(`/api/jobs/${job.id}/begun`, { begun: true })
  const step = await post('/api/steps/job', { jobid: job.id, name: 'Drill', lane: 3 })
  await patch('/api/steps/job', { id: step.id, workerid: worker, action: 'skip', note: 'Drilled' })
  await post(`/api/steps/job/iteration/${job.id}`, { reason: 'Scratched' })
  await patch(`/api/schedule/${job.id}`, { assignee: worker, start: '2026-11-03' })
  const line = await post('/api/materials', {
    ...{ jobid: job.id, inventoryid: item.id, role: 1, estimated: 4, consumed: 1, linerate: 10 },
  })
  await patch(`/api/inventory/${item.id}`, { keptinstock: true })
  await post(`/api/inventory/${item.id}/usedbefore`)
  await post('/api/inventory/inbound', { inventoryid: item.id, quantity: 9, storageid: shelf.id })
  await post('/api/jobs/pickinglist', {
    jobid: job.id,
    lines: [{ materialid: line.id, storageid: shelf.id, quantity: 1 }],
  })
  await patch('/api/jobs/pickinglist', { jobid: job.id, lines: [{ materialid: line.id, picked: 3 }] })
  const sheet = await post('/api/stockcounts', { storageid: shelf.id })
  await patch(`/api/stockcounts/${sheet.id}/lines`, { lines: [{ lineid: sheet.lines[0].id, counted: 5 }] })
  await patch(`/api/stockcounts/${sheet.id}`, { state: 'review' })
  await send(admin, 'POST', '/api/equipment/assets/availability', () => [{ code: 'BOX', quantity: 2 }])
  const labour = await post('/api/inventory', {
    code: 'HOUR',
    baseunit: 'hour',
    rate: 300,
    keptinstock: false,
  })
  await post('/api/jobs/timesheet', {
    ...{ jobid: job.id, workerid: worker, minutes: 30, inventoryid: labour.id, billable: true },
  })
  const { undo } = await post(`/api/jobs/${job.id}/timesheet/bill`)
  await post(`/api/jobs/${job.id}/timesheet/bill/${undo}/undo`)
  await post(`/api/jobs/${job.id}/timesheet/bill`)
  // Its address is in the first answer alone.
  const link = await expectOk(admin.post(`/api/jobs/${job.id}/links`, { purpose: 'approve' }))
  await send(admin, 'DELETE', `/api/jobs/${job.id}/links/${link.id}`)
  await patch(`/api/jobs/${job.id}`, { status: 4, confirmed: true })
  const invoice = await post('/api/invoices', { jobid: job.id })
  await post(`/api/invoices/${invoice.id}/part`, { percent: 50 })
  const { id: batch } = await post('/api/billing/issue', { ids: [invoice.id] })
  const isOver = async () => !(await admin.get(`/api/billing/batches/${batch}`)).body.data.running
  await eventually(isOver, true)
  const paid = await post('/api/payments', { client: client.id, amount: 20 })
  await post(`/api/payments/${paid.id}/allocations`, { invoiceid: invoice.id, amount: 10 })
  await post('/api/invoices/pastel', { kind: 'invoice', start: '2020-01-01', end: '2999-12-31' })
  const report = { name: 'Sold', report: 'sales-by-client', period: 'thisyear', format: 'pdf' }
  const mailed = { ...report, every: 'day', hour: 7, recipients: [admin.userid] }
  const { id: schedule } = await post('/api/reportschedules', mailed)
  await patch(`/api/reportschedules/${schedule}`, { hour: 8 })
  expect(different).toEqual([])
})

test('asked ten times at once a call does its work once and answers each alike', async () => {
  const { operator } = server
  const headers = { 'idempotency-key': 'ten-at-once' }
  const body = { name: 'Tenth', primaryemail: 'owner@tenth.test' }
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => operator.call('POST', '/api/backoffice/account', body, headers)),
  )
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect(answers[0]?.status).toBe(200)
})

test('calls that are drawn from their schemas give their own answer again, and do nothing the second time', async () => {
  const fresh = await startTestServer()
  const { services, accountid, operator, people } = fresh
  const filled = await fillWithSentinels(services.tenants, accountid)
  const different: string[] = []
  const position = () => services.tenants.read(accountid, (db) => readPosition(db).seq)
  for (const route of changingCalls) {
    const who = route.claim === 'platform.manage' ? operator : people.admin
    const headers = { 'idempotency-key': routeLabel(route).replaceAll(' ', '') }
    const body = sampleBody(route.schemas.body as Schema, filled)
    const send = () => who.call(route.method, addressOf(route, filled), body, headers)
    const first = await send()
    if (first.status >= 300) continue
    reached.add(routeLabel(route))
    const stood = position()
    const again = await send()
    const isSame = isAlike(first, again, route.options.secret)
    if (again.status !== first.status || !isSame || position() !== stood)
      different.push(`${routeLabel(route)}: ${again.status} ${again.text.slice(0, 200)}`)
  }
  await fresh.stop()
  expect(different).toEqual([])
})

test('so do those of what is shown once, of files of people and of what is made for a job', async () => {
  const { different, send } = twice()
  const { admin } = server.people
  const post = (path: string, body: unknown = {}) => send(admin, 'POST', path, () => body)
  const { secondid: boardid, worker } = shop
  const hook = await post('/api/webhooks', { url: 'https://203.0.114.2/', kinds: ['order.changed'] })
  await post(`/api/webhooks/${hook.id}/secret`)
  await send(admin, 'PATCH', '/api/users/apikey', () => ({ application: 'Scale' }))
  await send(admin, 'PATCH', `/api/users/${admin.userid}/apikey`, () => ({ application: 'Door' }))
  const invited = await send(server.operator, 'POST', '/api/users', () => ({ email: 'anele@platform.test' }))
  await send(server.operator, 'POST', `/api/users/${invited.id}/invitationlink`)
  await post('/api/workers', { name: 'Ann', userid: admin.userid })
  const bare = await post('/api/jobs', { boardid, client: shop.clients[0], status: 3 })
  await post(`/api/jobs/${bare.id}/start`)
  await post('/api/calendar')
  const sheet = (name: string, text: string) => () => {
    const body = new FormData()
    body.append('file', new File([text], name))
    return body
  }
  await send(admin, 'POST', '/api/users/import', sheet('people.csv', 'email\nzodwa@first.test\n'))
  const rights = 'role,claim\nBuyers,purchase.read\n'
  await send(admin, 'POST', '/api/users/import/roles', sheet('rights.csv', rights))

  const supplier = (await post('/api/suppliers', { name: 'Bolts' })).id
  const goods = (await post('/api/categories', { name: 'Goods', inventoryclass: 3 })).id
  const raw = (await post('/api/categories', { name: 'Raw', inventoryclass: 2 })).id
  const item = { baseunit: 'ea', keptinstock: true }
  const bolt = (await post('/api/inventory', { ...item, code: 'BOLT', supplier, category: raw })).id
  const gate = (await post('/api/inventory', { ...item, code: 'GATE', category: goods })).id
  await send(admin, 'PUT', `/api/inventory/${gate}/inputs`, () => [{ inventoryid: bolt, quantity: 2 }])
  const job = (await post('/api/jobs', { boardid, description: 'Gates', status: 3, start: '2026-12-01' })).id
  const sold = { jobid: job, inventoryid: gate, role: 2, estimated: 3, inventoryclass: 3 }
  const product = (await post('/api/materials', sold)).id
  const needed = { jobid: job, inventoryid: bolt, role: 1, estimated: 8, inventoryclass: 2 }
  const line = (await post('/api/materials', needed)).id
  await send(admin, 'PUT', `/api/materials/${line}/product`, () => ({ jobproduct: product }))
  await post('/api/inventory/inbound', { inventoryid: bolt, quantity: 1 })
  await send(admin, 'PUT', `/api/materials/${line}/reservation`, () => ({ released: 1 }))
  await post('/api/planning/production', { boardid, rows: [{ inventoryid: gate, quantity: 2 }] })
  await post('/api/planning/orders', { rows: [await firstToOrder()] })
  await post('/api/jobs/timesheet', { jobid: job, workerid: worker, minutes: 60, date: '2024-01-01' })
  const week = { workerid: worker, date: '2024-01-01', action: 'submit' }
  await send(admin, 'PATCH', '/api/timesheets/week', () => week)
  const box = (await post('/api/equipment', { name: 'Box', barcode: 'BX-1' })).id
  const note = await post('/api/delivery', { boardid, lines: [{ materialid: product, quantity: 1 }] })
  await post(`/api/delivery/${note.id}/packages`, { equipmentid: box })
  await post('/api/delivery/issued', { boardid, lines: [{ materialid: product, quantity: 1 }] })
  await post(`/api/jobs/${job}/repeat`, { frequency: 'monthly', next: '2099-01-05' })
  await post(`/api/jobs/${job}/links`, { purpose: 'approve' })
  const sample = (await post('/api/jobs', { boardid, description: 'To try things on' })).id
  const setup = { userid: null, name: 'Setup' }
  await server.services.tenants.write(server.accountid, setup, ({ db }) => markSampleJob(db, sample))
  await send(admin, 'POST', '/api/samplejob/removal')

  const client = (await post('/api/clients', { name: 'Pier' })).id
  const ofx = '<OFX><STMTTRN><DTPOSTED>20261102<TRNAMT>7.00<FITID>7<NAME>Pier pays</STMTTRN></OFX>'
  const statement = new FormData()
  statement.append('account', 'Savings')
  statement.append('file', new File([ofx], 'b.ofx'))
  await expectOk(admin.call('POST', '/api/billing/bank', statement))
  const credits = (await admin.get('/api/billing/bank')).body.data
  const credit = credits.find(({ amount }: { amount: number }) => amount === 7)
  await post(`/api/billing/bank/${credit.id}/book`, { client })
  expect(different).toEqual([])
})

/** As the page names what it proposes first. */
async function firstToOrder(): Promise<string | undefined> {
  const { text } = await server.people.admin.get(`/jobs/paint/planning/ordering`)
  return /value="([^"]+\|\d{4}-\d\d-\d\d)"/.exec(text)?.[1]
}

test('so do those that another program takes part in', async () => {
  const { different, send } = twice()
  const [xero, payfast] = [await startXero(Date.now), await startPayfast()]
  const marss = Bun.serve({ port: 0, fetch: () => Response.json([{ code: 'M-1', name: 'From there' }]) })
  const marssFlags = ['--marss-url', `http://127.0.0.1:${marss.port}/api/`]
  const beside = await startTestServer(undefined, [...xero.flags, ...payfast.flags(), ...marssFlags])
  const { admin } = beside.people
  await htmxRequest(beside, admin, 'POST', '/admin/inventory/marss', { key: 'a-key' })
  await send(admin, 'POST', '/api/inventory/sync?platform=marss', () => ({}))

  const chosen = () => [{ corefee: MEDIUM_PLAN_ID, quantity: 1 }]
  await send(admin, 'PATCH', '/api/account/accountfees', chosen)
  await send(beside.operator, 'PATCH', `/api/account/${beside.accountid}/accountfees`, chosen)
  const { fields } = await expectOk(admin.get('/api/cctransactions/link/payfast'))
  await payfast.charge(payfast.subscribe(fields).token)
  await send(admin, 'DELETE', `/api/cctransactions/payfast/subscription/${beside.accountid}`)

  const office = await createInvoiceFixtures(beside)
  const tenant = xero.addTenant('Northwind (Pty) Ltd')
  await connectXero(beside, tenant.tenantId)
  await send(admin, 'PATCH', '/api/configuration/xero', () => xeroMapping(xero.books(tenant.tenantId)))
  await send(admin, 'POST', '/api/accountcodes/sync')
  await send(admin, 'POST', '/api/xero/documents/earlier', () => ({ start: '2020-01-01' }))
  const client = (await expectOk(admin.post('/api/clients', { name: 'Namesake' }))).id
  const ContactID = crypto.randomUUID()
  xero.books(tenant.tenantId).Contacts.push({ ContactID, Name: 'NAMESAKE', ContactStatus: 'ACTIVE' })
  const { number } = await issueInvoice(office, 41, undefined, { client })
  const entry = async () =>
    (await admin.get('/api/xero/documents?take=500')).body.data.find(
      (one: { number: string }) => one.number === number,
    )
  const refused = async () => {
    await beside.services.background.run('xero')
    return (await entry()).state === 'refused'
  }
  await eventually(refused, true)
  await send(admin, 'POST', `/api/xero/documents/${(await entry()).id}/send`)
  await eventually(refused, true)
  await send(admin, 'POST', `/api/xero/documents/${(await entry()).id}/contact`, () => ({
    contactid: ContactID,
  }))
  await beside.stop()
  await marss.stop(true)
  payfast.stop()
  xero.stop()
  expect(different).toEqual([])
})

test('so do those of who is signed in and may belong to no account yet', async () => {
  const { different, send } = twice()
  const { operator } = server
  const { agent } = server.people
  const [joined, declined, asked] = await Promise.all(
    ['Sixth', 'Seventh', 'Eighth'].map(async (name) => {
      const account = { name, primaryemail: `owner@${name.toLowerCase()}.test` }
      return (await expectOk(operator.post('/api/backoffice/account', account))).id
    }),
  )
  for (const accountid of [joined, declined])
    await expectOk(operator.post('/api/backoffice/seats', { accountid, email: 'agent@first.test' }))
  await send(agent, 'POST', `/api/account/link/${asked}`)
  await send(agent, 'DELETE', `/api/account/invitations/${declined}`)
  await send(agent, 'POST', `/api/account/invitations/${joined}`)
  const headers = { 'idempotency-key': 'an-own-account' }
  const body = { name: 'Own signs', trade: 'signs' }
  const create = () => agent.call('POST', '/api/account', body, headers)
  reached.add('POST /api/account')
  // The session that each answer opens is another.
  const [first, again] = [await create(), await create()].map(({ body: { data } }) => {
    const { replacelogin, ...account } = data
    return { ...account, opens: Object.keys(replacelogin) }
  })
  expect(again).toEqual(first)
  expect(first.start).toStartWith('/jobs/signs/')
  expect(different).toEqual([])
})

/** The specification has it refuse always. */
const alwaysRefused = ['DELETE /api/locations/:id']
/** A key is a person's, and these are asked by nobody yet. */
const ofStrangers = [
  ...['authenticate', 'confirmemail', 'confirmpasswordreset', 'passwordreset', 'register', 'renew'].map(
    (name) => `POST /api/auth/${name}`,
  ),
  'POST /api/cctransactions/payfast/notify',
]

test('none is left out: what is refused at first says nothing of its second answer', () => {
  const others = allChanging.map(routeLabel).filter((label) => !reached.has(label))
  expect(others.toSorted()).toEqual([...alwaysRefused, ...ofStrangers].toSorted())
})
