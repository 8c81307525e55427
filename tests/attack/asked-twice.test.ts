import { afterAll, beforeAll, expect, test } from 'bun:test'
import { routes } from '#server/app.ts'
import { acceptInvitations } from '#tests/people/users-support.ts'
import {
  type Answer,
  type Client,
  PASSWORD,
  startTestServer,
  type TestServer,
} from '#tests/support/server.ts'
import { createJobFixtures, type JobFixtures } from '#tests/work/jobs-support.ts'
import { routeLabel } from './support.ts'

let server: TestServer
let shop: JobFixtures
beforeAll(async () => {
  server = await startTestServer()
  shop = await createJobFixtures(server)
})
afterAll(() => server.stop())

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

/** Sends each request twice under one key, and names the calls whose second answer is another. */
function twice() {
  const different: string[] = []
  const reached = new Set<string>()
  const send = async (who: Client, method: string, path: string, body?: () => unknown) => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const once = (): Promise<Answer> => who.call(method, path, body?.(), headers)
    const [first, again] = [await once(), await once()]
    if (first.status >= 300) throw new Error(`${method} ${path}: ${first.status} ${first.text}`)
    const route = routes.find((one) => one.method === method && one.kind === 'api' && matches(one.path, path))
    if (route) reached.add(routeLabel(route))
    if (again.status !== first.status || again.text !== first.text)
      different.push(
        `${method} ${path}: ${first.text.slice(0, 120)} then ${again.status} ${again.text.slice(0, 120)}`,
      )
    return first.body.data
  }
  return { different, reached, send }
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
  const organisation = await send(admin, 'POST', '/api/organisations', () => ({
    name: 'Joinery',
    flagdefault: true,
  }))
  await send(admin, 'POST', `/api/organisations/${organisation.id}/logo`, picture)
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
  await send(admin, 'POST', '/api/jobs/reorder', () => ({ jobid: job.id, lane: 3, confirmed: true }))
  await send(admin, 'PATCH', `/api/jobs/${job.id}`, () => ({ status: 4, confirmed: true }))
  const asked = () => ({ jobid: job.id })
  const spare = await send(admin, 'POST', '/api/invoices', asked)
  await send(admin, 'DELETE', `/api/invoices/${spare.id}`)
  const invoice = await send(admin, 'POST', '/api/invoices', asked)
  await send(admin, 'POST', `/api/invoices/${invoice.id}/issue`)
  const paid = await send(admin, 'POST', `/api/invoices/${invoice.id}/payments`, () => ({ amount: '50,00' }))
  await send(admin, 'DELETE', `/api/invoices/${invoice.id}/payments/${paid.payments[0].id}`)
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
