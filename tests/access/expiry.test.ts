import { expect, test } from 'bun:test'
import { accountExpiry } from '#server/access/expiry.ts'

const now = '2026-11-22T12:00:00.000Z'
const sold = { utcexpires: '2026-12-01T00:00:00.000Z', seatsused: 2, seatspaid: 2, platformowner: false }

test('an account expires at its moment, or when more seats are held than are paid for', () => {
  expect(accountExpiry(sold, now)).toEqual({ expired: false })
  expect(accountExpiry({ ...sold, utcexpires: now }, now)).toEqual({ expired: true })
  expect(accountExpiry({ ...sold, seatsused: 3 }, now)).toEqual({
    expired: true,
    overseats: { used: 3, paid: 2 },
  })
  expect(accountExpiry({ ...sold, utcexpires: now, seatsused: 3 }, now)).toEqual({ expired: true })
})

test('what is not sold and what the platform owner has never expires', () => {
  expect(accountExpiry({ ...sold, utcexpires: null, seatsused: 9 }, now)).toEqual({ expired: false })
  expect(accountExpiry({ ...sold, utcexpires: now, seatsused: 9, platformowner: true }, now)).toEqual({
    expired: false,
  })
})
