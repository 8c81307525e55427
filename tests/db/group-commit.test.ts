import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextLoopTurn } from 'node:timers/promises'
import { GroupCommit } from '#db/group-commit.ts'
import { closeFile, openFile, prepared, type SqlFile } from '#db/sqlite.ts'

let folder: string
let file: SqlFile

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'joblane-commits-'))
  file = openFile(join(folder, 'one.sqlite'), { create: true })
  file.raw.run('CREATE TABLE notes (text TEXT)')
})

afterAll(() => {
  closeFile(file)
  rmSync(folder, { recursive: true })
})

function counted() {
  const count = { commits: 0 }
  const commits = new GroupCommit(file, { after: () => count.commits++ })
  const write = (text: string) =>
    commits.write(() => prepared(file.db, 'INSERT INTO notes (text) VALUES (?)').run([text]))
  return { count, commits, write }
}

const work = (milliseconds: number) => {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
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

test('a write waits no longer than ten milliseconds for others', async () => {
  const { count, write } = counted()
  const first = write('long')
  let turns = 0
  for (; turns < 200 && count.commits === 0; turns++) {
    work(1)
    await nextLoopTurn()
  }
  await first
  expect(turns).toBeLessThan(30)
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
