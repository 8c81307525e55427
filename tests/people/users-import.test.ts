import { afterAll, beforeAll, expect, test } from 'bun:test'
import { expectOk } from '#tests/support/answers.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'
import { acceptAtOnce, mailsTo, setPaidSeats } from './users-support.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

function send(who: Client, path: string, csv: string, headers?: Record<string, string>) {
  const body = new FormData()
  body.append('file', new File([csv], 'sheet.csv'))
  return who.call('POST', `/api/users/${path}`, body, headers)
}

const people = async () => (await expectOk(server.people.admin.get('/api/users'))).length
const problems = async (answer: ReturnType<typeof send>) => {
  const { status, body } = await answer
  expect([status, body.code]).toEqual([400, 'import'])
  return body.data.problems.map(
    ({ line, column, sentence }: Record<string, string>) => `${line} ${column}: ${sentence}`,
  )
}

const sheet = `Email;FirstName;lastname;Roles
Piet@Yard.test;Piet;Botha;agent; jobs
anna@yard.test;Anna;;StakeHolder
agent@first.test;;;Agent,Jobs
jobs@first.test;;;
`.replace('agent; jobs', '"agent; jobs"')

test('a dry run says what would happen and changes nothing; the run then does it', async () => {
  const { admin, agent } = server.people
  const before = await people()
  const counts = { rows: 4, invited: 2, changed: 1, unchanged: 1 }
  expect(await expectOk(send(admin, 'import?dryrun=true', sheet))).toEqual({ dryrun: true, ...counts })
  expect([await people(), mailsTo(server, 'piet@yard.test')]).toEqual([before, []])
  expect(await expectOk(send(admin, 'import', sheet))).toEqual({ dryrun: false, ...counts })
  expect(await people()).toBe(before + 2)
  expect(mailsTo(server, 'piet@yard.test').length).toBe(1)
  const [piet] = await expectOk(admin.get('/api/users?search=piet'))
  expect(piet).toMatchObject({ name: 'Piet Botha', roles: [{ name: 'Agent' }, { name: 'Jobs' }] })
  expect((await expectOk(agent.get('/api/users/myself'))).roles).toEqual(['Agent', 'Jobs'])
  expect(await expectOk(send(admin, 'import', sheet))).toMatchObject({ invited: 0, changed: 0, unchanged: 4 })
})

test('a file that is sent again with its key is answered as it was', async () => {
  const csv = 'email,firstname\nonce@yard.test,Once\n'
  const twice = [1, 2].map(() => send(server.people.admin, 'import', csv, { 'idempotency-key': 'people-1' }))
  const answers = await Promise.all(twice)
  expect(answers.map(({ body }) => body.data.invited)).toEqual([1, 1])
  expect(answers[1]?.body).toEqual(answers[0]?.body)
  expect(answers[0]?.body).toMatchObject({
    data: { dryrun: false },
    message: expect.stringContaining('1 person'),
  })
  expect(mailsTo(server, 'once@yard.test').length).toBe(1)
  // The same name, kind and size, and other people.
  const other = await send(server.people.admin, 'import', csv.replaceAll('once', 'else'), {
    'idempotency-key': 'people-1',
  })
  expect([other.status, other.body.code]).toEqual([409, 'idempotency'])
  expect(mailsTo(server, 'else@yard.test')).toEqual([])
})

test('a file of rights that is sent again with its key is answered as it was', async () => {
  const csv = 'role,claim,allowed\nYard,jobs.read,yes\n'
  const twice = [1, 2].map(() =>
    send(server.people.admin, 'import/roles', csv, { 'idempotency-key': 'rights-1' }),
  )
  const [first, again] = await Promise.all(twice)
  expect(first?.body).toMatchObject({ data: { dryrun: false, added: 1 }, message: expect.any(String) })
  expect(again?.body).toEqual(first?.body)
})

test('one wrong row, and nothing is imported; every problem is told with its line', async () => {
  const { admin } = server.people
  const before = await people()
  const csv = `email,firstname,lastname,phone,roles
good@yard.test,Good,,,Agent
nobody,,,,
good@yard.test,,,,
x@yard.test,,,,Captain
`
  expect(await problems(send(admin, 'import', csv))).toEqual([
    '3 email: This is not an e-mail address.',
    '4 email: good@yard.test stands in line 2 already.',
    '5 roles: There is no role named Captain.',
  ])
  expect([await people(), mailsTo(server, 'good@yard.test')]).toEqual([before, []])
  expect(await problems(send(admin, 'import', 'email,accountid\na@b.test,x\n'))).toEqual([
    '1 accountid: This column is not known. Known are email, firstname, lastname, phone, roles, seat, archived.',
  ])
  expect(await problems(send(admin, 'import', 'firstname\nA\n'))).toEqual([
    '1 email: This column is missing.',
  ])
  expect((await send(admin, 'import', '')).body.fields.file).toBe('Please choose a file to upload')
})

