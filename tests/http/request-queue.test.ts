import { expect, test } from 'bun:test'
import type { Person } from '#server/access/person.ts'
import type { Requester } from '#server/fair-queue.ts'
import { OPEN_REQUESTS, queueRequest as queueBody, SLICE_MS } from '#server/http/request-queue.ts'

const person = (userid: string, accountid = userid) => ({ userid, accountid }) as Person

const queueRequest = <T>(requester: Requester, answer: () => Promise<T>) => queueBody(requester, null, answer)

async function hold() {
  const until = performance.now() + SLICE_MS + 2
  while (performance.now() < until);
}

test('behind many long requests of one person another comes in their turn', async () => {
  const begun: string[] = []
  const ask = (who: string) =>
    queueRequest(person(who), async () => {
      begun.push(who)
      await hold()
    })
  await Promise.all([...Array.from({ length: 8 }, () => ask('ann')), ask('ben'), ask('cy')])
  expect(begun.slice(0, 4).toSorted()).toEqual(['ann', 'ann', 'ben', 'cy'])
  expect(begun).toHaveLength(10)
})

test('whoever comes while a long request is answered is next, before those that wait already', async () => {
  const begun: string[] = []
  let ben: Promise<void> | undefined
  const ask = (who: string) =>
    queueRequest(person(who), async () => {
      begun.push(who)
      if (begun.length === 2) setTimeout(() => (ben = ask('ben')))
      await hold()
    })
  await Promise.all(Array.from({ length: 6 }, () => ask('ann')))
  await ben
  expect(begun.slice(0, 4)).toEqual(['ann', 'ann', 'ben', 'ann'])
})

test('short requests of one slice share a turn of the event loop', async () => {
  let turns = 0
  let over = false
  const count = () => {
    turns++
    if (!over) setImmediate(count)
  }
  const answers = Array.from({ length: 60 }, (_, n) =>
    queueRequest(person('ann'), async () => {
      if (n === 0) await hold()
    }),
  )
  setImmediate(count)
  await Promise.all(answers)
  over = true
  expect(turns).toBeLessThan(5)
})

test('what waits does not hold up other requests of the same person', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const long = queueRequest(person('ann'), () => promise)
  expect(await queueRequest(person('ann'), async () => 'a page')).toBe('a page')
  resolve()
  await long
})

test('a person with too many open requests is refused, nobody else, and may come again', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const open = Array.from({ length: OPEN_REQUESTS }, () =>
    queueRequest(person('ann', 'north'), () => promise),
  )
  expect(queueRequest(person('ann', 'north'), hold)).rejects.toMatchObject({
    status: 429,
    message: 'You have 100 requests open at once. Please wait for their answers first.',
    more: { retryafter: 1 },
  })
  expect(await queueRequest(person('ben', 'north'), async () => 1)).toBe(1)
  resolve()
  await Promise.all(open)
  expect(await queueRequest(person('ann', 'north'), async () => 2)).toBe(2)
})

test('what nobody waits for any longer is never begun', async () => {
  const begun: string[] = []
  const gone = new AbortController()
  const ask = (who: string, signal?: AbortSignal) =>
    queueRequest({ ...person(who), signal }, async () => {
      begun.push(who)
      await hold()
    })
  const first = ask('ann')
  const left = Array.from({ length: 10 }, () => ask('ann', gone.signal))
  gone.abort()
  expect(
    (await Promise.allSettled([first, ...left])).filter(({ status }) => status === 'rejected'),
  ).not.toEqual([])
  await Promise.allSettled(left)
  await ask('ben')
  expect(begun.length).toBeLessThan(5)
})
