import { afterAll, beforeEach, expect, test } from 'bun:test'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DataFolder, lockDataFolder } from '#db/data-folder.ts'
import { openPlatform } from '#db/platform.ts'
import { storedReply, storeReply } from '#db/queries/idempotency.ts'
import { setSetting } from '#db/queries/settings.ts'
import { closeFile, prepared } from '#db/sqlite.ts'
import { ProgramEnds } from '#db/tenant-writer.ts'
import { openTenants, type Tenants, type Tx } from '#db/tenants.ts'
import type { PlatformTx, TenantEvent } from '#db/types.ts'
import {
  openInThread,
  readInThread,
  type TenantFileRef,
  tryOnCopy,
  writeInThread as writeToFile,
} from '#db/write-in-thread.ts'

const folder = mkdtempSync(join(tmpdir(), 'joblane-long-write-'))
const by = { userid: null, name: 'test' }
const dataFolders: DataFolder[] = []

let tenants: Tenants
let id: string
let told: TenantEvent[]
beforeEach(() => {
  const dataFolder = lockDataFolder(join(folder, Bun.randomUUIDv7()))
  dataFolders.push(dataFolder)
  told = []
  tenants = openTenants({ dataFolder })
  tenants.onCommit((_, events) => told.push(...events))
  id = Bun.randomUUIDv7()
  tenants.create(id, 'x')
})
afterAll(() => {
  for (const dataFolder of dataFolders) dataFolder.release()
  rmSync(folder, { recursive: true })
})

const put = (key: string) => (tx: Tx) => {
  setSetting(tx.db, key, 1)
  tx.publish('RecordChanged', [key])
  tx.invalidateCaches()
  return tx.seq
}
function writeInThread<T>(ref: TenantFileRef, run: (tx: Tx) => T) {
  const file = openInThread(ref)
  try {
    return writeToFile(file, ref, run)
  } finally {
    closeFile(file)
  }
}

const keys = () =>
  tenants.read(id, (db) =>
    prepared<{ key: string }>(db, 'SELECT key FROM settings ORDER BY key')
      .all()
      .map(({ key }) => key),
  )

test('what was asked for before is written before, and what is asked for meanwhile waits', async () => {
  const order: string[] = []
  const write = (key: string) =>
    tenants.write(id, by, (tx) => {
      order.push(key)
      return put(key)(tx)
    })
  const early = write('a')
  const longWrite = tenants.longWrite(id, by, async (ref) => {
    order.push('b')
    await Bun.sleep(20)
    return writeInThread(ref, put('b'))
  })
  const late = write('c')
  const last = tenants.longWrite(id, by, async (ref) => writeInThread(ref, put('d')))
  const seqs = await Promise.all([early, longWrite, late, last])
  expect([order, keys()]).toEqual([
    ['a', 'b', 'c'],
    ['a', 'b', 'c', 'd'],
  ])
  expect(seqs.map((seq) => seq - seqs[0]!).sort()).toEqual([0, 1, 2, 3])
  expect(told.map(({ seq }) => seq)).toEqual(told.map(({ seq }) => seq).toSorted())
  expect(told.map(({ args }) => args[0]).sort()).toEqual(['a', 'b', 'c', 'd'])
  expect(tenants.position(id)).toEqual({ seq: Math.max(...seqs), referenceVersion: Math.max(...seqs) })
})

test('a read sees one state of the file, also when the other connection commits in the middle of it', async () => {
  await tenants.longWrite(id, by, async (ref) => {
    let wrote: ReturnType<typeof writeInThread<number>> | undefined
    const counts = tenants.read(id, (db) => {
      const count = () => prepared<{ n: number }>(db, 'SELECT count(*) AS n FROM settings').get()!.n
      const before = count()
      wrote = writeInThread(ref, put('a'))
      return [before, count(), tenants.glance(id, () => count())]
    })
    expect(counts).toEqual([0, 0, 0])
    expect(keys()).toEqual(['a'])
    return wrote!
  })
  expect(await tenants.write(id, by, (tx) => tx.seq)).toBe(told[0]!.seq + 1)
})

test('what a thread committed whose answer was lost is told as a reason to look anew', async () => {
  const lost = tenants.longWrite(id, by, async (ref) => {
    writeInThread(ref, put('a'))
    throw new Error('lost')
  })
  expect(await lost.catch((error) => error.message)).toBe('lost')
  expect(keys()).toEqual(['a'])
  expect(told).toMatchObject([{ event: 'Reload', seq: tenants.position(id).seq }])
})