test('the list as it was exported comes in again, changed where somebody changed it', async () => {
  const { admin } = server.people
  const out = await admin.get('/admin/users/export?format=csv&archived=true')
  expect(out.text).toStartWith('E-mail;First name;Last name;Phone;Roles;Seat;Archived')
  const rows = out.text.trim().split('\n').length - 1
  const counts = { rows, invited: 0, changed: 0, unchanged: rows }
  expect(await expectOk(send(admin, 'import', out.text))).toEqual({ dryrun: false, ...counts })
  const jobs = out.text.split('\r\n').find((line) => line.startsWith('jobs@first.test')) ?? ''
  const without = out.text.replace(jobs, jobs.replace(';yes;no', ';nee;no'))
  expect(await expectOk(send(admin, 'import?dryrun=true', without))).toMatchObject({ changed: 1 })
  const unclear = out.text.replace(jobs, jobs.replace(';yes;no', ';perhaps;no'))
  expect((await problems(send(admin, 'import', unclear)))[0]).toContain('“perhaps” is neither yes nor no.')
})

test('the last systemadmin, the seats and the importer’s own rights bind a file as they bind a form', async () => {
  const { admin } = server.people
  expect(await problems(send(admin, 'import', 'email,roles\nadmin@first.test,Agent\n'))).toEqual([
    '2 roles: This is the last administrator who can sign in: make somebody else one first.',
  ])
  await setPaidSeats(server, await people())
  const [full] = await problems(send(admin, 'import', 'email\nlate@yard.test\n'))
  expect(full).toContain('seats that are paid for are taken')
  await setPaidSeats(server, 50)
  const role = await expectOk(admin.post('/api/auth/roles', { name: 'People' }))
  for (const claim of ['users.manage', 'roles.manage', 'jobs.read'])
    await expectOk(admin.post('/api/auth/roles/claims', { roleid: role.id, claim }))
  await expectOk(admin.post('/api/users', { email: 'clerk@yard.test', roles: [role.id] }))
  await acceptAtOnce(server, 'clerk@yard.test')
  const clerk = await server.signIn('clerk@yard.test')
  const [beyond] = await problems(send(clerk, 'import', 'email,roles\nx@yard.test,systemadmin\n'))
  expect(beyond).toStartWith('2 roles: The role Administrator allows more than you may do yourself')
  const [given] = await problems(send(clerk, 'import/roles', 'role,claim\nPeople,invoices.issue\n'))
  expect(given).toContain('You can only give rights that you hold yourself')
})

test('rights come in by role and claim: dry run, all or nothing, at once for who is signed in', async () => {
  const { admin, jobs } = server.people
  const csv = `role,claim,allowed
Jobs,clients.write,
Jobs,See stock on hand and its movements,no
Driver,jobs.read,yes
`
  const claims = async () => (await expectOk(jobs.get('/api/users/myself'))).claims as string[]
  const counts = { rows: 3, added: 1, allowed: 2, denied: 1, unchanged: 0 }
  expect(await expectOk(send(admin, 'import/roles?dryrun=1', csv))).toEqual({ dryrun: true, ...counts })
  expect(await claims()).not.toContain('clients.write')
  expect(await expectOk(send(admin, 'import/roles', csv))).toEqual({ dryrun: false, ...counts })
  expect(await claims()).toContain('clients.write')
  expect(await claims()).not.toContain('stock.read')
  const wrong = 'role,claim,allowed\nJobs,jobs.fly,\nsystemadmin,jobs.read,no\nJobs,jobs.money,perhaps\n'
  expect(await problems(send(admin, 'import/roles', wrong))).toEqual([
    '2 claim: jobs.fly is not a claim.',
    '3 roleid: Administrator holds every right, and keeps it.',
    '4 allowed: It must be yes or no.',
  ])
  expect((await send(server.people.agent, 'import/roles', csv)).status).toBe(403)
})
