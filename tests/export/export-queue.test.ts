import { expect, test } from 'bun:test'
import { queueBatches } from '#server/export/export-queue.ts'

async function* list() {
  yield 1
  yield 2
}

const by = (signal?: AbortSignal) => ({ accountid: 'a', userid: 'u', signal })

test('lists of people who have gone keep no place', async () => {
  for (let n = 0; n < 10; n++) expect(() => queueBatches(by(AbortSignal.abort()), list())).toThrow()
  const leaving = new AbortController()
  for (let n = 0; n < 10; n++) queueBatches(by(leaving.signal), list())
  expect(() => queueBatches(by(), list())).toThrow('Too many lists of your account are being exported')
  leaving.abort()
  expect(await Array.fromAsync(queueBatches(by(), list()))).toEqual([1, 2])
})
