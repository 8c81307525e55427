import { afterAll, beforeAll, expect, test } from 'bun:test'
import { expectOk, expectRefused, htmxRequest } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let client: string
let office: string
const url = '/api/locations'
beforeAll(async () => {
  server = await startTestServer()
  const { admin } = server.people
  client = (await expectOk(admin.post('/api/clients', { name: 'Around the Horn' }))).id
  office = (await expectOk(admin.post(url, { name: 'Head office', client, city: 'Cape Town' }))).id
})
afterAll(() => server.stop())

test('reads back who it belongs to and who is responsible, by name', async () => {
  const { admin } = server.people
  const { userid } = server.people.operations
  const made = await expectOk(admin.patch(`${url}/${office}`, { responsibilityid: userid }))
  expect(made).toMatchObject({
    client: { id: client, name: 'Around the Horn' },
    responsibilityid: userid,
    responsibilityname: 'operations Tester',
    version: 2,
  })
})

test('lists by search, client, sort and page; finds by exact name', async () => {
  const { admin } = server.people
  await expectOk(admin.post(url, { name: 'Warehouse 50%/A', contactname: 'Zanele' }))
  await expectOk(admin.post(url, { name: 'annex' }))
  const names = async (query: string) =>
    (await expectOk(admin.get(`${url}?${query}`))).map(({ name }: { name: string }) => name)
  expect(await names('')).toEqual(['annex', 'Head office', 'Warehouse 50%/A'])
  expect(await names('sort=-name&take=1')).toEqual(['Warehouse 50%/A'])
  expect(await names('search=zanele')).toEqual(['Warehouse 50%/A'])
  expect(await names('search=around')).toEqual(['Head office'])
  expect(await names('search=cape%20around')).toEqual(['Head office'])
  expect(await names('search=%25')).toEqual(['Warehouse 50%/A'])
  expect(await names(`client=${client}`)).toEqual(['Head office'])
  const found = await expectOk(admin.get(`${url}/name/${encodeURIComponent('Warehouse 50%/A')}`))
  expect(found.length).toBe(1)
  expect((await admin.get(`${url}/client/${client}`)).body.total).toBe(1)
})

test('a place cannot be part of itself, however far down', async () => {
  const { admin } = server.people
  const floor = await expectOk(admin.post(url, { name: 'Floor', parent: office }))
  const room = await expectOk(admin.post(url, { name: 'Room', parent: floor.id }))
  expect(room.parent).toEqual({ id: floor.id, name: 'Floor' })
  const { html: file } = await htmxRequest(
    server,
    admin,
    'GET',
    '/admin/locations/export?format=csv&search=room',
  )
  expect(file).toMatch(/Room;[^;]*;Floor;/)
  expect(
    (await expectOk(admin.get(`${url}/${office}/sublocations`))).map(({ name }: { name: string }) => name),
  ).toEqual(['Floor'])
  for (const parent of [office, floor.id, room.id])
    expect(await expectRefused(admin.patch(`${url}/${office}`, { parent }))).toEqual(['parent'])
})

test('refuses by name', async () => {
  const { admin } = server.people
  expect(await expectRefused(admin.post(url, {}))).toEqual(['name'])
  expect(await expectRefused(admin.post(url, { name: ' ' }))).toEqual(['name'])
  expect(await expectRefused(admin.post(url, { name: 'x', colour: 'red' }))).toEqual(['colour'])
  expect(await expectRefused(admin.post(url, { name: 'x', contactemail: 'nope' }))).toEqual(['contactemail'])
  expect(await expectRefused(admin.post(url, { name: 'x', client: office }))).toEqual(['client'])
  expect(await expectRefused(admin.post(url, { name: 'x', responsibilityid: server.other.userid }))).toEqual([
    'responsibilityid',
  ])
})

test('a save on top of somebody else’s gets what stands now, in the dialog with both values', async () => {
  const { admin } = server.people
  const { version } = await expectOk(admin.patch(`${url}/${office}`, { city: 'Durban' }))
  const { status, body } = await admin.patch(`${url}/${office}`, { city: 'Mine', version: version - 1 })
  expect([status, body.data.city, body.data.client]).toEqual([
    409,
    'Durban',
    { id: client, name: 'Around the Horn' },
  ])
  const form = await htmxRequest(server, admin, 'PATCH', `/admin/lc/${office}`, {
    city: 'Mine',
    version: String(version - 1),
  })
  expect(form.status).toBe(409)
  expect(form.html).toContain('<li data-field="city">Now saved: Durban</li>')
})

