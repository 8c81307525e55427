import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { prepared } from '#db/sqlite.ts'
import { MAX_WAITING } from '#db/webhook-events.ts'
import { readConfig } from '#server/config.ts'
import { start } from '#server/start.ts'
import { signEvent } from '#server/webhooks/sign-event.ts'
import { expectOk, expectRefused } from '#tests/support/answers.ts'
import { eventually, until } from '#tests/support/eventually.ts'
import { cheapPasswords, startTestServer, type TestServer } from '#tests/support/server.ts'
import { createJobFixtures, type JobFixtures } from '../work/jobs-support.ts'
import { startReceiver } from './webhooks-support.ts'

let server: TestServer
let shop: JobFixtures
type Receiver = Awaited<ReturnType<typeof startReceiver>>
const receivers: Receiver[] = []

beforeAll(async () => {
  server = await startTestServer(undefined, ['--webhook-private'])
  shop = await createJobFixtures(server)
}, 300_000)
afterAll(() => server.stop())
beforeEach(async () => {
  for (const one of receivers.splice(0)) one.stop()
  for (const { id } of await expectOk(admin().get('/api/webhooks')))
    await admin().delete(`/api/webhooks/${id}`)
})

const admin = () => server.people.admin
const inFile = <T>(run: Parameters<TestServer['services']['tenants']['read']>[1]) =>
  server.services.tenants.read(server.accountid, run) as T

async function receiver(...given: Parameters<typeof startReceiver>) {
  const made = await startReceiver(...given)
  receivers.push(made)
  return made
}

async function add(to: Receiver, more: object = {}) {
  return expectOk(admin().post('/api/webhooks', { url: to.url, kinds: ['job.moved'], ...more }))
}
const addJob = (description = 'Gate') =>
  expectOk(
    admin().post('/api/jobs', { boardid: shop.boardid, status: 1, description, client: shop.clients[0] }),
  )
const log = (id: string) => expectOk(admin().get(`/api/webhooks/${id}/events`))
const states = async (id: string) => (await log(id)).map(({ state }: { state: string }) => state)

test('where addresses may begin with http:// the dialog says so', async () => {
  const headers = { cookie: server.people.admin.cookie }
  const html = await (await fetch(`${server.url}/customise/webhooks/new`, { headers })).text()
  expect(html).toContain('Begins with https:// or http://.')
})

describe('a change', () => {
  test('is told once it is saved: signed, with what the call answers to the claims of the webhook', async () => {
    const to = await receiver()
    const { id, secret } = await add(to)
    const job = await addJob()
    await until(() => to.received.length === 1, 'the event')
    const { headers, body, json, id: messageid } = to.received[0]!
    const timestamp = Number(headers['webhook-timestamp'])
    expect(headers['webhook-signature']).toBe(signEvent([secret], { id: messageid, timestamp, body }))
    expect(json).toMatchObject({
      type: 'job.moved',
      id: job.id,
      version: job.version,
      accountid: server.accountid,
    })
    expect(json.change_seq).toBeNumber()
    const { quoted: _q, actual: _a, ...shown } = await expectOk(admin().get(`/api/jobs/${job.id}`))
    expect((json.data as { reference: string }).reference).toBe(shown.reference)
    expect(json.data).not.toHaveProperty('quoted')
    expect(json.data).not.toHaveProperty('history')
    await eventually(() => states(id), ['delivered'])
    expect((await log(id))[0].attempts).toMatchObject([{ status: 204, error: '' }])
  })

  test('shows amounts only to a webhook that was given them, by who holds that right', async () => {
    const to = await receiver()
    await add(to, { claims: ['jobs.money'] })
    await addJob()
    await until(() => to.received.length === 1, 'the event')
    expect(to.received[0]?.json.data).toHaveProperty('quoted')
    const { management, agent } = server.people
    expect((await management.post('/api/webhooks', { url: to.url, kinds: ['job.moved'] })).status).toBe(403)
    expect((await agent.get('/api/webhooks')).status).toBe(403)
  })

  test('of a kind that was not chosen is not told, and nor is one that was refused', async () => {
    const to = await receiver()
    const { id } = await add(to, { kinds: ['order.changed'] })
    await addJob()
    await admin().post('/api/jobs', { boardid: shop.boardid, status: 3, description: '' })
    expect(await log(id)).toEqual([])
  })

  test('of stock, steps and documents is told by kinds of their own', async () => {
    const to = await receiver()
    await add(to, { kinds: ['stock.changed'] })
    const item = await expectOk(
      admin().post('/api/inventory', {
        code: 'HOOK',
        materialname: 'Hook',
        keptinstock: true,
      }),
    )
    await expectOk(admin().post('/api/inventory/inbound', { inventoryid: item.id, quantity: 3 }))
    await until(() => to.received.length === 1, 'the event')
    expect(to.received[0]?.json).toMatchObject({
      type: 'stock.changed',
      id: item.id,
      data: { available: 3, reserved: 0 },
    })
  })
})

