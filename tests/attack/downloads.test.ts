import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sendTemporaryFile } from '#server/reader/temporary-file.ts'

// A download whose client does not read is a whole copy of the account on the disk of everybody.

const data = mkdtempSync(join(tmpdir(), 'joblane-downloads-'))
afterAll(() => rmSync(data, { recursive: true, force: true }))

const kept = () => readdirSync(join(data, 'outgoing')).length
const ask = (accountid: string, userid: string) =>
  sendTemporaryFile({ accountid, userid }, data, (path) => Bun.write(path, new Uint8Array(8 * 1024 * 1024)))
const busy = expect.objectContaining({ status: 503, more: expect.objectContaining({ code: 'sendingbusy' }) })

test('a person leaves three of them unread at most, an account six, and others have theirs', async () => {
  const unread = [await ask('ours', 'a'), await ask('ours', 'a'), await ask('ours', 'a')]
  await expect(ask('ours', 'a')).rejects.toEqual(busy)
  unread.push(await ask('ours', 'b'), await ask('ours', 'b'), await ask('ours', 'c'))
  await expect(ask('ours', 'd')).rejects.toEqual(busy)
  expect(kept()).toBe(6)
  const theirs = await ask('theirs', 'a')
  expect((await new Response(theirs).bytes()).length).toBe(8 * 1024 * 1024)

  const [first, ...others] = unread
  await first?.cancel()
  unread.push(await ask('ours', 'd'))
  expect(kept()).toBe(6)
  for (const one of [...others, unread.at(-1)!]) await new Response(one).bytes()
  expect(kept()).toBe(0)
})

test('a file that could not be made counts no longer', async () => {
  const fail = () =>
    sendTemporaryFile({ accountid: 'ours', userid: 'a' }, data, () => Promise.reject(new Error('full')))
  for (let at = 0; at < 8; at++) await expect(fail()).rejects.toThrow('full')
  expect((await new Response(await ask('ours', 'a')).bytes()).length).toBeGreaterThan(0)
})

test('those of all accounts together leave as much of the disk free as they take', async () => {
  const { bavail, bsize } = statfsSync(data)
  const full = expect.objectContaining({
    status: 503,
    more: expect.objectContaining({ code: 'sendingfull' }),
  })
  let made = 0
  /** A file with a hole says that it is large, and takes nothing. */
  const fill = (accountid: string, share: number) =>
    sendTemporaryFile({ accountid, userid: 'a' }, data, async (path) => {
      made++
      await Bun.write(path, '')
      await truncate(path, Math.floor(bavail * bsize * share))
    })
  const waiting = [await fill('one', 0.4), await fill('two', 0.4)]
  await expect(fill('three', 2)).rejects.toEqual(full)
  expect(kept()).toBe(2)
  waiting.push(await fill('three', 0.01))
  expect(made).toBe(4)

  await Bun.write(join(data, 'outgoing', 'being made'), '')
  await truncate(join(data, 'outgoing', 'being made'), bavail * bsize * 2)
  await expect(fill('four', 0)).rejects.toEqual(full)
  expect(made).toBe(4)
  rmSync(join(data, 'outgoing', 'being made'))
  for (const one of waiting) await one.cancel()
  expect((await new Response(await ask('four', 'a')).bytes()).length).toBeGreaterThan(0)
  expect(kept()).toBe(0)
})
