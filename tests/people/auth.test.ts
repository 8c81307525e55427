import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  setDefaultTimeout,
  test,
} from 'bun:test'
import { eq } from 'drizzle-orm'
import { userByEmail } from '#db/queries/platform/users.ts'
import { platformOutbox, platformUsers, signinfailures } from '#db/schema/platform/platform.ts'
import { addUser } from '#server/access/accounts.ts'
import { issueToken } from '#server/access/one-time-tokens.ts'
import { linksIn, type MailServer, startMailServer } from '#tests/support/mail.ts'
import { PASSWORD, startTestServer, type TestServer } from '#tests/support/server.ts'

setDefaultTimeout(120_000)

let now = new Date('2026-11-21T08:00:00Z')
let server: TestServer
let smtp: MailServer

beforeAll(async () => {
  smtp = await startMailServer()
  server = await startTestServer(() => now, ['--smtp', smtp.url, '--mail-from', 'jobs@joblane.test'])
})
afterAll(async () => {
  await server.stop()
  await smtp.stop()
})
beforeEach(() => {
  now = new Date(now.getTime() + 3_600_000)
})
afterEach(() => {
  smtp.mails.length = 0
})

const call = async (path: string, body?: object, headers = {}) => {
  const answer = await fetch(`${server.url}/api/auth/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', ...headers },
    body: body && JSON.stringify(body),
  })
  return { status: answer.status, body: await answer.json(), headers: answer.headers }
}
const ann = {
  firstname: 'Ann',
  lastname: 'Adams',
  email: 'Ann@New.test',
  phone: '082 000 0000',
  password: 'a-long-word-1',
  confirmpassword: 'a-long-word-1',
}
const user = (email: string) => server.services.platform.read((db) => userByEmail(db, email))
const authenticate = (userName: string, password: string) => call('authenticate', { userName, password })

/** The mail that came to an address, and the id and secret of its first link. */
async function mailTo(address: string) {
  await server.services.background.run('mail')
  const mail = smtp.to(address).at(-1)
  if (!mail) throw new Error(`No mail came to ${address}.`)
  const [href = ''] = linksIn(mail)
  const url = new URL(href)
  return { mail, href, userid: url.pathname.split('/')[2] ?? '', token: url.searchParams.get('t') ?? '' }
}
const tokenFor = (email: string, purpose: 'reset' | 'invite' | 'confirm') =>
  server.services.platform.write((tx) => issueToken(tx, user(email)?.id ?? '', purpose))
const waiting = () => server.services.platform.read((db) => db.select().from(platformOutbox).all()).length

test('where no server takes mails, nobody is told that one was sent', async () => {
  const silent = await startTestServer()
  const { post, get } = silent.people.admin
  const messages = [
    await post('/api/auth/register', ann),
    await get(`/api/auth/confirm/resend/${ann.email}`),
    await post('/api/auth/passwordreset', { email: ann.email }),
  ].map(({ body }) => body.message)
  await silent.stop()
  const waits =
    'The mail waits until whoever runs this installation sets a mail server. Ask them to let you in.'
  expect(messages).toEqual([waits, waits, waits])
})

describe('registering', () => {
  test('a person registers, confirms by the mailed link, and is signed in', async () => {
    const registered = await call('register', ann)
    expect(registered.body).toEqual({
      data: null,
      message:
        'A new account confirmation email has been sent to you. Please check your inbox and junk / spam folders.',
    })
    expect(user('ann@new.test')).toMatchObject({ firstname: 'Ann', confirmedutc: null })
    const early = await authenticate('ann@new.test', ann.password)
    expect([early.status, early.body.code]).toEqual([400, '110'])

    const { mail, href, userid, token } = await mailTo('ann@new.test')
    expect(mail.subject).toBe('Confirm your e-mail address')
    expect(href).toStartWith(`${server.url}/confirmemail/`)
    expect(mail.text).not.toContain(ann.password)
    const confirmed = await call('confirmemail', { userid, token })
    expect(confirmed.body.message).toBe('Your email address has been successfully verified')
    expect(Object.keys(confirmed.body.data).toSorted()).toEqual(['expires', 'renewToken', 'token'])
    expect((await authenticate('ann@new.test', ann.password)).status).toBe(200)
    // Twice is once too often.
    const again = await call('confirmemail', { userid, token })
    expect(again).toMatchObject({
      status: 400,
      body: {
        message:
          'Your email address could not be verified, make sure the link you are using is the latest verification request email and try again.',
      },
    })
  })

  test('what is missing or wrong is named field by field', async () => {
    expect((await call('register', {})).body.message).toBe('No fields have been filled in')
    const { status, body } = await call('register', {
      email: 'x',
      password: 'short',
      confirmpassword: 'other',
    })
    expect(status).toBe(400)
    expect(body).toEqual({
      message: 'Registration failed. Please try again.',
      fields: {
        firstname: 'Please give your first name.',
        email: 'This is not an e-mail address.',
        password: 'The password needs at least 8 characters with letters and numbers.',
        confirmpassword: 'The two passwords differ.',
      },
    })
    const more = await call('register', { ...ann, email: 'm@new.test', roles: ['systemadmin'] })
    expect(more.status).toBe(400)
    expect(user('m@new.test')).toBeUndefined()
  })

  test('a known address is answered alike, and its owner alone hears of it', async () => {
    const before = user('admin@first.test')
    const known = await call('register', { ...ann, email: 'admin@first.test' })
    const unknown = await call('register', { ...ann, email: 'unknown@new.test' })
    expect(known.body).toEqual(unknown.body)
    expect(known.status).toBe(unknown.status)
    expect(user('admin@first.test')).toEqual(before)
    const { mail } = await mailTo('admin@first.test')
    expect(mail.subject).toBe('You are registered already')
  })

  test('a stranger’s password for somebody’s address does not survive its owner’s registration', async () => {
    await call('register', {
      ...ann,
      email: 'victim@new.test',
      password: 'strangers-1',
      confirmpassword: 'strangers-1',
    })
    const first = await mailTo('victim@new.test')
    await call('register', { ...ann, email: 'victim@new.test' })
    const { userid, token } = await mailTo('victim@new.test')
    expect((await call('confirmemail', { userid, token: first.token })).status).toBe(400)
    const confirmed = await call('confirmemail', { userid, token })
    for (const password of ['strangers-1', ann.password])
      expect((await authenticate('victim@new.test', password)).status).toBe(401)
    const set = await call('confirmpasswordreset', {
      userid,
      token: confirmed.body.data.setpassword,
      password: 'my-own-word-1',
      confirmpassword: 'my-own-word-1',
    })
    expect(set.status).toBe(200)
    expect((await authenticate('victim@new.test', 'my-own-word-1')).status).toBe(200)
  })

  test('the same registration sent again keeps its password', async () => {
    const twice = { ...ann, email: 'twice@new.test' }
    await call('register', twice)
    await call('register', twice)
    const { userid, token } = await mailTo('twice@new.test')
    expect((await call('confirmemail', { userid, token })).body.data.token).toBeString()
  })

  test('the confirmation comes again on demand, and an older link stops working', async () => {
    await call('register', { ...ann, email: 'again@new.test' })
    const first = await mailTo('again@new.test')
    const resent = await call('confirm/resend/again%40new.test')
    expect(resent.body.message).toStartWith('A new account confirmation email has been sent')
    const second = await mailTo('again@new.test')
    expect((await call('confirmemail', first)).status).toBe(400)
    expect((await call('confirmemail', { userid: second.userid, token: second.token })).status).toBe(200)
    // To somebody who has confirmed, and to nobody, the answer is the same and no mail goes out.
    const mails = waiting()
    for (const email of ['admin@first.test', 'nobody@new.test'])
      expect((await call(`confirm/resend/${email}`)).body).toEqual(resent.body)
    expect(waiting()).toBe(mails)
  })

  test('links begin with the address of this installation, whatever the request says', async () => {
    const { href } = await (async () => {
      await call(
        'register',
        { ...ann, email: 'host@new.test' },
        { host: 'evil.test', 'x-forwarded-host': 'evil.test' },
      )
      return mailTo('host@new.test')
    })()
    expect(href).toStartWith(server.url)
  })

  test('where registration is closed, it is closed', async () => {
    const closed = await startTestServer(undefined, ['--self-registration=false'])
    try {
      const answer = await fetch(`${closed.url}/api/auth/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(ann),
      })
      expect(answer.status).toBe(403)
      const page = await (await fetch(`${closed.url}/signin`)).text()
      expect(page).not.toContain('tab-register')
    } finally {
      await closed.stop()
    }
  }, 120_000)
})

