import { afterAll, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '#server/config.ts'
import { start } from '#server/start.ts'

const folder = mkdtempSync(join(tmpdir(), 'joblane-secret-'))
afterAll(() => rmSync(folder, { recursive: true }))

const begin = (name: string) =>
  start(readConfig({}, ['--port', '0', '--host', '127.0.0.1', '--quiet', '--data', join(folder, name)]))

test('the key that signs is made whole, for this user alone, and stays', async () => {
  await (await begin('fresh')).stop()
  const path = join(folder, 'fresh', 'secret.key')
  const key = readFileSync(path, 'utf8')
  expect(key).toMatch(/^[\w-]{64}$/)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  await (await begin('fresh')).stop()
  expect(readFileSync(path, 'utf8')).toBe(key)
})

test('one that was cut short, which could be guessed, stops the start and not the next one', async () => {
  const path = join(folder, 'short', 'secret.key')
  mkdirSync(join(folder, 'short'))
  for (const cut of ['', 'abc', '\n']) {
    writeFileSync(path, cut)
    await expect(begin('short')).rejects.toThrow(/cut short/)
  }
  rmSync(path)
  await (await begin('short')).stop()
})
