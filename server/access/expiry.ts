import { EXPIRED, Problem } from '#server/errors.ts'
import type { Claim } from './claims.ts'
import type { Person } from './person.ts'
import { seatsSentence, tooManySeats } from './seats.ts'

type Account = {
  utcexpires: string | null
  seatsused: number
  seatspaid: number | null
  platformowner: boolean
}

/** The platform owner's account never expires (decision B5). `now`: ISO 8601 UTC. */
export function accountExpiry(account: Account, now: string): Pick<Person, 'expired' | 'overseats'> {
  const { utcexpires, platformowner } = account
  if (platformowner) return { expired: false }
  if (utcexpires !== null && utcexpires <= now) return { expired: true }
  const overseats = tooManySeats(account)
  return overseats ? { expired: true, overseats } : { expired: false }
}

type Change = { claim: Claim | 'seat' | null; evenexpired?: boolean }

const onlyToRead = ({ of }: { of: string }) =>
  new Problem(
    403,
    `This is a copy${of && ` of ${of}`}, only to read: nothing was saved. Change it in the account itself.`,
    { code: 'copy' },
  )

/**
 * Renewing is possible when expired, and giving up seats when too many are held; of a copy nothing is renewed.
 * @throws 403 `expired` or `copy`
 */
export function checkExpiry({ expired, overseats, copy }: Person, { claim, evenexpired }: Change) {
  if (copy && (!evenexpired || claim === 'account.manage')) throw onlyToRead(copy)
  if (!expired || evenexpired || (overseats && claim === 'users.manage')) return
  throw new Problem(403, overseats ? `${EXPIRED}. ${seatsSentence(overseats)}` : EXPIRED, { code: 'expired' })
}