describe('a forgotten password', () => {
  test('a link sets a new one; every session ends, and the owner is told', async () => {
    const before = await server.signIn('management@first.test')
    const asked = await call('passwordreset', { email: ' Management@First.test ' })
    expect(asked.body.message).toStartWith('Check your email, password reset instructions are on the way.')
    const { userid, token, href } = await mailTo('management@first.test')
    expect(href).toStartWith(`${server.url}/confirmpasswordreset/`)
    // A program that looks into mails opens the link: that uses nothing up.
    expect((await fetch(href)).status).toBe(200)

    const wrong = { userid, token, password: 'short', confirmpassword: 'short' }
    expect((await call('confirmpasswordreset', wrong)).body.fields).toHaveProperty('password')
    const given = { userid, token, password: 'another-word-2', confirmpassword: 'another-word-2' }
    const set = await call('confirmpasswordreset', given)
    expect(set.body).toMatchObject({ message: 'Your password has been changed successfully' })
    expect((await before.get('/api/users/myself')).status).toBe(401)
    expect((await authenticate('management@first.test', PASSWORD)).status).toBe(401)
    expect((await authenticate('management@first.test', 'another-word-2')).status).toBe(200)
    expect((await mailTo('management@first.test')).mail.subject).toBe('Your password was changed')
    expect((await call('confirmpasswordreset', given)).status).toBe(400)
  })

  test('an unknown or archived address gets the same answer and no mail', async () => {
    const known = await call('passwordreset', { email: 'agent@first.test' })
    await server.services.platform.write((tx) => {
      const id = addUser(tx, { email: 'gone@new.test', firstname: 'G', lastname: '', passwordhash: null })
      tx.db.update(platformUsers).set({ archived: true }).where(eq(platformUsers.id, id)).run()
    })
    const mails = waiting()
    for (const email of ['nobody@new.test', 'gone@new.test'])
      expect((await call('passwordreset', { email })).body).toEqual(known.body)
    expect(waiting()).toBe(mails)
    expect((await call('passwordreset', { email: 'x' })).body).toMatchObject({
      message: 'There was a problem requesting your email reset, please try again.',
    })
  })

  test('a link is one person’s, for an hour, for one purpose', async () => {
    const set = (userid: string, token: string) =>
      call('confirmpasswordreset', { userid, token, password: 'new-word-99', confirmpassword: 'new-word-99' })
    const id = (who: string) => user(who)?.id ?? ''
    const theirs = await tokenFor('jobs@first.test', 'reset')
    expect((await set(id('admin@first.test'), theirs)).status).toBe(400)
    expect((await set(crypto.randomUUID(), theirs)).status).toBe(400)
    const confirm = await tokenFor('jobs@first.test', 'confirm')
    expect((await set(id('jobs@first.test'), confirm)).status).toBe(400)
    const late = await tokenFor('jobs@first.test', 'reset')
    now = new Date(now.getTime() + 61 * 60_000)
    expect((await set(id('jobs@first.test'), late)).status).toBe(400)
    expect((await authenticate('jobs@first.test', PASSWORD)).status).toBe(200)
  })

  test('an invitation sets the first password and confirms the address', async () => {
    await server.services.platform.write((tx) => {
      const id = addUser(tx, { email: 'invited@new.test', firstname: 'I', lastname: '', passwordhash: null })
      tx.db.update(platformUsers).set({ confirmedutc: null }).where(eq(platformUsers.id, id)).run()
    })
    const token = await tokenFor('invited@new.test', 'invite')
    const userid = user('invited@new.test')?.id ?? ''
    const given = { userid, token, password: 'first-word-1', confirmpassword: 'first-word-1' }
    expect((await call('confirmpasswordreset', given)).body.data.token).toBeString()
    expect(user('invited@new.test')?.confirmedutc).toBe(now.toISOString())
    await server.services.background.run('mail')
    expect(smtp.to('invited@new.test')).toEqual([])
  })
})

test('who asks too often is told when to come again, for known and unknown addresses alike', async () => {
  await server.services.platform.write(({ db }) => db.delete(signinfailures).run())
  for (const email of ['operations@first.test', 'stranger@new.test']) {
    const answers = []
    for (let i = 0; i < 6; i++) answers.push(await call('passwordreset', { email }))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429])
    expect(answers[5]?.headers.get('retry-after')).toBe('3600')
  }
  const statuses = []
  for (let i = 0; i < 31; i++)
    statuses.push((await call('passwordreset', { email: `n${i}@new.test` })).status)
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0)
  now = new Date(now.getTime() + 3_600_000)
  expect((await call('passwordreset', { email: 'operations@first.test' })).status).toBe(200)
})
