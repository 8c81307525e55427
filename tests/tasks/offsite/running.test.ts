import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { lockOffsite, withOffsiteFile } from '#db/offsite.ts'
import { findLastDrill, listEvents, listSubjects, PLATFORM } from '#db/queries/offsite.ts'
import { bandwidthLimit } from '#server/tasks/offsite/bandwidth-limit.ts'
import { claimPlace } from '#server/tasks/offsite/claim-place.ts'
import { drill } from '#server/tasks/offsite/drill.ts'
import { chooseOldCopies } from '#server/tasks/offsite/thin-out.ts'
import { until } from '#tests/support/eventually.ts'
import { type S3StandIn, s3Flags, startS3 } from '#tests/support/s3.ts'
import { demoFolder, joblane, removeTemporaryFolders, temporaryFolder } from '../support.ts'
import {
  accountId,
  addPlace,
  addUpload,
  copyOnce,
  randomBytes,
  readPlaces,
  refused,
  restoreFrom,
  settingsOf,
  withCopier,
  YARD,
} from './support.ts'

setDefaultTimeout(120_000)

let s3: S3StandIn
beforeAll(() => {
  s3 = startS3()
})
afterAll(() => {
  s3.stop()
  removeTemporaryFolders()
})

const root = join(import.meta.dir, '../../..')
const keysIn = (prefix: string) => [...s3.objects.keys()].filter((key) => key.startsWith(prefix))

test('a run that is killed leaves the place readable, and the next goes on where it stood', async () => {
  const data = await demoFolder()
  const to = s3.address('killed')
  const id = accountId(data)
  const pieces = `killed/accounts/${id}/pieces/`
  await addPlace(data, 'one')
  await copyOnce(data, to, s3Flags)
  await addPlace(data, 'two')
  for (let n = 0; n < 40; n++) addUpload(data, id, randomBytes(100_000))
  const copies = keysIn(`killed/accounts/${id}/copies/`)
  const before = new Set(keysIn(pieces))
  const child = Bun.spawn(
    [
      ...[process.execPath, join(root, 'server/main.ts'), 'replicate', '--to', to, '--once', '--data', data],
      ...[...s3Flags, '--replicate-limit', '500'],
    ],
    { cwd: root, stdout: 'ignore', stderr: 'ignore' },
  )
  await until(() => keysIn(pieces).length > before.size + 8, 'a part of the uploads')
  child.kill('SIGKILL')
  await child.exited
  const there = new Set(keysIn(pieces))
  expect(there.size).toBeLessThan(before.size + 41)
  expect(keysIn(`killed/accounts/${id}/copies/`)).toEqual(copies)
  const meanwhile = await restoreFrom(to, [...s3Flags, '--account', YARD])
  expect([meanwhile.status, readPlaces(meanwhile.data)]).toEqual([0, ['Place one']])

  s3.asked.length = 0
  expect(await copyOnce(data, to, s3Flags)).toEqual([])
  const again = s3.asked.filter((one) => one.startsWith('PUT ') && there.has(one.slice(4)))
  // Those that were on their way when it was killed.
  expect(again.length).toBeLessThanOrEqual(4)
  const after = await restoreFrom(to, [...s3Flags, '--account', YARD])
  expect([after.status, readPlaces(after.data)]).toEqual([0, ['Place one', 'Place two']])
  expect(readdirSync(join(after.data, 'files', id))).toHaveLength(40)
})

test('one process at a time copies a folder', async () => {
  const data = await demoFolder()
  const unlock = lockOffsite(data)
  expect(await refused(copyOnce(data, join(temporaryFolder(), 'place')))).toContain(
    'is copied by another Joblane',
  )
  unlock?.()
  expect(await copyOnce(data, join(temporaryFolder(), 'place'))).toEqual([])
})

