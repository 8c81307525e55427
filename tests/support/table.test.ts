import { expect, test } from 'bun:test'
import { isReached, row, table } from '../bench/table.ts'

const moves = row({ what: 'moves', ours: 7000, reference: 10000, unit: '/s', reach: 'at least 0.7' })
const start = {
  what: 'start',
  ours: 0.5,
  reference: Number.NaN,
  unit: 's',
  ratio: Number.NaN,
  reach: 'at most 0.4 s',
}

test('an aim is of the ratio, or of our own figure where there is no reference', () => {
  expect(moves.ratio).toBe(0.7)
  expect([isReached(moves), isReached({ ...moves, ratio: 0.69 }), isReached(start)]).toEqual([
    true,
    false,
    false,
  ])
  expect(() => isReached({ ...moves, reach: 'as fast as can be' })).toThrow('at least')
})

test('the figures stand under each other', () => {
  expect(table([moves, start]).split('\n')).toEqual([
    '| what  | ours | reference | unit | ratio | reach         | reached |',
    '|-------|-----:|----------:|------|------:|---------------|---------|',
    '| moves | 7000 |     10000 | /s   |   0.7 | at least 0.7  | yes     |',
    '| start |  0.5 |         – | s    |     – | at most 0.4 s | no      |',
  ])
})
