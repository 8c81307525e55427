import { expect, test } from 'bun:test'
import { inCircles } from '#server/import/circles.ts'

test('circles are found by looking at each place once, however deep they lie', () => {
  const deep = new Map(Array.from({ length: 100_000 }, (_, n) => [`${n}`, n ? `${n - 1}` : null]))
  expect(inCircles(deep).size).toBe(0)
  deep.set('0', '99999')
  deep.set('aside', '5')
  expect(inCircles(deep).size).toBe(100_000)
  expect(
    inCircles(
      new Map([
        ['a', 'b'],
        ['b', 'b'],
        ['c', 'gone'],
      ]),
    ),
  ).toEqual(new Set(['b']))
})
