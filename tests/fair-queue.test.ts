import { expect, test } from 'bun:test'
import { FairQueue, type Requester } from '#server/fair-queue.ts'

const by = (accountid: string, userid = 'u', signal?: AbortSignal): Requester => ({
  accountid,
  userid,
  signal,
})

/** A queue whose work says when it begins and ends when told to. */
function works(limits: { places: number; account?: number; person?: number }) {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const refusal = () => new Error('too many')
  const queue = new FairQueue({ account: 100, person: 100, refusal, ...limits })
  const work = (name: string) => async () => {
    begun.push(name)
    await new Promise<void>((end) => ends.set(name, end))
    return name
  }
  return {
    queue,
    begun,
    ask: async (requester: Requester, name: string) => queue.run(requester, work(name)),
    async end(...names: string[]) {
      await Bun.sleep(0)
      for (const name of names) {
        ends.get(name)?.()
        await Bun.sleep(0)
      }
    },
  }
}

test('another account waits for at most one that was already running', async () => {
  const { begun, ask, end } = works({ places: 1 })
  const all = ['a1', 'a2', 'a3'].map((name) => ask(by('a'), name))
  all.push(ask(by('b'), 'b1'))
  await end('a1', 'b1', 'a2', 'a3')
  expect(begun).toEqual(['a1', 'b1', 'a2', 'a3'])
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1'])
})

test('one account leaves one of several places free, in which another begins at once', async () => {
  const { begun, ask, end } = works({ places: 3 })
  for (const name of ['a1', 'a2', 'a3']) void ask(by('a'), name)
  await end()
  expect(begun).toEqual(['a1', 'a2'])
  void ask(by('b'), 'b1')
  await end()
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  await end('b1')
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  await end('a1')
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3'])
})

test('accounts take turns, and within an account its people', async () => {
  const { begun, ask, end } = works({ places: 1 })
  for (const name of ['a1', 'a2', 'a3', 'a4']) void ask(by('a', 'ann'), name)
  for (const name of ['a5', 'a6']) void ask(by('a', 'abe'), name)
  for (const name of ['b1', 'b2']) void ask(by('b'), name)
  void ask(by('c'), 'c1')
  await end('a1', 'b1', 'c1', 'a5', 'b2', 'a2', 'a6', 'a3', 'a4')
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a5', 'b2', 'a2', 'a6', 'a3', 'a4'])
})

test('a full account and a full person are refused, nobody else, and they may come again', async () => {
  const { ask, end } = works({ places: 1, account: 3, person: 2 })
  const first = [ask(by('a', 'ann'), '1'), ask(by('a', 'ann'), '2')]
  expect(ask(by('a', 'ann'), 'x')).rejects.toThrow('too many')
  first.push(ask(by('a', 'abe'), '3'))
  expect(ask(by('a', 'amy'), 'x')).rejects.toThrow('too many')
  first.push(ask(by('b', 'ann'), '4'))
  await end('1', '4', '3', '2')
  expect(await Promise.all(first)).toEqual(['1', '2', '3', '4'])
  const again = ask(by('a', 'ann'), '5')
  await end('5')
  expect(await again).toBe('5')
})

test('what nobody waits for any longer is not begun, and counts no more', async () => {
  const { begun, ask, end } = works({ places: 1, account: 3 })
  const gone = new AbortController()
  const first = ask(by('a'), '1')
  const dropped = ask(by('a', 'u', gone.signal), '2')
  const third = ask(by('a'), '3')
  gone.abort(new Error('gone'))
  expect(dropped).rejects.toThrow('gone')
  expect(ask(by('b', 'u', gone.signal), '4')).rejects.toThrow('gone')
  await Bun.sleep(0)
  const fifth = ask(by('a'), '5')
  await end('1', '3', '5')
  expect(await Promise.all([first, third, fifth])).toEqual(['1', '3', '5'])
  expect(begun).toEqual(['1', '3', '5'])
})

test('work that fails hands its place on', async () => {
  const { queue, ask, end } = works({ places: 1, person: 1 })
  expect(queue.run(by('a'), () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  const other = ask(by('b'), 'b')
  await Bun.sleep(0)
  const again = ask(by('a'), 'a')
  await end('b', 'a')
  expect(await Promise.all([other, again])).toEqual(['b', 'a'])
})

test('work in steps takes a turn for each, and counts as one until its end', async () => {
  const { queue, begun, ask, end } = works({ places: 1, person: 1 })
  const list = queue.open(by('a'))
  expect(ask(by('a'), 'x')).rejects.toThrow('too many')
  void list.run(async () => begun.push('step 1'))
  const other = ask(by('b'), 'b')
  void list.run(async () => begun.push('step 2'))
  await Bun.sleep(0)
  await end('b')
  await other
  await Bun.sleep(0)
  list.end()
  list.end()
  const again = ask(by('a'), 'a')
  await end('a')
  expect([await again, begun]).toEqual(['a', ['step 1', 'b', 'step 2', 'a']])
})

test('an entry ends with its signal, and none opens after it', () => {
  const { queue } = works({ places: 1, person: 1 })
  const gone = new AbortController()
  queue.open(by('a', 'u', gone.signal))
  expect(() => queue.open(by('a'))).toThrow('too many')
  gone.abort(new Error('gone'))
  expect(() => queue.open(by('a', 'u', gone.signal))).toThrow('gone')
  queue.open(by('a')).end()
})