test('the command says what is missing, and what was not copied', async () => {
  const data = await demoFolder()
  const run = async (...args: string[]) => (await joblane(['replicate', '--data', data, ...args])).err.trim()
  expect(await run('--once')).toBe('joblane: --to is needed.')
  expect(await run('--to', 's3://copies')).toContain('JOBLANE_S3_KEY_ID and JOBLANE_S3_SECRET are needed')
  expect(await run('--to', join(data, 'x'), '--replicate-key', join(data, 'nokey'))).toContain(
    'cannot be read',
  )
  expect(
    (await joblane(['replicate', '--once', '--to', '/tmp/x', '--data', join(data, 'no')])).err,
  ).toContain('There is no data folder')
  writeFileSync(join(data, 'tenants', `${accountId(data)}.sqlite`), 'no database')
  expect(await run('--once', '--to', join(temporaryFolder(), 'place'))).toMatch(
    /^joblane: Not copied: Second Yard: /,
  )
})

test('what failed just now, or by a clock that was ahead, is tried again when asked once, and counts until it is there', async () => {
  const data = await demoFolder()
  const to = s3.address('again')
  const noon = '2026-11-20T12:00:00.000Z'
  const names = ['Joblane Operator', 'Northwind Traders', 'Second Yard', 'The platform']
  try {
    // For the mark of the place and who copies there.
    s3.room = [...s3.objects.values()].reduce((sum, one) => sum + one.bytes.length, 0) + 2_000
    for (const at of [noon, '2026-11-20T12:00:05.000Z', '2026-11-20T11:00:00.000Z']) {
      const left = await copyOnce(data, to, s3Flags, at)
      expect(left.map((one) => one.split(':')[0]).sort()).toEqual(names)
      expect(left.filter((one) => one.includes('is full'))).toHaveLength(2)
      expect(left.filter((one) => one.endsWith(': not tried after that.'))).toHaveLength(2)
    }
  } finally {
    s3.room = Number.POSITIVE_INFINITY
  }
  expect(await copyOnce(data, to, s3Flags, '2026-11-20T11:00:05.000Z')).toEqual([])
  expect(keysIn('again/platform/copies/')).toHaveLength(1)
  expect(keysIn(`again/accounts/${accountId(data)}/copies/`)).toHaveLength(1)
})

test('sends no more than it may, on average', async () => {
  let now = 0
  const waited: number[] = []
  const wait = async (ms: number) => {
    waited.push(ms)
    now += ms
  }
  const limit = bandwidthLimit(100, () => now, wait)
  for (const bytes of [200_000, 100_000, 50_000]) await limit(bytes)
  expect(waited).toEqual([2_000, 1_000])
  const none = bandwidthLimit(0, () => now, wait)
  await none(1e9)
  expect(waited).toHaveLength(2)
})