test('what throws leaves nothing, and the next write goes on', async () => {
  const failing = tenants.longWrite(id, by, async (ref) =>
    writeInThread(ref, (tx) => {
      put('a')(tx)
      throw new Error('no')
    }),
  )
  expect(await failing.catch((error) => error.message)).toBe('no')
  await tenants.write(id, by, put('b'))
  expect(keys()).toEqual(['b'])
})

test('a trial leaves nothing, and needs no turn, whether it reads or writes to a copy', async () => {
  const path = join(folder, 'trial.copy')
  const tries = tenants.longWrite(id, by, async () => {
    const tried = tryOnCopy(tenants.fileRef(id, by), path, (tx) => {
      put('a')(tx)
      return prepared<{ key: string }>(tx.db, 'SELECT key FROM settings').all()
    })
    return { value: tried, events: [] }
  })
  expect(await tries).toEqual([{ key: 'a' }])
  expect([keys(), tenants.position(id).seq, told, existsSync(path)]).toEqual([[], 0, [], false])
  expect(() => readInThread(tenants.fileRef(id, by), put('a'))).toThrow('readonly')
})

test('a file that was replaced meanwhile is not written', async () => {
  const path = tenants.path(id)
  const refused = tenants.longWrite(id, by, async (ref) =>
    writeInThread(ref, () => {
      copyFileSync(path, `${path}.copy`)
      renameSync(`${path}.copy`, path)
    }),
  )
  expect(await refused.catch((error) => error.message)).toContain('does not exist')
})

test('at the end those that write come to theirs, and no other begins', async () => {
  const slow = tenants.longWrite(id, by, async (ref) => {
    await Bun.sleep(20)
    return writeInThread(ref, put('a'))
  })
  await tenants.finish()
  expect(keys()).toEqual(['a'])
  expect(await slow).toBe(told[0]!.seq)
  const late = tenants.longWrite(id, by, async (ref) => writeInThread(ref, put('b')))
  expect(await late.catch((error) => error)).toBeInstanceOf(ProgramEnds)
})

test('what waits at the end for a long write is refused, long or short', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const slow = tenants.longWrite(id, by, async (ref) => {
    await promise
    return writeInThread(ref, put('a'))
  })
  const waiting = [
    tenants.longWrite(id, by, async (ref) => writeInThread(ref, put('b'))),
    tenants.write(id, by, put('c')),
  ]
  const refused = Promise.all(waiting.map((one) => one.catch((error) => error)))
  const finished = tenants.finish()
  resolve()
  await Promise.all([slow, finished])
  expect((await refused).map((error) => error instanceof ProgramEnds)).toEqual([true, true])
  expect(keys()).toEqual(['a'])
})

test('the platform’s file is written in steps: reads see what was before, writes wait, what throws leaves nothing', async () => {
  const path = join(folder, Bun.randomUUIDv7())
  mkdirSync(path)
  let commits = 0
  const platform = openPlatform(path)
  platform.onCommit(() => commits++)
  const add = (key: string) => (tx: PlatformTx) => storeReply(tx.db, tx.now, 'u', key, REPLY)
  const there = () => ['a', 'b', 'c', 'd'].filter((key) => platform.read((db) => storedReply(db, 'u', key)))
  const seen: string[][] = []
  const early = platform.write(add('a'))
  const steps = platform.longWrite(async (tx) => {
    add('b')(tx)
    await Bun.sleep(5)
    seen.push(there())
    add('c')(tx)
    return 'done'
  })
  const failing = platform.longWrite(async (tx) => {
    seen.push(there())
    add('x')(tx)
    await Bun.sleep(5)
    throw new Error('no')
  })
  const late = platform.write((tx) => {
    seen.push(there())
    return add('d')(tx)
  })
  expect(await Promise.all([early, steps, failing.catch((error) => error.message), late])).toContain('done')
  expect(seen).toEqual([['a'], ['a', 'b', 'c'], ['a', 'b', 'c']])
  expect([there(), platform.read((db) => storedReply(db, 'u', 'x'))]).toEqual([['a', 'b', 'c', 'd'], null])
  expect([commits, platform.changes()]).toEqual([3, 3])
  platform.close()
})

const REPLY = { request: 'r', status: 200, reply: '{}' }