describe('what is not taken', () => {
  test('is tried again under the same id, with a time of its own', async () => {
    const to = await receiver((nth) => (nth === 1 ? 500 : 200))
    const { id } = await add(to)
    await addJob()
    await eventually(() => states(id), ['retrying'])
    const page = await fetch(`${server.url}/customise/webhooks`, { headers: { cookie: admin().cookie } })
    expect(await page.text()).toContain('Not answered')
    const [event] = await log(id)
    expect(Date.parse(event.nextutc) - Date.parse(event.attempts[0].dateutc)).toBeGreaterThanOrEqual(5_000)
    await expectOk(admin().post(`/api/webhooks/${id}/events/${event.id}/resend`))
    await eventually(() => states(id), ['delivered'])
    expect(to.received.map(({ id }) => id)).toEqual([event.id, event.id])
    expect((await log(id))[0].attempts).toMatchObject([{ status: 500 }, { status: 200 }])
  })

  test('with 410 stops the webhook, tells who manages, and keeps no secret of it', async () => {
    const to = await receiver(() => 410)
    const { id } = await add(to)
    await addJob()
    await until(async () => (await expectOk(admin().get(`/api/webhooks/${id}`))).state === 'stopped')
    const notices = await expectOk(admin().get('/api/communication/notifications'))
    expect(notices.some(({ message }: { message: string }) => message.includes('410'))).toBe(true)
    await addJob()
    expect(await expectOk(admin().get(`/api/webhooks/${id}`))).toMatchObject({ dropped: 1, waiting: 0 })
    expect((await admin().post(`/api/webhooks/${id}/test`)).status).toBe(409)
    const on = await expectOk(admin().patch(`/api/webhooks/${id}`, { state: 'on' }))
    expect(on).toMatchObject({ state: 'on', dropped: 0, reason: '' })
  })

  test('after the tenth time is given up, and the webhook with it where nothing got through', async () => {
    const to = await receiver(() => 302)
    const { id } = await add(to)
    await addJob()
    await eventually(() => states(id), ['retrying'])
    const [event] = await log(id)
    await server.services.tenants.write(server.accountid, { userid: null, name: 'Test' }, ({ db }) =>
      prepared(db, 'UPDATE webhook_events SET attempts = 9 WHERE webhookid = ? AND id = ?').run([
        id,
        event.id,
      ]),
    )
    await admin().post(`/api/webhooks/${id}/events/${event.id}/resend`)
    await eventually(() => states(id), ['failed'])
    const stopped = await expectOk(admin().get(`/api/webhooks/${id}`))
    expect(stopped).toMatchObject({
      state: 'stopped',
      waiting: 0,
      reason: 'Nothing got through for three days.',
    })
  })

  test('never waits without end: beyond ten thousand the page says how many were left out', async () => {
    const to = await receiver(() => 'never')
    const { id } = await add(to)
    const later = '2099-01-01T00:00:00.000Z'
    await server.services.tenants.write(server.accountid, { userid: null, name: 'Test' }, ({ db }) =>
      prepared(
        db,
        `WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ?1 - 1)
         INSERT INTO webhook_events (id, webhookid, kind, recordid, seq, createdutc, nextutc)
         SELECT 'msg_00' || n, ?2, 'job.changed', 'j', 1, ?3, ?3 FROM n`,
      ).run([MAX_WAITING, id, later]),
    )
    for (let n = 0; n < 3; n++) await addJob()
    expect(
      (await log(id)).filter(({ createdutc }: { createdutc: string }) => createdutc !== later),
    ).toHaveLength(1)
    const shown = await expectOk(admin().get(`/api/webhooks/${id}`))
    expect(shown).toMatchObject({ dropped: 2, waiting: MAX_WAITING })
    const page = await fetch(`${server.url}/customise/webhooks`, { headers: { cookie: admin().cookie } })
    expect(await page.text()).toContain('2 left out')
  })
})

test('another account is told although ten receivers of one never answer', async () => {
  const silent = await receiver(() => 'never')
  const ids: string[] = []
  for (let n = 0; n < 10; n++) ids.push((await add(silent)).id)
  for (const id of ids)
    for (let n = 0; n < 5; n++) await expectOk(admin().post(`/api/webhooks/${id}/test`, {}))
  await until(() => silent.received.length >= 8, 'as many as one account may have underway')
  const theirs = await receiver()
  const hook = await expectOk(server.other.post('/api/webhooks', { url: theirs.url, kinds: ['job.moved'] }))
  await expectOk(server.other.post(`/api/webhooks/${hook.id}/test`, {}))
  await until(() => theirs.received.length === 1, 'the event of the other account')
  const attempts = (await Promise.all(ids.map(log))).flat().map((event) => event.attempts.length)
  expect(new Set(attempts)).toEqual(new Set([0]))
  await expectOk(server.other.delete(`/api/webhooks/${hook.id}`))
})