test('removing is not implemented, archiving and restoring are', async () => {
  const { admin } = server.people
  const { status, body } = await admin.delete(`${url}/${office}`)
  expect([status, body.message]).toEqual([400, 'Not Yet Implemented'])
  const gone = await htmxRequest(server, admin, 'POST', `/admin/lc/${office}/archive`)
  expect((await admin.get(url)).body.data.map(({ id }: { id: string }) => id)).not.toContain(office)
  await htmxRequest(server, admin, 'POST', gone.trigger.snackbar.undo.url)
  expect((await expectOk(admin.get(`${url}/${office}`))).archived).toBe(false)
})

test('stakeholders are linked once, must hold the role, and history tells of them', async () => {
  const { admin, stakeholder, agent } = server.people
  const link = `${url}/stakeholder/${office}/${stakeholder.userid}`
  expect(await expectOk(admin.post(link))).toMatchObject([
    { id: stakeholder.userid, firstname: 'stakeholder' },
  ])
  const again = await admin.post(link)
  expect([again.status, again.body.message]).toEqual([
    409,
    'stakeholder Tester is already linked to this location',
  ])
  expect(await expectRefused(admin.post(`${url}/stakeholder/${office}/${agent.userid}`))).toEqual(['userid'])
  expect((await expectOk(admin.get(`${url}/stakeholders/${office}`))).length).toBe(1)
  expect(await expectOk(admin.delete(link))).toEqual([])
  expect((await admin.delete(link)).status).toBe(404)
  const history = await expectOk(admin.get(`${url}/${office}/history`))
  expect(history.slice(0, 2)).toMatchObject([
    { field: 'stakeholder', oldvalue: 'stakeholder Tester', newvalue: '' },
    { field: 'stakeholder', oldvalue: '', newvalue: 'stakeholder Tester' },
  ])
})

test('the dialog’s own button links a stakeholder, whatever else stands in the form', async () => {
  const { admin, stakeholder } = server.people
  const path = `/admin/lc/${office}/stakeholders`
  const { status, html } = await htmxRequest(server, admin, 'POST', path, {
    userid: stakeholder.userid,
    name: 'Head office',
  })
  expect(status).toBe(200)
  expect(html).toContain('stakeholder Tester')
  expect((await htmxRequest(server, admin, 'DELETE', `${path}/${stakeholder.userid}`)).html).toContain(
    'Nobody follows this location yet.',
  )
})

test('stays inside its account and its claims', async () => {
  const { people, other } = server
  for (const path of [
    `${url}/${office}`,
    `${url}/${office}/history`,
    `${url}/${office}/sublocations`,
    `${url}/stakeholders/${office}`,
  ])
    expect((await other.get(path)).status, path).toBe(404)
  expect((await other.patch(`${url}/${office}`, { name: 'x' })).status).toBe(404)
  expect((await other.post(`${url}/stakeholder/${office}/${other.userid}`)).status).toBe(404)
  expect((await htmxRequest(server, other, 'GET', `/admin/lc/${office}`)).status).toBe(404)
  expect((await people.stakeholder.get(url)).status).toBe(403)
  expect((await people.jobs.post(url, { name: 'x' })).status).toBe(403)
})

test('an archived client stays where it was chosen when the dialog is saved', async () => {
  const { admin } = server.people
  await expectOk(admin.delete(`/api/clients/${client}`))
  const { html } = await htmxRequest(server, admin, 'GET', `/admin/lc/${office}`)
  expect(html).toContain(`data-shown="Around the Horn" name="client" value="${client}"`)
})

test('a form does not decide the id of the location that it makes', async () => {
  const { admin } = server.people
  const form = { name: 'Elsewhere', id: Bun.randomUUIDv7() }
  expect((await htmxRequest(server, admin, 'POST', '/admin/locations', form)).status).toBe(422)
  expect((await expectOk(admin.get(`${url}?search=Elsewhere`))).length).toBe(0)
})
