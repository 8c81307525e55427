import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextLoopTurn } from 'node:timers/promises'
import { GroupCommit } from '#db/group-commit.ts'
import { closeFile, openFile, prepared, type SqlFile } from '#db/sqlite.ts'

let folder: string
let file: SqlFile

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'joblane-commits-'))
  file = openFile(join(folder, 'one.sqlite'), { create: true, shortwrites: true })
  file.raw.run('CREATE TABLE notes (text TEXT)')
})

afterAll(() => {
  closeFile(file)
  rmSync(folder, { recursive: true })
})

function counted() {
  const count = { commits: 0 }
  const commits = new GroupCommit(file, { after: () => count.commits++, clock: () => time })
  const write = (text: string) =>
    commits.write(() => prepared(file.db, 'INSERT INTO notes (text) VALUES (?)').run([text]))
  return { count, commits, write }
}

/** The machine's own clock would count what others do on it. */
let time = 0
const work = (milliseconds: number) => {
  time += milliseconds
}

test('writes that come in while others are answered share a commit', async () => {
  const { count, write } = counted()
  const written: Promise<unknown>[] = []
  for (let n = 0; n < 4; n++) {
    written.push(write(`busy ${n}`))
    work(1)
    await nextLoopTurn()
  }
  await Promise.all(written)
  expect(count.commits).toBe(1)
})

test('a write waits for others, and no longer than 50 milliseconds', async () => {
  const { count, write } = counted()
  const first = write('long')
  let turns = 0
  for (; turns < 200 && count.commits === 0; turns++) {
    work(1)
    await nextLoopTurn()
  }
  await first
  expect(turns).toBeGreaterThan(40)
  expect(turns).toBeLessThan(70)
})

test('one that throws undoes only itself, in the same commit', async () => {
  const { count, commits, write } = counted()
  const kept = write('kept')
  const refused = commits.write(() => {
    prepared(file.db, 'INSERT INTO notes (text) VALUES (?)').run(['refused'])
    throw new Error('refused')
  })
  await expect(refused).rejects.toThrow('refused')
  await kept
  expect(count.commits).toBe(1)
  expect(prepared(file.db, "SELECT count(*) AS n FROM notes WHERE text = 'refused'").get()).toEqual({ n: 0 })
})

/** Bytes that this process handed to files and sockets so far. */
const bytesWritten = () => Number(/^wchar: (\d+)/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1])

test.skipIf(!existsSync('/proc/self/io'))('what could be undone of one write goes into no file', async () => {
  const { commits, write } = counted()
  await Promise.all(Array.from({ length: 64 }, () => write('x'.repeat(4_000))))
  const log = () => statSync(`${file.path}-wal`).size
  const [bytes, logged] = [bytesWritten(), log()]
  const change = (text: string) =>
    commits.write(() => prepared(file.db, 'UPDATE notes SET text = text || ?').run([text]))
  await Promise.all(['a', 'b', 'c', 'd'].map(change))
  expect(bytesWritten() - bytes).toBeLessThan((log() - logged) * 1.2)
})

test('a long batch lets others in, and goes on in the order in which it was asked', async () => {
  const { count, commits } = counted()
  const [done, between]: [number[], number[]] = [[], []]
  const slow = (n: number) =>
    commits.write(() => {
      work(1)
      done.push(n)
    })
  const all = Promise.all(Array.from({ length: 12 }, (_, n) => slow(n)))
  while (done.length < 12) {
    await nextLoopTurn()
    between.push(done.length)
  }
  await all
  expect(done).toEqual(Array.from({ length: 12 }, (_, n) => n))
  expect(count.commits).toBe(3)
  expect(between).toContain(4)
  expect(between).toContain(8)
  expect(commits.idle()).toBe(true)
})
