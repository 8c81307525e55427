import { expect, test } from 'bun:test'
import { mutex } from '#server/mutex.ts'
import { semaphore } from '#server/semaphore.ts'

/** Work that says when it begins and ends when told to. */
function works() {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const work = (name: string) => async () => {
    begun.push(name)
    await new Promise<void>((end) => ends.set(name, end))
    return name
  }
  const end = async (name: string) => {
    ends.get(name)?.()
    await Bun.sleep(0)
  }
  return { begun, work, end }
}

test('a semaphore lets so many work at once; the others come in their order, also after a failure', async () => {
  const { begun, work, end } = works()
  const limited = semaphore(2)
  const all = ['a', 'b', 'c', 'd'].map((name) => limited(work(name)))
  const failed = limited(() => Promise.reject(new Error('no'))).catch((error: Error) => error.message)
  expect(begun).toEqual(['a', 'b'])
  await end('b')
  expect(begun).toEqual(['a', 'b', 'c'])
  await end('a')
  await end('c')
  expect(begun).toEqual(['a', 'b', 'c', 'd'])
  expect(await failed).toBe('no')
  await end('d')
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd'])
  expect(await limited(async () => 'again')).toBe('again')
})

test('a semaphore with a limit refuses whoever comes when so many wait', async () => {
  const { work, end } = works()
  const limited = semaphore(1, { waiting: 1, refusal: () => new Error('too many') })
  const both = [limited(work('a')), limited(work('b'))]
  await expect(limited(work('c'))).rejects.toThrow('too many')
  await end('a')
  await end('b')
  expect(await Promise.all(both)).toEqual(['a', 'b'])
})

test('a mutex runs one at a time under each key, also after a failure', async () => {
  const { begun, work, end } = works()
  const locked = mutex()
  const failed = locked('x', () => Promise.reject(new Error('no'))).catch((error: Error) => error.message)
  const all = [locked('x', work('a')), locked('x', work('b')), locked('y', work('c'))]
  expect(await failed).toBe('no')
  await Bun.sleep(0)
  expect(begun.sort()).toEqual(['a', 'c'])
  await end('a')
  expect(begun).toContain('b')
  await end('b')
  await end('c')
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c'])
})
