import { afterAll, expect, mock, spyOn, test } from 'bun:test'
import type { TenantFileRef } from '#db/write-in-thread.ts'
import { startImportThread } from '#server/import/run/import-thread.ts'
import { type Thread, ThreadPool } from '#server/thread-pool.ts'

const actor = 'self.onmessage = () => process.exit(1)'
const address = URL.createObjectURL(new Blob([actor], { type: 'application/javascript' }))
const log = spyOn(console, 'error').mockImplementation(mock())
const take = spyOn(ThreadPool.prototype, 'take').mockImplementation(async () => new Worker(address) as Thread)
afterAll(() => {
  log.mockRestore()
  take.mockRestore()
})

test('a thread that ends without an error leaves nobody waiting', async () => {
  const thread = await startImportThread({ undo: 'one', ref: {} as TenantFileRef })
  await Bun.sleep(0)
  expect(thread.next()).rejects.toThrow('could not be taken back')
  await thread.next().catch(() => {})
  thread.end()
})
