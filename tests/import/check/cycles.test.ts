import { expect, test } from 'bun:test'
import { findCycles } from '#server/import/check/cycles.ts'

test('circles are found by looking at each place once, however deep they lie', () => {
  const deep = new Map(Array.from({ length: 100_000 }, (_, n) => [`${n}`, n ? `${n - 1}` : null]))
  expect(findCycles(deep).size).toBe(0)
  deep.set('0', '99999')
  deep.set('aside', '5')
  expect(findCycles(deep).size).toBe(100_000)
  expect(
    findCycles(
      new Map([
        ['a', 'b'],
        ['b', 'b'],
        ['c', 'gone'],
      ]),
    ),
  ).toEqual(new Set(['b']))
})