test('one that answers is told although another of its account has all its places taken', async () => {
  const silent = await receiver(() => 'never')
  const { id } = await add(silent)
  for (let n = 0; n < 6; n++) await expectOk(admin().post(`/api/webhooks/${id}/test`, {}))
  await until(() => silent.received.length === 4, 'as many as one receiver may have underway')
  await addJob()
  const heard = await receiver()
  await add(heard)
  await addJob()
  await until(() => heard.received.length === 1, 'the event of the other webhook')
  expect(silent.received).toHaveLength(4)
})

test('what was saved before the program was killed is told by the next start, under the id that it had', async () => {
  const to = await receiver()
  const { id } = await add(to)
  await server.services.background.stop()
  await addJob('Before the kill')
  const [event] = await log(id)
  expect(event).toMatchObject({ state: 'waiting', attempts: [] })
  const folder = mkdtempSync(join(tmpdir(), 'joblane-webhooks-'))
  cpSync(join(server.folder, 'data'), folder, { recursive: true })
  await server.stop()
  expect(to.received).toEqual([])
  const flags = ['--port', '0', '--host', '127.0.0.1', '--data', folder, '--quiet', '--webhook-private']
  const again = await start(readConfig({}, flags), undefined, cheapPasswords)
  try {
    await until(() => to.received.length > 0, 'the event')
    expect(to.received.map((one) => one.id)).toEqual([event.id])
  } finally {
    await again.stop()
    rmSync(folder, { recursive: true })
    server = await startTestServer(undefined, ['--webhook-private'])
    shop = await createJobFixtures(server)
  }
}, 300_000)

describe('a secret', () => {
  test('is in the answer that made it and nowhere else', async () => {
    const to = await receiver()
    const key = { 'idempotency-key': crypto.randomUUID() }
    const given = { url: to.url, kinds: ['job.moved'] }
    const first = await admin().call('POST', '/api/webhooks', given, key)
    const { id, secret } = first.body.data
    expect(secret).toStartWith('whsec_')
    const same = await admin().call('POST', '/api/webhooks', given, key)
    expect(same.body.data).toMatchObject({ id })
    for (const answer of [
      same,
      await admin().get('/api/webhooks'),
      await admin().get(`/api/webhooks/${id}/events`),
    ])
      expect(answer.text).not.toContain('whsec_')
    const stored = inFile<object>((db) => ({
      webhooks: prepared(db, 'SELECT * FROM webhooks').all(),
      history: prepared(db, 'SELECT * FROM history').all(),
      replies: prepared(db, 'SELECT * FROM idempotency').all(),
    }))
    expect(JSON.stringify(stored)).not.toContain(secret)
    const dialog = await fetch(`${server.url}/customise/webhooks/${id}`, {
      headers: { cookie: admin().cookie },
    })
    expect(await dialog.text()).not.toContain('whsec_')
  })

  test('that is changed signs beside the new one for a day', async () => {
    const to = await receiver()
    const { id, secret } = await add(to)
    const renewed = await expectOk(admin().post(`/api/webhooks/${id}/secret`))
    expect(renewed.secret).not.toBe(secret)
    await expectOk(admin().post(`/api/webhooks/${id}/test`))
    await until(() => to.received.length === 1, 'the test')
    const { headers, body, id: messageid, json } = to.received[0]!
    const timestamp = Number(headers['webhook-timestamp'])
    expect(json.type).toBe('test')
    expect(headers['webhook-signature']).toBe(
      signEvent([renewed.secret, secret], { id: messageid, timestamp, body }),
    )
  })
})

test('an address without TLS, with a password or inside, and claims that one does not hold, are refused by field', async () => {
  const strict = await startTestServer()
  const { admin } = strict.people
  const kinds = ['job.moved']
  const refused = (body: object) => expectRefused(admin.post('/api/webhooks', body))
  expect(await refused({ url: 'http://example.co.za/', kinds })).toEqual(['url'])
  expect(await refused({ url: 'https://a:b@example.co.za/', kinds })).toEqual(['url'])
  expect(await refused({ url: 'https://127.0.0.1/', kinds })).toEqual(['url'])
  expect(await refused({ url: 'https://localhost/', kinds })).toEqual(['url'])
  expect(await refused({ url: 'file:///etc/passwd', kinds })).toEqual(['url'])
  expect(await refused({ url: 'https://203.0.114.1/', kinds: ['users.changed'] })).toEqual(['kinds'])
  expect(await refused({ url: 'https://203.0.114.1/', kinds: [] })).toEqual(['kinds'])
  expect(await refused({ url: 'https://203.0.114.1/', kinds, claims: ['users.manage'] })).toEqual(['claims'])
  for (let at = 0; at < 10; at++)
    await expectOk(admin.post('/api/webhooks', { url: 'https://203.0.114.1/', kinds }))
  expect(await refused({ url: 'https://203.0.114.1/', kinds })).toEqual(['url'])
  await strict.stop()
}, 300_000)
