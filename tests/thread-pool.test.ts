import { expect, test } from 'bun:test'
import { ThreadPool } from '#server/thread-pool.ts'
import { until } from '#tests/support/eventually.ts'

/** Answers with a number of its own, and dies when it is told to. */
const actor = `
  const me = Math.random()
  self.onmessage = ({ data }) => {
    if (data === 'die') process.exit(1)
    self.postMessage(me)
  }
  self.postMessage('ready')
`
const address = URL.createObjectURL(new Blob([actor], { type: 'application/javascript' }))
const ask = (pool: ThreadPool, question = '') => pool.ask<number>(question)

test('a thread is used again, and ended when it has idled for long', async () => {
  const pool = new ThreadPool(address, { patienceMs: 5_000, idleMs: 50, most: 1 })
  const first = await ask(pool)
  expect(await ask(pool)).toBe(first)
  await Bun.sleep(200)
  expect(await ask(pool)).not.toBe(first)
})

test('as many as are kept idle for ever', async () => {
  const pool = new ThreadPool(address, { patienceMs: 5_000, idleMs: 20, kept: 1, most: 1 })
  const first = await ask(pool)
  await Bun.sleep(100)
  expect(await ask(pool)).toBe(first)
})

test('the last one stays while somebody may ask again, and goes once nobody may', async () => {
  let isNeeded = true
  let asked = 0
  const needed = () => {
    asked++
    return isNeeded
  }
  const pool = new ThreadPool(address, { patienceMs: 5_000, idleMs: 5, most: 1, isNeeded: needed })
  const first = await ask(pool)
  await until(() => asked > 2)
  expect(await ask(pool)).toBe(first)
  isNeeded = false
  const before = asked
  await until(() => asked > before)
  expect(await ask(pool)).not.toBe(first)
})

test('one that dies is not used again', async () => {
  const pool = new ThreadPool(address, { patienceMs: 5_000, idleMs: 1_000, most: 1 })
  const first = await ask(pool)
  expect(ask(pool, 'die')).rejects.toThrow('ended')
  expect(await ask(pool)).not.toBe(first)
})

test('while the last idle one works, a spare one gets ready', async () => {
  const pool = new ThreadPool(address, { patienceMs: 5_000, idleMs: 5_000, most: 2 })
  const first = await ask(pool)
  expect(await ask(pool)).toBe(first)
  await Bun.sleep(200)
  const [one, two] = await Promise.all([ask(pool), ask(pool)])
  expect([one, two]).toContain(first)
  expect(new Set([one, two]).size).toBe(2)
  expect([await ask(pool), await ask(pool)].every((id) => id === one || id === two)).toBe(true)
})
