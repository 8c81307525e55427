import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { accounts, platformOutbox } from '#db/schema/platform/platform.ts'
import { tenantOutbox } from '#db/schema/tenant/index.ts'
import { createDeliverer } from '#server/mail/deliver.ts'
import { queueMail } from '#server/mail/queue.ts'
import { moveClock } from '#tests/support/background.ts'
import { type MailServer, startMailServer } from '#tests/support/mail.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let now = new Date('2026-11-21T08:00:00Z')
const later = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000)
}
let server: TestServer
let smtp: MailServer
const by = { userid: null, name: 'test' }
const words = { subject: 'Hello', html: '<p>Hello <b>you</b></p>', text: 'Hello you' }

beforeAll(async () => {
  const first = await startMailServer()
  server = await startTestServer(
    () => now,
    ['--smtp', first.url, '--mail-from', 'Joblane <jobs@joblane.test>', '--smtp-private'],
  )
  await first.stop()
})
afterAll(() => server.stop())
beforeEach(async () => {
  await start()
})
afterEach(async () => {
  await smtp.stop()
  const { platform, tenants } = server.services
  await platform.write(({ db }) => db.delete(platformOutbox).run())
  for (const id of [server.accountid, server.otherid])
    await tenants.write(id, by, ({ db }) => db.delete(tenantOutbox).run())
  await moveClock(server, 'mail', () => later(24 * 60))
})

const port = () => server.services.config.smtp?.port
async function start(options = {}) {
  smtp = await startMailServer({ port: port(), ...options })
}
const deliver = () => server.services.background.run('mail')
const fromPlatform = (to: string, more = {}) =>
  server.services.platform.write((tx) => queueMail(tx, server.services.encryption, { to, ...words, ...more }))
const fromAccount = (to: string, more = {}, accountid = server.accountid) =>
  server.services.tenants.write(accountid, by, (tx) =>
    queueMail(tx, server.services.encryption, { to, ...words, ...more }),
  )
const platformRow = (id: string) =>
  server.services.platform.read((db) => db.select().from(platformOutbox).all()).find((row) => row.id === id)

test('a mail of the platform and one of an account arrive, each as who sent it', async () => {
  const id = await fromPlatform('ann@example.test')
  await fromAccount('ben@example.test')
  await deliver()
  const [ann] = smtp.to('ann@example.test')
  expect(ann).toMatchObject({
    subject: 'Hello',
    from: { name: 'Joblane', address: 'jobs@joblane.test' },
    to: [{ address: 'ann@example.test' }],
    messageId: `<${id}@127.0.0.1>`,
    mailfrom: 'jobs@joblane.test',
  })
  expect(ann?.text?.trim()).toBe('Hello you')
  expect(ann?.html).toContain('<b>you</b>')
  expect(smtp.to('ben@example.test')[0]?.from).toEqual({ name: 'First', address: 'jobs@joblane.test' })
  expect(platformRow(id)).toMatchObject({ payload: '', sentutc: now.toISOString(), error: '' })
})

test('a server that is down costs nothing but time', async () => {
  await smtp.stop()
  const id = await fromPlatform('ann@example.test')
  const theirs = await fromAccount('ben@example.test')
  await deliver()
  expect(platformRow(id)).toMatchObject({ attempts: 1, error: 'Nothing answers on that port.' })
  expect(platformRow(id)?.nextutc).toBe(new Date(now.getTime() + 60_000).toISOString())
  await start()
  await deliver()
  expect(smtp.mails).toEqual([])
  later(2)
  await deliver()
  expect(smtp.mails.map(({ rcptto }) => rcptto[0]).toSorted()).toEqual([
    'ann@example.test',
    'ben@example.test',
  ])
  expect(tenantRow(theirs)).toMatchObject({ payload: '', error: '' })
})

