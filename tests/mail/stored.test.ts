import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { accounts, platformOutbox } from '#db/schema/platform/index.ts'
import { tenantOutbox } from '#db/schema/tenant/index.ts'
import { createEncryption } from '#server/encryption.ts'
import { queueMail } from '#server/mail/queue.ts'
import { type MailServer, startMailServer } from '#tests/support/mail.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

setDefaultTimeout(120_000)

let server: TestServer
let smtp: MailServer
beforeAll(async () => {
  smtp = await startMailServer({
    users: { office: 'right-Passw0rd' },
    refuse: (to) => (to === 'gone@example.test' ? { code: 550, message: 'No such person' } : undefined),
  })
  const url = smtp.url.replace('://', '://office:right-Passw0rd@')
  const flags = ['--smtp', url, '--mail-from', 'jobs@joblane.test', '--smtp-private']
  server = await startTestServer(undefined, flags)
})
afterAll(async () => {
  await server.stop()
  await smtp.stop()
})

const words = { subject: 'The subject', html: '<p>the-secret-link</p>', text: 'the-secret-link' }
const deliver = () => server.services.background.run('mail')
const fromPlatform = (to: string) =>
  server.services.platform.write((tx) => queueMail(tx, server.services.encryption, { to, ...words }))
const fromAccount = (to: string) =>
  server.services.tenants.write(server.accountid, { userid: null, name: 'test' }, (tx) =>
    queueMail(tx, server.services.encryption, { to, ...words }),
  )
const errorOf = (id: string) =>
  server.services.tenants.read(server.accountid, (db) =>
    db.select().from(tenantOutbox).where(eq(tenantOutbox.id, id)).get(),
  )?.error ?? ''
const ownServer = { smtpserver: '127.0.0.1', smtpusername: 'office', primaryemail: 'office@first.test' }

test('what waited for the right settings goes out as soon as they are saved, by call and by page', async () => {
  const { admin } = server.people
  for (const [to, save] of [
    ['call@example.test', (body: object) => admin.patch('/api/account', body)],
    [
      'page@example.test',
      (body: object) =>
        admin.call('PATCH', '/account', new URLSearchParams(body as Record<string, string>), {
          'hx-request': 'true',
        }),
    ],
  ] as const) {
    await admin.patch('/api/account', { ...ownServer, smtpport: smtp.port, smtppassword: 'wrong' })
    const id = await fromAccount(to)
    await deliver()
    expect(errorOf(id)).toStartWith('The mail server did not accept the user name and password.')
    expect(smtp.to(to)).toHaveLength(0)
    // Its pause is not over, and nobody moves the clock.
    expect((await save({ smtppassword: 'right-Passw0rd' })).status).toBe(200)
    await deliver()
    expect(smtp.to(to)).toHaveLength(1)
  }
})

test('a password that was encrypted under another key holds nothing up, and is asked for in a sentence', async () => {
  const { admin } = server.people
  const { platform } = server.services
  const foreign = createEncryption('the secret of another installation').encrypt('right-Passw0rd')
  await platform.write(({ db }) =>
    db.update(accounts).set({ smtppassword: foreign }).where(eq(accounts.id, server.accountid)).run(),
  )
  const id = await fromAccount('moved@example.test')
  const other = await fromPlatform('ann@example.test')
  await deliver()
  expect(errorOf(id)).toContain('Please type it again on the Account page.')
  expect(smtp.to('moved@example.test')).toHaveLength(0)
  expect(smtp.to('ann@example.test')).toHaveLength(1)
  expect(other).toBeString()
  const tried = await admin.post('/account/testmail')
  expect(tried.status).toBe(200)
  expect(tried.headers.get('hx-trigger')).toContain('was saved under another key')
  expect((await admin.get('/account?tab=configuration')).status).toBe(200)
  await admin.patch('/api/account', { smtppassword: 'right-Passw0rd' })
  await deliver()
  expect(smtp.to('moved@example.test')).toHaveLength(1)
  await admin.patch('/api/account', { smtpserver: '', smtpport: '', smtpusername: '' })
})

test('the operator sees which mails of the platform were given up and why, never what they say, and has them tried again', async () => {
  const { operator } = server
  const { platform } = server.services
  const mail = '/backoffice/mail'
  expect((await operator.get(mail)).text).toContain('No mail was given up.')
  const ids = [await fromPlatform('gone@example.test'), await fromPlatform('gone@example.test')]
  await deliver()
  const page = (await operator.get(mail)).text
  for (const one of ids) expect(page).toContain(`${mail}/${one}/again`)
  expect(page).toContain('No such person')
  for (const hidden of ['the-secret-link', 'The subject', ...payloads()]) expect(page).not.toContain(hidden)
  const row = () =>
    platform.read((db) =>
      db
        .select()
        .from(platformOutbox)
        .where(eq(platformOutbox.id, ids[0] as string))
        .get(),
    )
  const before = row()
  expect((await operator.post(`${mail}/${ids[0]}/again`)).status).toBe(200)
  await deliver()
  expect(row()).toMatchObject({
    attempts: (before?.attempts ?? 0) + 1,
    sentutc: null,
    nextutc: before?.nextutc,
  })
  expect((await operator.delete(`${mail}/${ids[1]}`)).status).toBe(200)
  expect((await operator.delete(`${mail}/${ids[1]}`)).status).toBe(404)
  // One that still waits, or is out, is not the operator’s to touch.
  const waiting = await platform.write((tx) => {
    const id = queueMail(tx, server.services.encryption, { to: 'ben@example.test', ...words })
    tx.db
      .update(platformOutbox)
      .set({ nextutc: '2999-01-01', error: 'Later' })
      .where(eq(platformOutbox.id, id))
      .run()
    return id
  })
  expect((await operator.post(`${mail}/${waiting}/again`)).status).toBe(404)
  expect((await operator.delete(`${mail}/${waiting}`)).status).toBe(404)
  expect((await operator.get(mail)).text).toContain('Waiting')
  expect((await server.people.admin.get(mail)).status).toBe(403)
})

const payloads = () =>
  server.services.platform.read((db) =>
    db
      .select()
      .from(platformOutbox)
      .all()
      .map(({ payload }) => payload)
      .filter(Boolean),
  )