describe('old copies', () => {
  const at = (madeutc: string, ordinal = 1) => ({ name: madeutc, ordinal, madeutc })

  test('all of a day stay, the last of each day for a month, of each month for a year, and the newest for ever', () => {
    const times = [
      '2024-01-01T08:00:00.000Z',
      '2025-12-30T08:00:00.000Z',
      '2025-12-31T08:00:00.000Z',
      '2026-02-01T08:00:00.000Z',
      '2026-02-27T08:00:00.000Z',
      '2026-03-08T07:00:00.000Z',
      '2026-03-08T08:00:00.000Z',
      '2026-03-09T13:00:00.000Z',
      '2026-03-10T08:00:00.000Z',
      '2026-03-10T08:05:00.000Z',
    ]
    const gone = (now: string, all = times) =>
      chooseOldCopies(
        all.map((one) => at(one)),
        new Date(now),
      ).map(({ madeutc }) => madeutc)
    expect(gone('2026-03-10T12:00:00Z').sort()).toEqual([times[0]!, times[1]!, times[5]!])
    expect(gone('2036-01-01T00:00:00Z', times.slice(0, 2))).toEqual([times[0]!])
  })

  test('go with the pieces that no other names, and those that are left are whole', async () => {
    const data = await demoFolder()
    const to = s3.address('thin')
    const copyAt = async (name: string, moment: string) => {
      await addPlace(data, name)
      s3.shiftMs = Date.parse(moment) - Date.now()
      expect(await copyOnce(data, to, s3Flags, moment)).toEqual([])
    }
    const id = accountId(data)
    await copyAt('one', '2026-01-05T08:00:00Z')
    const first = keysIn(`thin/accounts/${id}/pieces/`)
    await copyAt('two', '2026-01-05T09:00:00Z')
    await copyAt('three', '2026-03-10T10:00:00Z')
    expect(keysIn(`thin/accounts/${id}/copies/`)).toHaveLength(2)
    const left = keysIn(`thin/accounts/${id}/pieces/`)
    // The record of its people is the same in all.
    expect(first.filter((name) => left.includes(name))).toHaveLength(1)
    const flags = [...s3Flags, '--account', YARD, '--at']
    expect(readPlaces((await restoreFrom(to, [...flags, '2026-02-01'])).data)).toHaveLength(2)
    expect((await restoreFrom(to, [...flags, '2026-01-05T08:30Z'])).err).toContain('no copy')

    // By a clock that is an hour off nothing is removed, and that is said.
    s3.shiftMs -= 3_600_000
    await addPlace(data, 'four')
    await copyOnce(data, to, s3Flags, '2026-05-10T10:00:00Z')
    expect(keysIn(`thin/accounts/${id}/copies/`)).toHaveLength(3)
    const events = withOffsiteFile(data, (db) => listEvents(db, 10))
    expect(events[0]?.detail).toMatch(/^Second Yard: old copies stay. The clock of this machine and that of/)
    s3.shiftMs = 0
  })

  test('of which a piece is gone are said, and what is still here is put there again', async () => {
    const data = await demoFolder()
    const to = s3.address('healed')
    const id = accountId(data)
    await copyOnce(data, to, s3Flags)
    const [piece] = keysIn(`healed/accounts/${id}/pieces/`)
    s3.objects.delete(piece as string)
    await addPlace(data, 'one')
    withOffsiteFile(data, (db) => db.run('UPDATE subjects SET thinnedutc = NULL'))
    await copyOnce(data, to, s3Flags)
    const [said] = withOffsiteFile(data, (db) => listEvents(db, 10))
    expect([said?.kind, said?.detail]).toEqual([
      'kept',
      expect.stringContaining('pieces of copies are missing'),
    ])
    await copyOnce(data, to, s3Flags)
    expect((await restoreFrom(to, [...s3Flags, '--account', YARD])).status).toBe(0)
  })
})

describe('a drill', () => {
  const hold = async (data: string, to: string) => {
    await withCopier(settingsOf(data, to), async (copier) => {
      await claimPlace(copier)
      const ids = listSubjects(copier.db)
        .map(({ id }) => id)
        .filter((id) => id !== PLATFORM)
      await drill(copier, () => ids.indexOf(accountId(data)))
    })
    return withOffsiteFile(data, findLastDrill)
  }

  test('restores an account, checks it, says so and leaves nothing behind', async () => {
    const data = await demoFolder()
    const to = join(temporaryFolder(), 'place')
    await copyOnce(data, to)
    const held = await hold(data, to)
    expect([held?.ok, held?.detail]).toEqual([
      true,
      expect.stringMatching(/^Second Yard, copy of .*: restored and sound$/),
    ])
    expect(readdirSync(join(data, 'offsite-making'))).toEqual([])
    const pieces = join(to, 'accounts', accountId(data), 'pieces')
    for (const name of readdirSync(pieces)) rmSync(join(pieces, name))
    const failed = await hold(data, to)
    expect([failed?.ok, failed?.detail]).toEqual([false, expect.stringContaining('is missing at')])
    expect(readdirSync(join(data, 'offsite-making'))).toEqual([])
  })
})
