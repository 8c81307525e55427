import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withOffsiteFile } from '#db/offsite.ts'
import {
  findLastDrill,
  listEvents,
  listSubjects,
  writePlaceState,
  writeSubject,
} from '#db/queries/offsite.ts'
import { platformOutbox } from '#db/schema/platform/platform.ts'
import { notifications } from '#db/schema/tenant/index.ts'
import { readConfig } from '#server/config.ts'
import { watchCopies } from '#server/domains/platform/copies/tell-operators.tsx'
import { start } from '#server/start.ts'
import { htmxRequest } from '#tests/support/answers.ts'
import { eventually, until } from '#tests/support/eventually.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

setDefaultTimeout(300_000)

const pageOf = (server: TestServer, who = server.operator) =>
  htmxRequest(server, who, 'GET', '/backoffice/copies')
const press = (server: TestServer, what: 'now' | 'drill') =>
  htmxRequest(server, server.operator, 'POST', `/backoffice/copies/${what}`)

describe('without a place', () => {
  let server: TestServer
  let now = Date.parse('2026-11-24T12:00:00Z')
  beforeAll(async () => {
    server = await startTestServer(() => new Date(now))
  })
  afterAll(() => server.stop())

  test('the page says how to turn copies on, to the operator alone', async () => {
    const { status, html } = await pageOf(server)
    expect(status).toBe(200)
    expect(html).toContain('Off-site copies are turned off')
    expect((await pageOf(server, server.people.admin)).status).toBe(403)
    expect((await press(server, 'now')).status).toBe(422)
  })

  const data = () => server.services.config.data
  const mails = () => server.services.platform.read((db) => db.select().from(platformOutbox).all().length)
  const bell = () =>
    server.services.tenants
      .read(server.operator.accountid, (db) => db.select().from(notifications).all())
      .map(({ message }) => message)
  const watch = () => watchCopies(server.services, '2026-11-24T00:00:00.000Z')
  const run = (set: Parameters<typeof writePlaceState>[1]) =>
    withOffsiteFile(data(), (db) =>
      writePlaceState(db, { ranutc: new Date(now).toISOString(), failure: '', failedutc: null, ...set }),
    )

  test('operators hear once when copies stop, again after a day, and when they go on', async () => {
    const before = mails()
    run({})
    await watch()
    expect(mails()).toBe(before)
    run({ failure: 'The bucket copies is full.', failedutc: '2026-11-24T11:50:00.000Z' })
    await watch()
    await watch()
    expect(mails()).toBe(before + 1)
    expect(bell()).toEqual(['Off-site copies stopped: The bucket copies is full.'])
    now += 25 * 3_600_000
    run({ failure: 'The bucket copies is full.', failedutc: '2026-11-24T11:50:00.000Z' })
    await watch()
    expect(mails()).toBe(before + 2)
    run({})
    await watch()
    await watch()
    expect(mails()).toBe(before + 3)
    expect(bell()).toContain('Off-site copies are made again.')
    const kinds = withOffsiteFile(data(), (db) => listEvents(db, 10)).map(({ kind }) => kind)
    expect(kinds).toEqual(['resumed', 'stopped', 'stopped'])
  })

  test('they hear of what waits too long, of a thread that is silent, and of a drill that failed', async () => {
    const told = async () => {
      await watch()
      const [newest] = withOffsiteFile(data(), (db) => listEvents(db, 1))
      run({ told: '', toldutc: null })
      return newest?.detail
    }
    run({})
    const changedutc = new Date(now - 16 * 60_000).toISOString()
    withOffsiteFile(data(), (db) => writeSubject(db, server.accountid, { changedutc, failure: 'Why.' }))
    expect(await told()).toMatch(/^First waits since 2026-11-25 .* to be copied. Why.$/)
    withOffsiteFile(data(), (db) => writeSubject(db, server.accountid, { changedutc: null }))
    now += 11 * 60_000
    expect(await told()).toContain('has not run for ten minutes')
  })
})

test('a place or a key that cannot be used stops the start with a sentence', async () => {
  const flags = ['--data', '/tmp/joblane-no-such', '--port', '0', '--replicate-to', '/tmp/x']
  expect(() => readConfig({}, ['--replicate-to', 'sftp://nas'])).toThrow(
    'JOBLANE_REPLICATE_TO must name a user',
  )
  expect(() => readConfig({}, ['--replicate-to', 's3://copies'])).toThrow('JOBLANE_S3_KEY_ID')
  const started = start(readConfig({}, [...flags, '--replicate-key', '/tmp/no-such-key']))
  await expect(started).rejects.toThrow('JOBLANE_REPLICATE_KEY names /tmp/no-such-key, which cannot be read.')
})

describe('with a place', () => {
  let server: TestServer
  let place: string
  beforeAll(async () => {
    place = mkdtempSync(join(tmpdir(), 'joblane-copies-'))
    server = await startTestServer(undefined, ['--replicate-to', place])
  })
  afterAll(async () => {
    await server.stop()
    rmSync(place, { recursive: true })
  })

  test('the program copies every account by itself, tries a restore, and shows how it stands', async () => {
    const { data } = server.services.config
    expect((await press(server, 'now')).status).toBe(200)
    await server.services.background.run('offsite')
    const accounts = [server.accountid, server.otherid, server.operator.accountid]
    const isCopied = () =>
      withOffsiteFile(data, listSubjects).filter(({ id, copiedutc }) => copiedutc && accounts.includes(id))
        .length === accounts.length
    await until(isCopied, 'copies of all accounts')
    expect(readdirSync(join(place, 'accounts')).sort()).toEqual(accounts.toSorted())
    const { html } = await pageOf(server)
    for (const words of [place, 'First', 'Copied', 'The copies are not encrypted'])
      expect(html).toContain(words)
    expect((await press(server, 'drill')).status).toBe(200)
    await eventually(() => withOffsiteFile(data, findLastDrill)?.ok, true)
    expect((await pageOf(server)).html).toContain('restored and sound')
  })
})
