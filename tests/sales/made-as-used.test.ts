import { expect, test } from 'bun:test'
import { MADE, openSevenMetres, USED } from './seven-metres-support.ts'

const { goods, faults } = openSevenMetres()

/** What was used left stock as it was used, and what was made leaves it by its documents: in the end as many are there. */
const wholly: [string, number, number][] = [
  ['b1 i6', 1, 14],
  ['b1 i6 c1', 1, 15],
  ['b1 i6 c1a', 1, 15],
  ['b1 i6 c6a', 1, 20],
  ['b2 i5', 4, 15],
  ['i4 b2 i1', 4, 15],
  ['i7 b1 e1a', 1, 14],
  ['i7 b2 c2', 2, 15],
]

test.each(wholly)('%s, of which a note delivered %d', async (steps, noted, expected) => {
  for (const kind of [USED, MADE]) {
    const { job } = await goods.run(kind, steps, { noted })
    expect([kind, goods.held(job)]).toEqual([kind, kind === USED ? expected : expected + 7])
    if (!/a/.test(steps)) expect((await goods.next(job)).quantity).toBe(0)
  }
  expect(faults()).toEqual([])
})

test('what came back of made goods comes in as many as came back, whatever is not delivered yet', async () => {
  const { job } = await goods.run(MADE, 'i4 b2', { noted: 4 })
  expect(goods.held(job)).toBe(20 + 7 - 2)
})

test('damaged goods of a note for more than was made stay out of stock', async () => {
  const { job } = await goods.run(MADE, 'd2', { noted: 10, estimated: 10 })
  expect(faults()).toEqual([])
  await goods.invoice(job, 1)
  expect(goods.held(job)).toBe(20 + 7 - 10)
  expect(faults()).toEqual([])
})