test('the pauses grow, and after three days a mail is given up, is kept, and whoever sent it is told', async () => {
  await smtp.stop()
  const admin = server.people.admin.userid
  const id = await fromAccount('ben@example.test', { by: admin })
  const pauses: number[] = []
  for (let left = 20; left > 0 && !tenantRow(id)?.nextutc.startsWith('9999'); left--) {
    await deliver()
    const next = Date.parse(tenantRow(id)?.nextutc ?? '')
    pauses.push(Math.round((next - now.getTime()) / 60_000))
    if (pauses.at(-1)! < 1e6) now = new Date(next)
  }
  expect(pauses.slice(0, 7)).toEqual([1, 5, 15, 60, 180, 360, 360])
  expect(pauses.slice(0, -1).reduce((sum, one) => sum + one)).toBeGreaterThan(3 * 24 * 60)
  expect(tenantRow(id)?.payload).not.toBe('')
  const told = await server.people.admin.get('/api/communication/notifications')
  expect(JSON.stringify(told.body)).toContain('to ben@example.test could not be delivered')
  await start()
  later(60 * 24)
  await deliver()
  expect(smtp.mails).toEqual([])
})

test('a mail refused for now is sent later, one refused for good is not asked again, and the rest go on', async () => {
  await smtp.stop()
  let busy = true
  await start({
    refuse: (to: string) =>
      to === 'busy@example.test' && busy
        ? { code: 451, message: 'Mailbox busy' }
        : to === 'gone@example.test'
          ? { code: 550, message: 'No such person here' }
          : undefined,
  })
  const waits = await fromPlatform('busy@example.test')
  const gone = await fromPlatform('gone@example.test')
  const good = await fromPlatform('good@example.test')
  await deliver()
  expect(smtp.mails.map(({ rcptto }) => rcptto)).toEqual([['good@example.test']])
  expect(platformRow(good)?.sentutc).toBe(now.toISOString())
  expect(platformRow(waits)).toMatchObject({ attempts: 1, sentutc: null })
  expect(platformRow(waits)?.error).toContain('Mailbox busy')
  expect(platformRow(gone)?.error).toContain('No such person here')
  expect(platformRow(gone)?.nextutc).toStartWith('9999')
  busy = false
  later(2)
  await deliver()
  expect(smtp.to('busy@example.test')).toHaveLength(1)
  expect(smtp.to('gone@example.test')).toEqual([])
})

test('a crash between sending and marking sends again under the same Message-ID', async () => {
  const id = await fromPlatform('ann@example.test')
  const before = platformRow(id)
  await deliver()
  await server.services.platform.write(({ db }) => {
    db.delete(platformOutbox).run()
    db.insert(platformOutbox).values(before!).run()
  })
  later(10)
  await deliver()
  const [first, second] = smtp.to('ann@example.test')
  expect(first?.messageId).toBe(`<${id}@127.0.0.1>`)
  expect(second?.messageId).toBe(`<${id}@127.0.0.1>`)
  expect(second?.date).toBe(first?.date)
})

test('accounts send over their own servers, and one whose server hangs or is wrong delays nobody', async () => {
  const own = await startMailServer({ users: { 'jobs@first.test': 'p@ss word' } })
  const hanging = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
  await settings(server.accountid, own.port, 'p@ss word')
  await settings(server.otherid, hanging.port, 'x')
  try {
    await fromAccount('ben@example.test')
    const stuck = await fromAccount('cat@example.test', {}, server.otherid)
    await fromPlatform('ann@example.test')
    const under = deliver()
    await until(() => smtp.mails.length === 1 && own.mails.length === 1)
    expect(own.mails[0]).toMatchObject({
      user: 'jobs@first.test',
      from: { name: 'First', address: 'jobs@first.test' },
      replyTo: [{ address: 'office@first.test' }],
    })
    // What is queued while the other hangs does not wait for it either.
    await fromAccount('dan@example.test')
    await until(() => own.mails.length === 2)
    expect(
      server.services.tenants.read(server.otherid, (db) => db.select().from(tenantOutbox).all()),
    ).toMatchObject([{ id: stuck, sentutc: null }])
    hanging.stop(true)
    await under
    expect(tenantRow(stuck, server.otherid)).toMatchObject({ attempts: 1, sentutc: null })

    await settings(server.accountid, own.port, 'wrong')
    const refused = await fromAccount('eve@example.test')
    await deliver()
    expect(tenantRow(refused)?.error).toStartWith(
      'The mail server did not accept the user name and password. It said: 535',
    )
    await settings(server.accountid, own.port, 'p@ss word')
    await server.services.mail.retryNow(server.accountid)
    await deliver()
    expect(own.to('eve@example.test')).toHaveLength(1)
  } finally {
    hanging.stop(true)
    await own.stop()
    await settings(server.accountid, null, '')
    await settings(server.otherid, null, '')
  }
}, 120_000)

