import { afterAll, beforeAll, expect, test } from 'bun:test'
import { randomUUIDv7 } from 'bun'
import { prepared } from '#db/sqlite.ts'
import { routes } from '#server/app.ts'
import { createSignedInPerson } from '#tests/people/users-support.ts'
import { expectOk } from '#tests/support/answers.ts'
import { fillWithSentinels, type SentinelValues } from '#tests/support/sentinels.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { upload } from '#tests/work/documents-support.ts'
import { addressOf, routeLabel, type Schema } from './support.ts'

// Whoever makes a record may name its id: it must not be one by which something else is found.

let server: TestServer
let filled: SentinelValues
beforeAll(async () => {
  server = await startTestServer()
  filled = await fillWithSentinels(server.services.tenants, server.accountid)
})
afterAll(() => server.stop())

/** Their body has an `id`, by which its record will be found. */
const creates = () =>
  routes.filter(
    ({ kind, method, schemas, claim }) =>
      kind === 'api' &&
      method === 'POST' &&
      claim !== null &&
      'id' in ((schemas.body as Schema | undefined)?.properties ?? {}),
  )

/** What each of them takes beside an id, as often as it is asked. */
const goodBodies = (n: string, category: string): Record<string, object> => ({
  'POST /api/accountcodes': { type: 1, code: n, description: n },
  'POST /api/divisions': { name: n },
  'POST /api/organisations': { name: n, prefix: n.slice(-8) },
  'POST /api/auth/roles': { name: n },
  'POST /api/categories': { name: n },
  'POST /api/categories/fields': { category, label: n, typeid: 1 },
  'POST /api/inventory': { code: n, materialname: n },
  'POST /api/units': { inventoryid: filled.inventory, name: n, ratiotobase: 2 },
  'POST /api/pricing/groups': { name: n },
  'POST /api/steps': { category, name: n, instruction: n, lane: 2 },
  'POST /api/storage': { name: n },
  'POST /api/equipment': { name: n, barcode: n },
  'POST /api/clients': { name: n },
  'POST /api/suppliers/contact': { supplier: filled.suppliers, name: n },
  'POST /api/suppliers': { name: n },
  'POST /api/locations': { name: n },
  'POST /api/workers': { name: n },
  'POST /api/assertions': { kind: 'client', lane: 2 },
  'POST /api/boards': { name: n },
  'POST /api/views': { list: '/invoices', name: n, query: '' },
  'POST /api/jobs': { boardid: filled.boards, description: n },
  'POST /api/reportschedules': { name: n, report: 'debtors' },
  'POST /api/webhooks': { name: n, url: 'https://hooks.example.co.za/in', kinds: ['job.changed'] },
})

/** Whose `id` names no record that is to be made. */
const named: Record<string, string> = {
  'POST /api/account/switch': 'the account that is opened',
  'POST /api/backoffice/account': 'the account that is changed',
  'POST /api/users': 'nothing: a person of several accounts has one id, which the program gives',
}

const kinds = ['clients', 'locations', 'suppliers', 'jobs', 'inventory', 'equipment', 'invoices', 'notes']

test('an id that any kind of record has makes no other record', async () => {
  const { admin } = server.people
  const count = (table: string) =>
    server.services.tenants.read(server.accountid, (db) =>
      prepared<{ n: number }>(db, `SELECT count(*) AS n FROM "${table}" WHERE id = ?`),
    )
  const ids = kinds.filter((kind) => kind in filled).map((kind) => [kind, filled[kind] as string] as const)
  expect(ids.length).toBeGreaterThan(5)
  const category = (await expectOk(admin.post('/api/categories', { name: 'Works', jobcategory: true }))).id
  const wrong: string[] = []
  for (const route of creates().filter((route) => !(routeLabel(route) in named))) {
    const path = addressOf(route, filled)
    const create = (id: string) => {
      const bodies = goodBodies(`x${randomUUIDv7()}`, category)
      return admin.post(path, { ...bodies[routeLabel(route)], id })
    }
    const free = randomUUIDv7()
    const made = await create(free)
    if (made.status !== 200) wrong.push(`${routeLabel(route)} with a free id: ${made.status} ${made.text}`)
    for (const [kind, id] of [...ids, ['its own', free] as const]) {
      const { status, body } = await create(id)
      if (status !== 409 || body.code !== 'exists')
        wrong.push(`${routeLabel(route)} with the id of ${kind}: ${status} ${body.message}`)
    }
  }
  expect(wrong).toEqual([])
  expect(count('clients').get([filled.clients as string])?.n).toBe(1)
})

test('nobody chooses the id of a person', async () => {
  const { admin, jobs } = server.people
  for (const id of [randomUUIDv7(), filled.clients, jobs.userid]) {
    const email = `${randomUUIDv7()}@first.test`
    const made = await expectOk(admin.post('/api/users', { id, email, roles: [server.roleids.Agent] }))
    expect(made.id).not.toBe(id)
  }
})

test.each([
  ['/api/clients', { name: 'Twice' }],
  ['/api/suppliers', { name: 'Twice' }],
  ['/api/locations', { name: 'Twice' }],
  ['/api/divisions', { name: 'Twice' }],
  ['/api/workers', { name: 'Twice' }],
])('%s refuses the id of another kind in words', async (path, body) => {
  const { admin } = server.people
  const name = `${body.name} ${path}`
  const { id } = await expectOk(admin.post('/api/storage', { name }))
  const { status, body: answer } = await admin.post(path, { name, id })
  expect([status, answer.code]).toEqual([409, 'exists'])
  const free = randomUUIDv7()
  expect((await expectOk(admin.post(path, { name, id: free }))).id).toBe(free)
})

test('a job refuses it too', async () => {
  const { admin } = server.people
  const client = await expectOk(admin.post('/api/clients', { name: 'Holder' }))
  const boards = await expectOk(admin.get('/api/boards'))
  const answer = await admin.post('/api/jobs', { id: client.id, boardid: boards[0].id })
  expect([answer.status, answer.body.code]).toEqual([409, 'exists'])
})

test('files are opened by the kind of their record: a record of the same id in another table opens nothing', async () => {
  const { admin } = server.people
  const client = await expectOk(admin.post('/api/clients', { name: 'With files' }))
  const file = await upload(admin, 'secret words', 'a.txt', { filename: 'A', referenceid: client.id })
  const document = file.body.data.id as string
  const role = await expectOk(admin.post('/api/auth/roles', { name: 'Mover' }))
  for (const claim of ['locations.read', 'locations.write', 'documents.read'])
    await expectOk(admin.post('/api/auth/roles/claims', { roleid: role.id, claim }))
  server.roleids.Mover = role.id
  const mover = await createSignedInPerson(server, 'mover@first.test', 'Mover')
  // As an older release let one be made.
  await server.services.tenants.write(
    server.accountid,
    { userid: admin.userid, name: 'a' },
    ({ db, now }) => {
      prepared(
        db,
        'INSERT INTO locations (id, version, archived, createdutc, updatedutc, name) VALUES (?1, 1, 0, ?2, ?2, ?3)',
      ).run([client.id, now, 'Fake'])
    },
  )
  expect((await mover.get(`/api/documents/download/${document}`)).status).toBe(404)
  expect((await mover.get(`/api/documents/thumb/${document}`)).status).toBe(404)
  const listed = await mover.get(`/api/documents/reference/${client.id}`)
  expect(listed.text).not.toContain(document)
  const panel = await mover.get(`/documents/panel/locations/${client.id}`)
  expect(panel.text).not.toContain(document)
})
