import { expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { getPriority } from 'node:os'
import { join } from 'node:path'

const LATER = 10
const countLater = () =>
  readdirSync('/proc/self/task').filter((thread) => getPriority(Number(thread)) >= LATER).length

test.skipIf(process.platform !== 'linux' || getPriority() >= LATER)(
  'the thread of reports and archives goes after the one that answers',
  async () => {
    const [own, before] = [getPriority(), countLater()]
    const worker = new Worker(join(import.meta.dir, '../server/reader/worker.ts'))
    try {
      const { promise, resolve } = Promise.withResolvers<unknown>()
      worker.onmessage = ({ data }) => resolve(data)
      expect(await promise).toEqual({ ready: true })
      // With it goes what it starts itself, such as its collector.
      expect(countLater()).toBeGreaterThan(before)
      expect(getPriority()).toBe(own)
    } finally {
      worker.terminate()
    }
  },
)
