import { describe, expect, test } from 'bun:test'
import { cachedBy, Lru } from '#server/cache.ts'

describe('a least recently used cache', () => {
  test('forgets what was not used for longest', () => {
    const cache = new Lru<string, number>(3)
    for (const [i, key] of ['a', 'b', 'c'].entries()) cache.set(key, i)
    expect(cache.get('a')).toBe(0)
    cache.set('d', 3)
    expect(['a', 'b', 'c', 'd'].map((key) => cache.get(key))).toEqual([0, undefined, 2, 3])
    cache.set('c', 5)
    cache.set('e', 4)
    expect(['a', 'c', 'd', 'e'].map((key) => cache.get(key))).toEqual([undefined, 5, 3, 4])
  })

  test('holds no more than its weight, however often a value is set', () => {
    const cache = new Lru<string, string>(10, (value, key) => value.length + key.length)
    cache.set('a', '1234')
    cache.set('a', '12')
    cache.set('b', '1234')
    expect(cache.weight).toBe(8)
    cache.set('c', '12')
    expect(cache.get('a')).toBeUndefined()
    expect(cache.weight).toBe(8)
    cache.set('d', 'longer than all of it')
    expect(cache.weight).toBe(0)
  })
})

describe('what is cached by a version', () => {
  const counted = () => {
    let made = 0
    return () => ++made
  }

  test('is made again once the version is another, nothing included', () => {
    const source = { version: 1 }
    const cached = cachedBy(2, (of: typeof source) => of.version)
    const make = counted()
    expect([cached(source, 'a', make), cached(source, 'a', make)]).toEqual([1, 1])
    source.version = 2
    expect([cached(source, 'a', make), cached(source, 'b', make), cached(source, 'a', make)]).toEqual([
      2, 3, 2,
    ])
    let asked = 0
    const none = () => void asked++
    cached(source, 'none', none)
    cached(source, 'none', none)
    expect(asked).toBe(1)
  })

  test('of one source never answers for another', () => {
    const cached = cachedBy<{ name: string }>(2)
    const [one, other] = [{ name: 'one' }, { name: 'other' }]
    const nameOf = ({ name }: { name: string }) => name
    for (let again = 0; again < 2; again++)
      expect([cached(one, '', nameOf), cached(other, '', nameOf)]).toEqual(['one', 'other'])
  })

  test('that could not be made is tried again', () => {
    const cached = cachedBy<object>(2)
    const source = {}
    const fail = () => {
      throw new Error('no')
    }
    expect(() => cached(source, 'a', fail)).toThrow('no')
    expect(cached(source, 'a', () => 1)).toBe(1)
  })
})
