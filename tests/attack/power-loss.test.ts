import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { accountNames } from '#db/queries/platform/registry.ts'
import { closeFile, openFile, prepared } from '#db/sqlite.ts'
import { until } from '#tests/support/eventually.ts'
import { startProgram } from '#tests/support/program.ts'
import {
  demoFolder,
  joblane,
  openData,
  removeTemporaryFolders,
  signedIn,
  temporaryFolder,
} from '#tests/tasks/support.ts'
import { findSentLines, replaySynced, STRACE } from './synced-files.ts'

setDefaultTimeout(120_000)
afterAll(removeTemporaryFolders)

const root = join(import.meta.dir, '../..')
const WRITES = 40

test('every file that is written syncs each commit before it is told', () => {
  const file = openFile(join(temporaryFolder(), 'any.sqlite'), { create: true })
  const pragma = (name: string) => Object.values(file.raw.query(`PRAGMA ${name}`).get() as object)[0]
  // 2 is FULL: in WAL mode 1 would sync at checkpoints alone.
  expect([pragma('journal_mode'), pragma('synchronous')]).toEqual(['wal', 2])
  closeFile(file)
})

const canTrace =
  Bun.which('strace') !== null && Bun.spawnSync(['strace', '-qq', '-e', 'trace=none', 'true']).exitCode === 0

describe.skipIf(!canTrace)('after a power cut that forgets all that was not synced', () => {
  test('whatever was acknowledged is there, at every moment', async () => {
    const folder = await demoFolder()
    const before = join(temporaryFolder(), 'before')
    cpSync(folder, before, { recursive: true })
    const log = await tracedLog(folder)
    const sent = findSentLines(log, /POWER-\d+-/)
    expect(sent.size).toBe(WRITES)
    const moments = [...sent.values()].toSorted((a, b) => a - b)
    for (const at of [0, WRITES / 2, WRITES - 1].map((place) => moments[place] as number)) {
      const disk = join(temporaryFolder(), 'disk')
      replaySynced(log.slice(0, at), folder, before, disk)
      const told = [...sent].filter(([, moment]) => moment <= at).map(([word]) => word)
      expect(told.filter((word) => !kept(disk).has(word))).toEqual([])
      expect(await joblane(['check', '--data', disk])).toMatchObject({ status: 0 })
    }
    // Without a sync nothing of it would be there: the cut does forget.
    const disk = join(temporaryFolder(), 'disk')
    replaySynced(
      log.filter((line) => !/f(data)?sync/.test(line)),
      folder,
      before,
      disk,
    )
    expect([...kept(disk)].filter((word) => word.startsWith('POWER'))).toEqual([])
  })
})

/** Four people add clients, then the power goes. */
async function tracedLog(folder: string): Promise<string[]> {
  const path = join(temporaryFolder(), 'strace.log')
  const serve = [
    process.execPath,
    join(root, 'server/main.ts'),
    '--port',
    '0',
    '--host',
    '127.0.0.1',
    '--quiet',
  ]
  const program = await startProgram([...STRACE, '-o', path, ...serve, '--data', folder], root)
  const call = await signedIn(program)
  const person = async (first: number) => {
    for (let n = first; n < WRITES; n += 4)
      expect((await call('POST', '/api/clients', { name: `POWER-${n}-` })).status).toBe(200)
  }
  await Promise.all([0, 1, 2, 3].map(person))
  await program.kill()
  const lines = () => readFileSync(path, 'latin1').split('\n')
  await until(() => lines().at(-2)?.includes('killed by') === true, 'the end of the log')
  return lines()
}

function kept(folder: string): Set<string> {
  const data = openData(folder)
  try {
    const account = data.platform.read(accountNames).find(({ name }) => name === 'Northwind Traders')!
    const rows = data.tenants.read(account.id, (db) =>
      prepared<{ name: string }>(db, 'SELECT name FROM clients').all(),
    )
    return new Set(rows.map(({ name }) => name))
  } finally {
    data.close()
  }
}
