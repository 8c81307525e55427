import { afterAll, beforeAll, expect, test } from 'bun:test'
import { randomUUIDv7 } from 'bun'
import { prepared } from '#db/sqlite.ts'
import { routes } from '#server/app.ts'
import { newcomer } from '#tests/people/users-support.ts'
import { good } from '#tests/support/answers.ts'
import { type Filled, fillWithSentinels } from '#tests/support/sentinels.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { upload } from '#tests/work/documents-support.ts'
import { addressOf, label, plausible, type Schema } from './support.ts'

// Whoever makes a record may name its id: it must not be one by which something else is found.

let server: TestServer
let filled: Filled
beforeAll(async () => {
  server = await startTestServer()
  filled = await fillWithSentinels(server.services.tenants, server.accountid)
})
afterAll(() => server.stop())

/** Of the records that a create may name: their body has an `id`, and a name or a board beside it. */
const creates = () =>
  routes.filter(
    ({ kind, method, schemas, claim }) =>
      kind === 'api' &&
      method === 'POST' &&
      claim !== null &&
      'id' in ((schemas.body as Schema | undefined)?.properties ?? {}),
  )

const kinds = ['clients', 'locations', 'suppliers', 'jobs', 'inventory', 'equipment', 'invoices', 'notes']

test('an id that any kind of record has makes no other record', async () => {
  const { admin } = server.people
  const count = (table: string) =>
    server.services.tenants.read(server.accountid, (db) =>
      prepared<{ n: number }>(db, `SELECT count(*) AS n FROM "${table}" WHERE id = ?`),
    )
  const ids = kinds.filter((kind) => kind in filled).map((kind) => [kind, filled[kind] as string] as const)
  expect(ids.length).toBeGreaterThan(5)
  const made: string[] = []
  for (const route of creates())
    for (const [kind, id] of ids) {
      const body = { ...plausible(route.schemas.body as Schema, filled), name: `x ${randomUUIDv7()}`, id }
      const { status } = await admin.post(addressOf(route, filled), body)
      if (status === 200) made.push(`${label(route)} with the id of ${kind}`)
    }
  expect(made).toEqual([])
  expect(count('clients').get([filled.clients as string])?.n).toBe(1)
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
  const { id } = await good(admin.post('/api/storage', { name }))
  const { status, body: answer } = await admin.post(path, { name, id })
  expect([status, answer.code]).toEqual([409, 'exists'])
  const free = randomUUIDv7()
  expect((await good(admin.post(path, { name, id: free }))).id).toBe(free)
})

test('a job refuses it too', async () => {
  const { admin } = server.people
  const client = await good(admin.post('/api/clients', { name: 'Holder' }))
  const boards = await good(admin.get('/api/boards'))
  const answer = await admin.post('/api/jobs', { id: client.id, boardid: boards[0].id })
  expect([answer.status, answer.body.code]).toEqual([409, 'exists'])
})

test('files are opened by the kind of their record: a record of the same id in another table opens nothing', async () => {
  const { admin } = server.people
  const client = await good(admin.post('/api/clients', { name: 'With files' }))
  const file = await upload(admin, 'secret words', 'a.txt', { filename: 'A', referenceid: client.id })
  const document = file.body.data.id as string
  const role = await good(admin.post('/api/auth/roles', { name: 'Mover' }))
  for (const claim of ['locations.read', 'locations.write', 'documents.read'])
    await good(admin.post('/api/auth/roles/claims', { roleid: role.id, claim }))
  server.roleids.Mover = role.id
  const mover = await newcomer(server, 'mover@first.test', 'Mover')
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
