import { afterAll, beforeAll, expect, test } from 'bun:test'
import { prepared } from '#db/sqlite.ts'
import { expectOk, htmxRequest } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { confirmInvitation, findPersonByEmail, mailsTo, setPaidSeats } from './users-support.ts'

// Without a mail server a colleague would wait for their invitation for ever.

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await setPaidSeats(server, 50)
})
afterAll(() => server.stop())

const PASSWORD = 'a good long passw0rd'
const invite = async (email: string): Promise<string> =>
  (await expectOk(server.operator.post('/api/users', { email }))).id
const newLink = async (id: string): Promise<string> =>
  (await expectOk(server.operator.post(`/api/users/${id}/invitationlink`))).link
const signIn = (userName: string) =>
  server.people.admin.post('/api/auth/authenticate', { userName, password: PASSWORD })

test('whoever runs the installation hands over a link, by which the invited choose their password', async () => {
  const email = 'thandi@new.test'
  const link = await newLink(await invite(email))
  expect(link).toStartWith(`${server.url}/invitation/`)
  // As links were written that are out already.
  const old = await fetch(link.replace('/invitation/', '/confirmpasswordreset/'))
  expect([old.status, (await old.text()).includes('Accept and come in')]).toEqual([200, true])
  await confirmInvitation(server, link, PASSWORD)
  expect((await signIn(email)).status).toBe(200)
})

test('who is about to invite reads that a link is shown, since no mail goes out', async () => {
  const { html } = await htmxRequest(server, server.operator, 'GET', '/admin/users/new')
  expect(html).toContain('a link to hand over is shown')
  expect(html).not.toContain('An invitation goes to the address')
})

test('who may not hand a link over reads that the invitation waits, and for whom', async () => {
  const { admin } = server.people
  const shown = async () => (await htmxRequest(server, admin, 'GET', '/admin/users/new')).html
  const waits = 'The invitation waits until whoever runs this installation sets a mail server.'
  expect(await shown()).toContain(waits)
  expect(await shown()).not.toContain('An invitation goes to the address')
  // Its own server may not carry what lets somebody choose a password.
  await expectOk(admin.patch('/api/account', { smtpserver: 'mail.first.test' }))
  expect(await shown()).toContain(waits)
  await expectOk(admin.patch('/api/account', { smtpserver: '' }))
})

test('each link ends the one before, and the page shows it to copy', async () => {
  const id = await invite('sipho@new.test')
  const [first, second] = [await newLink(id), await newLink(id)]
  expect(second).not.toBe(first)
  const shown = await htmxRequest(server, server.operator, 'POST', `/admin/users/${id}/invitationlink`, {})
  expect(shown.html).toContain(`value="${server.url}/invitation/${id}?t=`)
  for (const ended of [first, second]) await confirmInvitation(server, ended, PASSWORD).catch(() => {})
  expect((await signIn('sipho@new.test')).status).toBe(401)
})

test('a link is made once for the same request, and never for who may only manage people', async () => {
  const id = await invite('lerato@new.test')
  const key = { 'idempotency-key': 'link' }
  const again = () => server.operator.call('POST', `/api/users/${id}/invitationlink`, {}, key)
  expect((await again()).body.data.link).toBeString()
  expect((await again()).body.data.link).toBeUndefined()
  const { admin } = server.people
  const own = (await expectOk(admin.post('/api/users', { email: 'zola@new.test' }))).id
  expect((await admin.post(`/api/users/${own}/invitationlink`)).status).toBe(403)
  expect(mailsTo(server, 'zola@new.test').length).toBe(1)
})

test('a form without a role is refused, and one with a worker makes them one person', async () => {
  const { admin } = server.people
  const asked = (fields: Record<string, string>) => htmxRequest(server, admin, 'POST', '/admin/users', fields)
  expect((await asked({ email: 'none@new.test' })).html).toContain('Choose at least one role.')
  const worker = await expectOk(admin.post('/api/workers', { name: 'Busi Dube', email: 'Busi@new.test' }))
  const email = 'busi@new.test'
  const invited = await asked({ email, roles: server.roleids.Jobs ?? '', worker: 'match' })
  expect(JSON.stringify(invited.trigger)).toContain('They are the worker Busi Dube.')
  const { id } = await findPersonByEmail(server, email)
  expect((await expectOk(admin.get(`/api/workers/${worker.id}`))).userid.id).toBe(id)
  expect((await htmxRequest(server, admin, 'GET', `/admin/users/${id}`)).html).toContain(
    `<option value="${worker.id}" selected=""`,
  )
  const other = await expectOk(admin.post('/api/users', { email: 'other@new.test', worker: 'new' }))
  const found = await expectOk(admin.get('/api/workers?search=other@new.test'))
  expect(found).toMatchObject([{ userid: { id: other.id } }])
  const taken = await admin.post('/api/users', { email: 'third@new.test', worker: worker.id })
  expect([taken.status, taken.body.fields.worker]).toEqual([400, expect.stringContaining('somebody else')])
  expect(await findPersonByEmail(server, 'third@new.test')).toBeUndefined()
})

test('who is invited to work on steps is a worker at once, on the boards that name theirs', async () => {
  const { admin } = server.people
  const add = async (path: string, body: object) => (await expectOk(admin.post(path, body))).id as string
  const workshop = await add('/api/boards', { name: 'Workshop' })
  await add('/api/boards', { name: 'For all' })
  await add('/api/workers', { name: 'Piet', boards: [workshop] })
  const invite = (name: string, role: string, more = {}) =>
    add('/api/users', { email: `${name}@team.test`, roles: [server.roleids[role]], ...more })
  const workerOf = async (name: string) =>
    (await expectOk(admin.get(`/api/workers?search=${name}@team.test`)))[0]
  const thabo = await invite('thabo', 'Jobs', { firstname: 'Thabo' })
  expect(await workerOf('thabo')).toMatchObject({
    name: 'Thabo',
    userid: { id: thabo },
    boards: [{ id: workshop }],
  })
  await invite('client', 'StakeHolder')
  await invite('nobody', 'Jobs', { worker: '' })
  await invite('bookkeeper', 'Management')
  const others = ['client', 'nobody', 'bookkeeper']
  expect(await Promise.all(others.map(workerOf))).toEqual(others.map(() => undefined))
})

test('the only business of an installation is given the link at once, and the invited read who asks them', async () => {
  const { admin } = server.people
  await server.services.platform.write(({ db }) => {
    prepared(db, "UPDATE accounts SET platformowner = 1 WHERE name = 'Other'").run()
  })
  const phone = '082 555 0100'
  const fields = { email: 'nomsa@new.test', phone, roles: server.roleids.Jobs ?? '', worker: '' }
  const { html } = await htmxRequest(server, admin, 'POST', '/admin/users', fields)
  const link = /value="(http[^"]+invitation[^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''
  expect(html).toContain('https://wa.me/27825550100?text=')
  // They may have installed it themselves.
  expect(html).toContain('JOBLANE_URL=https://jobs.example.co.za')
  const page = async (url: string) => (await fetch(url)).text()
  const shown = await page(link)
  expect(shown).toContain('admin Tester invites you to First')
  expect(shown).toContain('Accept and come in')
  expect(await page(link.replace(/t=.*/, 't=wrong'))).not.toContain('invites you')
  await confirmInvitation(server, link, PASSWORD)
  expect((await signIn('nomsa@new.test')).status).toBe(200)
  expect(await page(link)).not.toContain('invites you')
})
