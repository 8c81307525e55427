import { afterAll, beforeAll, expect, test } from 'bun:test'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const form = (values: Record<string, string>) => new URLSearchParams(values)

test('a board is made, permitted per role, moved up and archived from its page', async () => {
  const { admin } = server.people
  for (const name of ['Workshop', 'Field']) {
    const made = await admin.call('POST', '/customise/boards', form({ name }), { 'hx-request': 'true' })
    expect(made.headers.get('hx-trigger')).toContain(`${name} added`)
  }
  const [workshop, field] = (await admin.get('/api/boards')).body.data
  const agent = `role:${server.roleids.Agent}`
  const saved = await admin.call(
    'PATCH',
    `/customise/boards/${field.id}`,
    form({ name: 'Field work', version: '1', [agent]: 'none' }),
  )
  expect(saved.status).toBe(200)
  expect(
    (await server.people.agent.get('/api/boards')).body.data.map((one: { name: string }) => one.name),
  ).toEqual(['Workshop'])
  await admin.call('POST', `/customise/boards/${field.id}/up`)
  expect((await admin.get('/api/boards')).body.data.map((one: { id: string }) => one.id)).toEqual([
    field.id,
    workshop.id,
  ])
  await admin.call('POST', `/customise/boards/${workshop.id}/archive`)
  expect((await admin.get('/api/boards')).body.total).toBe(1)
})

test('an older form of a board is refused beside its fields, permissions too, and puts nothing back', async () => {
  const { admin } = server.people
  const { id } = (await admin.post('/api/boards', { name: 'Yard' })).body.data
  const agent = `role:${server.roleids.Agent}`
  const patch = (values: Record<string, string>) =>
    admin.call('PATCH', `/customise/boards/${id}`, form(values), { 'hx-request': 'true' })
  expect((await patch({ name: 'Yard', version: '1', [agent]: 'see' })).status).toBe(200)
  const late = await patch({ name: 'Court', version: '1', [agent]: '' })
  expect(late.status).toBe(409)
  const beside = [...late.text.matchAll(/data-field="([^"]+)"[^>]*>([^<]+)/g)].map(([, name, text]) => [
    name,
    text,
  ])
  expect(Object.fromEntries(beside)).toEqual({
    name: 'Now saved: Yard',
    [agent]: 'Now saved: See',
    version: '2',
  })
  const permissions = (await admin.get(`/api/boards/permissions/${id}`)).body.data
  const ofAgent = permissions.find((row: { role: { id: string } }) => agent.endsWith(row.role.id))
  expect(ofAgent.permission).toBe('see')
  const call = await admin.patch(`/api/boards/${id}`, { name: 'Court', version: 1 })
  expect([call.status, call.body.data]).toEqual([409, (await admin.get(`/api/boards/${id}`)).body.data])
  await admin.delete(`/api/boards/${id}`)
})

test('a wrong permission and a name in use are refused by name', async () => {
  const { admin } = server.people
  const [board] = (await admin.get('/api/boards')).body.data
  const wrong = await admin.call(
    'PATCH',
    `/customise/boards/${board.id}`,
    form({ name: 'X', [`role:${server.roleids.Agent}`]: 'everything' }),
    { 'hx-request': 'true' },
  )
  expect(wrong.status).toBe(422)
  const taken = await admin.call('POST', '/customise/boards', form({ name: board.name }), {
    'hx-request': 'true',
  })
  expect(taken.status).toBe(422)
  expect(taken.text).toContain('data-field="name"')
})

test('a job is taxed by the organisation of its board, as its papers are', async () => {
  const { admin } = server.people
  const made = async (path: string, body: object) => (await admin.post(path, body)).body.data.id as string
  const vendor = { vat: 15, vatnumber: '4123456789' }
  await made('/api/organisations', { name: 'No vendor', flagdefault: true })
  const organisation = await made('/api/organisations', { name: 'Vendor', ...vendor })
  const boardid = await made('/api/boards', { name: 'Taxed', organisation })
  const jobid = await made('/api/jobs', { boardid, description: 'Gate' })
  const line = { jobid, inventoryid: null, role: 4, description: 'Gate', estimated: 1, linerate: 100 }
  expect((await admin.post('/api/materials', line)).status).toBe(200)
  expect((await admin.get(`/api/jobs/${jobid}/totals`)).body.data.quoted).toEqual({
    net: 100,
    vat: 15,
    total: 115,
  })
})
