import { afterAll, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { snapshotFile } from '#db/snapshot.ts'
import { closeFile, openFile } from '#db/sqlite.ts'
import { syncInSlices } from '#db/sync-in-slices.ts'

const folder = mkdtempSync(join(tmpdir(), 'joblane-slices-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const at = (name: string) => join(folder, name)

test('a file of several slices is the same in its place, read by nobody else, and leaves nothing beside it', async () => {
  const bytes = crypto.getRandomValues(new Uint8Array(65_536))
  const large = Buffer.concat(Array.from({ length: 300 }, () => bytes))
  await Bun.write(at('large.unsynced'), large)
  syncInSlices(at('large.unsynced'), at('large'))
  expect(Buffer.from(await Bun.file(at('large')).bytes()).equals(large)).toBe(true)
  expect(statSync(at('large')).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder)).toEqual(['large'])
})

test('where it cannot take its place, nothing of it stays', async () => {
  await Bun.write(at('other.unsynced'), 'other')
  mkdirSync(join(at('taken'), 'full'), { recursive: true })
  expect(() => syncInSlices(at('other.unsynced'), at('taken'))).toThrow()
  expect(readdirSync(folder).toSorted()).toEqual(['large', 'taken'])
})

test('a snapshot of a file is sound, and alone in its folder', () => {
  const file = openFile(at('any.sqlite'), { create: true })
  file.raw.run('CREATE TABLE one (id INTEGER PRIMARY KEY)')
  file.raw.run('INSERT INTO one VALUES (7)')
  mkdirSync(at('copies'))
  snapshotFile(at('any.sqlite'), join(at('copies'), 'any.sqlite'))
  closeFile(file)
  expect(readdirSync(at('copies'))).toEqual(['any.sqlite'])
  const copy = openFile(join(at('copies'), 'any.sqlite'))
  expect(copy.raw.query('SELECT id FROM one').get()).toEqual({ id: 7 })
  closeFile(copy)
})
