import { afterAll, beforeAll, expect, test } from 'bun:test'
import { boards } from '#db/schema/tenant/index.ts'
import { insert } from '#server/records.ts'
import { expectOk, expectRefused, htmxRequest } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let workshop: string
let field: string
beforeAll(async () => {
  server = await startTestServer()
  const board = (name: string) =>
    server.services.tenants.write(server.accountid, { userid: null, name: '' }, (tx) =>
      insert(tx, boards, { name, slug: name.toLowerCase() }),
    )
  workshop = (await board('Workshop')).id
  field = (await board('Field')).id
})
afterAll(() => server.stop())

test('a worker has boards, and a board its workers who are not archived', async () => {
  const { admin } = server.people
  const sipho = await expectOk(
    admin.post('/api/workers', { name: 'Sipho', rate: '350,50', boards: [workshop, field] }),
  )
  expect(sipho).toMatchObject({ rate: 350.5, boards: [{ name: 'Field' }, { name: 'Workshop' }] })
  const anna = await expectOk(admin.post('/api/workers', { name: 'Anna', boards: [workshop] }))
  const names = async (board: string) =>
    (await expectOk(admin.get(`/api/workers/board/${board}`))).map(({ name }: { name: string }) => name)
  expect(await names(workshop)).toEqual(['Anna', 'Sipho'])
  expect(await names(field)).toEqual(['Sipho'])
  await expectOk(admin.delete(`/api/workers/${anna.id}`))
  expect(await names(workshop)).toEqual(['Sipho'])
  expect((await server.other.get(`/api/workers/board/${workshop}`)).status).toBe(404)
})

test('boards are told by name in history, count as a change, and none can be left', async () => {
  const { admin } = server.people
  const made = await expectOk(admin.post('/api/workers', { name: 'Pieter', boards: [workshop] }))
  const changed = await expectOk(admin.patch(`/api/workers/${made.id}`, { boards: [field], version: 1 }))
  expect(changed.version).toBe(2)
  const [entry] = await expectOk(admin.get(`/api/workers/${made.id}/history`))
  expect(entry).toMatchObject({ field: 'boards', oldvalue: 'Workshop', newvalue: 'Field' })
  expect((await admin.patch(`/api/workers/${made.id}`, { boards: [], version: 1 })).status).toBe(409)
  expect((await expectOk(admin.patch(`/api/workers/${made.id}`, { name: 'Piet' }))).boards.length).toBe(1)
  const form = await htmxRequest(server, admin, 'PATCH', `/admin/workers/${made.id}`, {
    name: 'Piet',
    boards: '',
  })
  expect(form.status).toBe(200)
  expect((await expectOk(admin.get(`/api/workers/${made.id}`))).boards).toEqual([])
})

test('a new worker who signs in as nobody is said to need an invitation, which is filled in from them', async () => {
  const { admin } = server.people
  const add = async (fields: Record<string, string>) =>
    (await htmxRequest(server, admin, 'POST', '/admin/workers', fields)).trigger.snackbar
  const { message, link } = await add({
    name: 'Thabo van Wyk',
    email: 'thabo@work.test',
    phone: '082 555 0101',
  })
  expect(message).toBe('Thabo van Wyk added. They cannot sign in until they are invited under Users.')
  expect(message).toContain(link.words)
  const { text } = await admin.get(link.href)
  const value = (name: string) => new RegExp(`<input[^>]* name="${name}"[^>]*>`).exec(text)?.[0]
  expect(value('email')).toContain('value="thabo@work.test"')
  expect(value('firstname')).toContain('value="Thabo"')
  expect(value('lastname')).toContain('value="van Wyk"')
  expect(text).toMatch(/<option[^>]* selected=""[^>]*>Thabo van Wyk</)
  const invites = async (id: string) =>
    (await htmxRequest(server, admin, 'GET', `/admin/workers/${id}`)).html.includes(
      `href="/admin/users/new?worker=${id}"`,
    )
  expect(await invites(link.href.split('worker=')[1])).toBe(true)
  const { id: userid } = await expectOk(admin.get('/api/users/myself'))
  const own = await add({ name: 'Own', userid })
  expect(own.message).toBe('Own added')
  expect(own.link).toBeUndefined()
  const [found] = await expectOk(admin.get('/api/workers?search=Own'))
  expect(await invites(found.id)).toBe(false)
})

test('a form with several boards ticked keeps them all', async () => {
  const { admin } = server.people
  const { id } = await expectOk(admin.post('/api/workers', { name: 'Zodwa' }))
  await htmxRequest(server, admin, 'PATCH', `/admin/workers/${id}`, [
    ['name', 'Zodwa'],
    ['boards', ''],
    ['boards', workshop],
    ['boards', field],
  ])
  expect((await expectOk(admin.get(`/api/workers/${id}`))).boards.length).toBe(2)
})

test('refuses unknown boards and people, and one person twice', async () => {
  const { admin } = server.people
  const { userid } = server.people.jobs
  expect((await expectOk(admin.post('/api/workers', { name: 'One', userid }))).userid).toEqual({
    id: userid,
    name: 'jobs Tester',
  })
  expect(await expectRefused(admin.post('/api/workers', { name: 'Two', userid }))).toEqual(['userid'])
  expect(
    await expectRefused(admin.post('/api/workers', { name: 'Two', userid: server.other.userid })),
  ).toEqual(['userid'])
  expect(await expectRefused(admin.post('/api/workers', { name: 'Two', boards: [userid] }))).toEqual([
    'boards',
  ])
  expect(await expectRefused(admin.post('/api/workers', { name: 'Two', rate: '-1' }))).toEqual(['rate'])
})