test('no name, subject or file can add a line to the header', async () => {
  const hostile = 'Hi\r\nBcc: eve@example.test\r\n\r\nText'
  for (const to of ['a@b.test\r\nBcc: eve@example.test', 'a@b.test, eve@example.test', 'A <a@b.test>', ''])
    expect(fromPlatform(to)).rejects.toMatchObject({ status: 400 })
  await fromPlatform('ann@example.test', {
    subject: hostile,
    attachments: [
      { filename: `${hostile}.txt`, contenttype: `text/plain\r\nX-Evil: 1`, base64: btoa('file') },
    ],
  })
  await deliver()
  const [mail] = smtp.mails
  expect(mail?.rcptto).toEqual(['ann@example.test'])
  expect(mail?.subject).toBe('Hi Bcc: eve@example.test Text')
  expect(mail?.headers.map(({ key }) => key)).not.toContain('bcc')
  expect(mail?.raw).not.toMatch(/^(bcc|x-evil):/im)
  expect(new TextDecoder().decode(mail?.attachments[0]?.content as ArrayBuffer)).toBe('file')
})

test('mails that an earlier run left in any account are found after the start', async () => {
  const { services } = server
  const payload = services.encryption.encrypt(JSON.stringify({ to: 'ben@example.test', ...words }))
  const stamp = now.toISOString()
  // Written without a word to the program: as if it had ended before it could hear.
  await services.tenants.write(server.otherid, by, ({ db }) =>
    db
      .insert(tenantOutbox)
      .values({ id: 'left', kind: 'mail', payload, createdutc: stamp, nextutc: stamp })
      .run(),
  )
  await deliver()
  expect(smtp.mails).toEqual([])
  // A second deliverer knows as little of the first one's memory as one after a restart.
  await createDeliverer(services, { onSent() {}, onUndeliverable() {} }).job.run()
  expect(smtp.to('ben@example.test')).toHaveLength(1)
  expect(tenantRow('left', server.otherid)?.sentutc).toBe(stamp)
})

function tenantRow(id: string, accountid = server.accountid) {
  return server.services.tenants
    .read(accountid, (db) => db.select().from(tenantOutbox).all())
    .find((row) => row.id === id)
}

async function settings(accountid: string, smtpport: number | null, password: string) {
  const { platform, encryption } = server.services
  const name = accountid === server.accountid ? 'first' : 'other'
  await platform.write(({ db }) =>
    db
      .update(accounts)
      .set({
        smtpserver: smtpport ? '127.0.0.1' : '',
        smtpport,
        smtpusername: `jobs@${name}.test`,
        smtppassword: encryption.encrypt(password),
        primaryemail: smtpport ? `office@${name}.test` : '',
      })
      .where(eq(accounts.id, accountid))
      .run(),
  )
}

async function until(done: () => boolean) {
  for (let left = 500; !done(); left--) {
    if (left === 0) throw new Error('It did not happen within five seconds.')
    await Bun.sleep(10)
  }
}
