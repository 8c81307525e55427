import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPlatform, type Platform, platformPath } from '#db/platform.ts'
import { cells } from '#db/schema/platform/index.ts'
import { watchSlowStatements } from '#db/slow-statements.ts'

const LEAST_MS = 1e-9

let folder: string
let [ours, theirs] = [] as unknown as [Platform, Platform]
let asked = 0

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'joblane-shared-'))
  theirs = openPlatform(folder, undefined, { shared: true })
  watchSlowStatements(LEAST_MS, (text) => {
    if (text === 'PRAGMA data_version') asked++
  })
  ours = openPlatform(folder, undefined, { shared: true })
})

afterAll(() => {
  watchSlowStatements(0, () => {})
  ours.close()
  theirs.close()
  rmSync(folder, { recursive: true })
})

/** At once, in this turn of the event loop. */
function withTheirs(run: (raw: Database) => void) {
  const raw = new Database(platformPath(folder))
  run(raw)
  raw.close()
}

const write = (platform: Platform, id: string) =>
  platform.write(({ db, now }) =>
    db.insert(cells).values({ id, address: '', incarnation: 1, startedutc: now }).run(),
  )

test('what another process wrote is seen by who asks next, and the file is asked once until then', async () => {
  const before = ours.changes()
  asked = 0
  expect([ours.changes(), ours.changes(), ours.changes()]).toEqual([before, before, before])
  await write(theirs, 'c01')
  expect(ours.changes()).toBe(before + 1)
  expect(ours.changes()).toBe(before + 1)
  expect(asked).toBe(1)
})

test('whoever waits for no event sees one state, and a request that comes in sees the newest', async () => {
  const before = ours.changes()
  asked = 0
  for (let n = 0; n < 5; n++) {
    await Promise.resolve()
    expect(ours.changes()).toBe(before)
  }
  expect(asked).toBeLessThanOrEqual(1)
  withTheirs((raw) => raw.run("UPDATE cells SET address = '127.0.0.1:1'"))
  ours.refresh()
  expect(ours.changes()).toBe(before + 1)
})

test('its own writes are seen at once', async () => {
  const before = ours.changes()
  await write(ours, 'c02')
  expect(ours.changes()).toBe(before + 1)
})
