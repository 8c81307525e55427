import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { accountById } from '#db/queries/platform/accounts.ts'
import { accounts, audit, expirynotices, outbox, seats } from '#db/schema/platform/index.ts'
import { notifications } from '#db/schema/tenant/index.ts'
import { addUser } from '#server/access/accounts.ts'
import { EXPIRED } from '#server/errors.ts'
import { PASSWORD, startTestServer, type TestServer } from '#tests/support/server.ts'

const DAY = 86_400_000
let server: TestServer
let now = Date.parse('2026-11-21T08:00:00Z')
beforeAll(async () => {
  server = await startTestServer(() => new Date(now))
})
afterAll(() => server.stop())

const sign = (email: string) =>
  fetch(`${server.url}/api/auth/authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userName: email, password: PASSWORD }),
  }).then(async (answer) => (await answer.json()).data as { token: string; renewToken: string })

const withToken = async (token: string, method: string, path: string, body?: unknown, more = {}) => {
  const answer = await fetch(server.url + path, {
    method,
    redirect: 'manual',
    body: body === undefined ? undefined : JSON.stringify(body),
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...more },
  })
  const text = await answer.text()
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    body: text.startsWith('{') ? JSON.parse(text) : {},
  }
}

/** Somebody who is signed in and belongs to no account. */
async function newcomer(email: string, firstname = 'Nora') {
  const passwordhash = await Bun.password.hash(PASSWORD, {
    algorithm: 'argon2id',
    memoryCost: 1024,
    timeCost: 1,
  })
  const userid = await server.services.platform.write((tx) =>
    addUser(tx, { email, firstname, lastname: 'Newcomer', passwordhash }),
  )
  const { token } = await sign(email)
  return { userid, email, token }
}

const mails = () =>
  server.services.platform
    .read((db) => db.select().from(outbox).where(eq(outbox.kind, 'mail')).all())
    .map(
      ({ payload }) =>
        JSON.parse(server.services.seal.open(payload)) as { to: string; subject: string; text: string },
    )
const noticesOf = (accountid: string, code: string) =>
  server.services.tenants.read(accountid, (db) =>
    db.select().from(notifications).where(eq(notifications.code, code)).all(),
  )
const change = (accountid: string, set: Partial<typeof accounts.$inferInsert>) =>
  server.services.platform.write(({ db }) =>
    db.update(accounts).set(set).where(eq(accounts.id, accountid)).run(),
  )
const row = (accountid: string) => server.services.platform.read((db) => accountById(db, accountid))

describe('creating an account', () => {
  test('makes a person its administrator, in a session of its own', async () => {
    const { token, userid } = await newcomer('nora@new.test')
    expect((await withToken(token, 'GET', '/api/account')).status).toBe(403)
    const made = await withToken(token, 'POST', '/api/account', {
      name: 'Nora’s Signs',
      primaryphone: '021 555 0100',
    })
    expect(made.status).toBe(200)
    const { id, replacelogin } = made.body.data
    expect((await withToken(token, 'GET', '/api/account')).status).toBe(401)
    const inside = await withToken(replacelogin.token, 'GET', '/api/account')
    expect(inside.body.data).toMatchObject({
      id,
      name: 'Nora’s Signs',
      primaryemail: 'nora@new.test',
      subscribed: false,
    })
    expect(Date.parse(inside.body.data.utcexpires) - now).toBe(30 * DAY)
    const mine = await withToken(replacelogin.token, 'GET', '/api/users/myself')
    expect(mine.body.data).toMatchObject({ id: userid, accountid: id })
    const renewed = await fetch(`${server.url}/api/auth/renew`, {
      method: 'POST',
      body: JSON.stringify({ renewToken: replacelogin.renewToken }),
      headers: { 'content-type': 'application/json' },
    })
    expect(renewed.status).toBe(200)
    const client = await withToken(replacelogin.token, 'POST', '/api/clients', { name: 'First client' })
    expect(client.status).toBe(200)
  })

  test('names what is missing in the specification’s sentence, and refuses what is not a person’s to say', async () => {
    const { token } = await newcomer('wrong@new.test')
    const empty = await withToken(token, 'POST', '/api/account', { name: ' ', primaryemail: 'nobody' })
    expect([empty.status, empty.body.message]).toEqual([400, 'Please confirm the details you have provided'])
    expect(Object.keys(empty.body.fields)).toEqual(['name', 'primaryemail'])
    for (const field of [
      'utcexpires',
      'subscribed',
      'size',
      'seatspaid',
      'platformowner',
      'id',
      'logofile',
    ]) {
      const refused = await withToken(token, 'POST', '/api/account', { name: 'A', [field]: '2099-01-01' })
      expect([refused.status, Object.keys(refused.body.fields ?? {})], field).toEqual([400, [field]])
    }
    expect((await withToken('nonsense', 'POST', '/api/account', { name: 'A' })).status).toBe(401)
  })

  test('a retry with the same key founds one account, and five a day are enough', async () => {
    const { token: first, email } = await newcomer('busy@new.test')
    const key = { 'idempotency-key': 'found-once' }
    const one = await withToken(first, 'POST', '/api/account', { name: 'Once' }, key)
    const { token } = await sign(email)
    const two = await withToken(token, 'POST', '/api/account', { name: 'Once' }, key)
    expect([two.status, two.body.data.id]).toEqual([200, one.body.data.id])
    const statuses: number[] = []
    for (let n = 0; n < 6; n++) {
      const { token } = await sign(email)
      statuses.push((await withToken(token, 'POST', '/api/account', { name: `Another ${n}` })).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429])
  })

  test('a request of another site cannot create one in somebody’s name', async () => {
    const answer = await fetch(`${server.url}/account/create`, {
      method: 'POST',
      body: new URLSearchParams({ name: 'Stolen' }),
      headers: { cookie: server.people.agent.cookie, 'sec-fetch-site': 'cross-site' },
    })
    expect(answer.status).toBe(403)
  })
})

describe('joining by key', () => {
  test('lets nobody in until an administrator says so', async () => {
    const { token, userid, email } = await newcomer('joan@new.test', 'Joan')
    for (const key of ['short', crypto.randomUUID(), server.operator.accountid]) {
      const wrong = await withToken(token, 'POST', `/api/account/link/${key}`, {})
      expect([wrong.status, wrong.body.message]).toEqual([
        400,
        'The key you provided does not appear to be valid',
      ])
    }
    const asked = await withToken(token, 'POST', `/api/account/link/${server.accountid}`, {})
    expect(asked.body).toMatchObject({
      data: { id: server.accountid, name: 'First', state: 'waiting' },
      message: 'First has been asked to let you in.',
    })
    for (const path of ['/api/account', '/api/clients', `/api/account/${server.accountid}`])
      expect((await withToken(token, 'GET', path)).status, path).toBe(403)
    expect((await withToken(token, 'POST', '/api/account/switch', { id: server.accountid })).status).toBe(403)
    expect(
      mails()
        .filter(({ subject }) => subject === 'Joan Newcomer asks to join First')
        .map(({ to }) => to),
    ).toEqual(['admin@first.test'])
    expect(noticesOf(server.accountid, 'join').map(({ userid }) => userid)).toEqual([
      server.people.admin.userid,
    ])
    // Asked again it tells nobody again.
    await withToken(token, 'POST', `/api/account/link/${server.accountid}`, {})
    expect(noticesOf(server.accountid, 'join')).toHaveLength(1)

    const page = (await server.people.admin.get('/account?tab=active')).text
    const id = /\/account\/requests\/([0-9a-f-]{36})"/.exec(page)?.[1] as string
    expect(page).toContain(email)
    expect((await server.people.management.post(`/account/requests/${id}`, {})).status).toBe(403)
    expect(
      (await server.other.post(`/account/requests/${id}`, { roles: server.otherroleids.Agent })).status,
    ).toBe(404)
    expect((await server.other.get(`/account/requests/${id}`)).status).toBe(404)
    const { admin } = server.people
    const answer = (body: object) =>
      admin.call('POST', `/account/requests/${id}`, body, { accept: 'application/json' })
    expect((await answer({ licensed: 'true' })).body.fields).toHaveProperty('roles')
    const foreign = await answer({ roles: server.otherroleids.Agent, licensed: 'true' })
    expect(foreign.body.fields).toHaveProperty('roles')
    const letin = await admin.post(`/account/requests/${id}`, {
      roles: server.roleids.Agent,
      licensed: 'true',
    })
    expect(letin.status).toBe(200)
    expect((await withToken(token, 'GET', '/api/users/myself')).body.data.accountid).toBe(server.accountid)
    expect((await admin.post(`/account/requests/${id}`, { roles: server.roleids.Jobs })).status).toBe(409)
    expect(mails().find(({ subject }) => subject === 'You are in: First')?.to).toBe(email)
    const trail = server.services.platform.read((db) =>
      db.select().from(audit).where(eq(audit.accountid, server.accountid)).all(),
    )
    expect(trail.map(({ what }) => what)).toEqual(expect.arrayContaining(['joinasked', 'joindecided']))
    const history = server.services.tenants.read(server.accountid, (db) =>
      db.all<{ entityid: string }>("SELECT entityid FROM history WHERE entity = 'users'" as never),
    )
    expect(history.map(({ entityid }) => entityid)).toContain(userid)
    const again = await withToken(token, 'POST', `/api/account/link/${server.accountid}`, {})
    expect([again.status, again.body.code]).toEqual([409, 'member'])
  })

  test('a refusal stands, and a request can be taken back before', async () => {
    const { token } = await newcomer('rex@new.test', 'Rex')
    await withToken(token, 'POST', `/api/account/link/${server.accountid}`, {})
    const page = (await server.people.admin.get('/account?tab=active')).text
    const id = /\/account\/requests\/([0-9a-f-]{36})"/.exec(page)?.[1]
    expect((await server.people.admin.post(`/account/requests/${id}/refuse`, {})).status).toBe(200)
    const again = await withToken(token, 'POST', `/api/account/link/${server.accountid}`, {})
    expect([again.status, again.body.code]).toEqual([409, 'refused'])
    await withToken(token, 'POST', `/api/account/link/${server.otherid}`, {})
    const waiting = (await withToken(token, 'GET', '/account/waiting')).text
    const own = /\/account\/waiting\/([0-9a-f-]{36})\/withdraw/.exec(waiting)?.[1]
    const stranger = await newcomer('sly@new.test', 'Sly')
    await withToken(stranger.token, 'POST', `/account/waiting/${own}/withdraw`, {})
    expect((await withToken(token, 'GET', '/account/waiting')).text).toContain('Other has been asked')
    const after = await withToken(token, 'POST', `/account/waiting/${own}/withdraw`, {})
    expect(after.text).not.toContain('Other has been asked')
  })
})

test('keys are not guessed by trying', async () => {
  const { token } = await newcomer('guess@new.test', 'Guy')
  const statuses: number[] = []
  for (let n = 0; n < 22; n++)
    statuses.push((await withToken(token, 'POST', `/api/account/link/${crypto.randomUUID()}`, {})).status)
  expect(statuses).toEqual([...Array(20).fill(400), 429, 429])
})

describe('the account’s settings', () => {
  test('belong to who manages it; everybody else knows who it is', async () => {
    const { admin, agent, stakeholder } = server.people
    for (const person of [agent, stakeholder]) {
      expect((await person.get('/api/account')).body.data).toEqual({ id: server.accountid, name: 'First' })
      expect((await person.patch('/api/account', { name: 'Mine' })).status).toBe(403)
      const page = (await person.get('/account')).text
      expect(page).toContain('First')
      for (const hidden of ['admin@first.test', server.accountid.slice(0, 30), 'Mail server'])
        expect(page.split('<main')[1], hidden).not.toContain(hidden)
    }
    expect((await admin.get(`/api/account/${server.otherid}`)).status).toBe(404)
    const fees = { fee1: 0, accountfees: [] }
    const saved = await admin.patch('/api/account', { reference: 'F-1', primaryemail: 'office@first.test' })
    expect(saved.body).toMatchObject({
      message: 'Account settings updated',
      data: { reference: 'F-1', ...fees },
    })
    const stale = await admin.patch('/api/account', { reference: 'F-2', version: 1 })
    expect([stale.status, stale.body.data]).toMatchObject([409, { reference: 'F-1', ...fees }])
    expect((await admin.get('/api/account')).body.data).toEqual(saved.body.data)
    const nowhere = await admin.post('/api/account/switch', {})
    expect([nowhere.status, nowhere.body.fields.accountid]).toEqual([400, 'Name the account to open.'])
    for (const field of [
      'utcexpires',
      'subscribed',
      'size',
      'seatspaid',
      'platformowner',
      'archived',
      'logofile',
    ])
      expect((await admin.patch('/api/account', { [field]: 3 })).body.fields, field).toHaveProperty(field)
    const wrong = await admin.patch('/api/account', { name: '', smtpserver: 'http://evil/\r\nRCPT' })
    expect([wrong.status, wrong.body.message]).toEqual([400, 'Your account changes are not valid'])
    expect(Object.keys(wrong.body.fields)).toEqual(['name', 'smtpserver'])
  })

  test('the mail password is sealed, never answered, and kept for its own server alone', async () => {
    const { admin } = server.people
    const smtp = {
      smtpserver: 'mail.first.test',
      smtpport: 587,
      smtpusername: 'office',
      smtppassword: 'hunter2-secret',
    }
    const saved = await admin.patch('/api/account', smtp)
    expect(saved.body.data).toMatchObject({ smtppasswordset: true, smtpserver: 'mail.first.test' })
    const stored = row(server.accountid)?.smtppassword as string
    expect(server.services.seal.open(stored)).toBe('hunter2-secret')
    for (const text of [
      saved.text,
      (await admin.get('/api/account')).text,
      (await admin.get('/account')).text,
    ]) {
      expect(text).not.toContain('hunter2')
      expect(text).not.toContain(stored)
    }
    await admin.patch('/api/account', { reference: 'F-3', smtppassword: '' })
    expect(row(server.accountid)?.smtppassword).toBe(stored)
    // Else whoever may change the settings could have it sent to a server of their own.
    const moved = await admin.patch('/api/account', { smtpserver: 'mail.evil.test' })
    expect(moved.body.data.smtppasswordset).toBe(false)
    const trail = server.services.platform.read((db) => db.select().from(audit).all())
    expect(JSON.stringify(trail)).not.toContain('hunter2')
    expect(trail.some(({ detail }) => detail.includes('smtpserver'))).toBe(true)
    await admin.patch('/api/account', { smtpserver: '', smtpport: '', smtpusername: '' })
  })

  test('a logo is a picture by its content, whatever it is called', async () => {
    const { admin, agent } = server.people
    const upload = (bytes: BlobPart, name: string, type: string) => {
      const form = new FormData()
      form.set('file', new File([bytes], name, { type }))
      return admin.post('/api/account/logo', form)
    }
    expect((await admin.post('/api/account/logo', new FormData())).body.message).toBe(
      'Please choose a file to upload',
    )
    for (const [bytes, name, type] of [
      ['<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'a.png', 'image/png'],
      ['<html><script>alert(1)</script>', 'a.jpg', 'image/jpeg'],
      ['\x89PNG\r\n\x1a\n', 'short.png', 'image/png'],
    ] as const)
      expect((await upload(bytes, name, type)).status, name).toBe(400)
    expect((await agent.post('/api/account/logo', new FormData())).status).toBe(403)
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    expect((await upload(png, 'logo.html', 'text/html')).body.message).toBe(
      'File has been uploaded successfully',
    )
    const shown = await agent.get('/account/logo')
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(shown.headers.get('x-content-type-options')).toBe('nosniff')
    expect((await server.other.get('/account/logo')).status).toBe(404)
    const page = await fetch(`${server.url}/`, { headers: { cookie: agent.cookie, accept: 'text/html' } })
    expect(await page.text()).toContain('class="accountlogo"')
  })
})

describe('an account that has expired', () => {
  test('past the seats paid for is read-only until some are taken back', async () => {
    const { admin, jobs } = server.people
    const used = server.services.platform.read(
      (db) => db.select().from(seats).where(eq(seats.accountid, server.accountid)).all().length,
    )
    await change(server.accountid, { seatspaid: used - 1 })
    const refused = await admin.post('/api/clients', { name: 'Late' })
    expect([refused.status, refused.body.code]).toEqual([403, 'expired'])
    expect(refused.body.message).toStartWith(
      `${EXPIRED}. ${used} people hold a seat and ${used - 1} are paid for.`,
    )
    expect((await admin.get('/api/clients')).status).toBe(200)
    const page = await (
      await fetch(`${server.url}/`, { headers: { cookie: admin.cookie, accept: 'text/html' } })
    ).text()
    expect(page).toContain('Your account has expired')
    expect(page).toContain(`${used} people hold a seat`)
    const back = await admin.delete(`/api/users/${jobs.userid}`)
    expect(back.status).toBe(200)
    expect((await admin.post('/api/clients', { name: 'In time' })).status).toBe(200)
    await change(server.accountid, { seatspaid: 50 })
  })

  test('refuses every write in the specification’s words, and reads on', async () => {
    const { admin } = server.people
    await change(server.accountid, { utcexpires: new Date(now - DAY).toISOString() })
    const refused = await admin.post('/api/clients', { name: 'Late' })
    expect([refused.status, refused.body.message, refused.body.code]).toEqual([403, EXPIRED, 'expired'])
    expect((await admin.get('/api/clients')).status).toBe(200)
    expect((await admin.patch('/api/account', { name: 'Late' })).status).toBe(403)
    await change(server.accountid, { utcexpires: null })
  })

  test('is told beforehand at 30, 7 and 1 days and on the day, each once, and after a pause only what is true', async () => {
    const { background, platform } = server.services
    const begin = now
    const expires = (days: number) =>
      change(server.otherid, { utcexpires: new Date(begin + days * DAY).toISOString() })
    const told = () =>
      mails()
        .filter(({ to, subject }) => to === 'admin@other.test' && /Other (expires|has expired)/.test(subject))
        .map(({ subject }) => subject)
    const at = async (day: number) => {
      now = begin + day * DAY
      await background.run('expiry')
      await background.run('expiry')
    }
    await expires(60)
    await at(0)
    expect(told()).toEqual([])
    await at(30.5)
    await at(40)
    await at(53.2)
    expect(told()).toEqual(['Other expires in 30 days', 'Other expires in 7 days'])
    await at(59.5)
    await at(60.1)
    await at(63)
    const all = [
      'Other expires in 30 days',
      'Other expires in 7 days',
      'Other expires within a day',
      'Other has expired',
    ]
    expect(told()).toEqual(all)
    expect(noticesOf(server.otherid, 'expiry').map(({ message }) => message)).toEqual(all)
    // Renewed, it begins anew; a program that did not run for weeks says only what is true then.
    await change(server.otherid, { utcexpires: new Date(begin + 100 * DAY).toISOString() })
    await at(98)
    expect(told()).toEqual([...all, 'Other expires in 7 days'])
    // Lost between the two files, it is made good without a second notification.
    await platform.write(({ db }) => db.delete(expirynotices).run())
    await background.run('expiry')
    expect(noticesOf(server.otherid, 'expiry')).toHaveLength(5)
    now = begin
    await change(server.otherid, { utcexpires: null })
  })
})

test('where accounts are the operator’s to make, nobody else makes one', async () => {
  const closed = await startTestServer(undefined, ['--self-registration=false'])
  try {
    const refused = await closed.people.agent.post('/api/account', { name: 'Own' })
    expect(refused.status).toBe(403)
    const page = await fetch(`${closed.url}/account/create`, {
      headers: { cookie: closed.people.agent.cookie },
    })
    expect(await page.text()).not.toContain('Create the account')
  } finally {
    await closed.stop()
  }
})
