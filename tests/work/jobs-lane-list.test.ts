import { expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  EMPTY_LANE,
  findRank,
  hasId,
  idBefore,
  insertAfter,
  lastId,
  prependId,
  removeId,
} from '#server/domains/work/jobs/rank-jobs.ts'

const id = fc.uuid()
const listed = fc.uniqueArray(id, { maxLength: 12 })

test('a list as text does what an array does', () => {
  fc.assert(
    fc.property(listed, id, fc.nat(), (ids, other, n) => {
      fc.pre(!ids.includes(other))
      const list = JSON.stringify(ids)
      const some = ids[n % (ids.length || 1)]
      expect(JSON.parse(prependId(list, other))).toEqual([other, ...ids])
      expect(lastId(list)).toBe(ids.at(-1) ?? null)
      expect(removeId(list, other)).toBe(list)
      expect(hasId(list, other)).toBe(false)
      expect(findRank(list, other)).toBe(-1)
      if (some === undefined) return
      const rank = ids.indexOf(some)
      expect(hasId(list, some)).toBe(true)
      expect(findRank(list, some)).toBe(rank)
      expect(idBefore(list, some)).toBe(ids[rank - 1] ?? null)
      expect(removeId(list, some)).toBe(JSON.stringify(ids.filter((one) => one !== some)))
      expect(JSON.parse(insertAfter(list, other, some))).toEqual(ids.toSpliced(rank + 1, 0, other))
    }),
  )
  expect(removeId(prependId(EMPTY_LANE, 'a'), 'a')).toBe(EMPTY_LANE)
})
