import type { Claim } from '#server/access/claims.ts'
import { invalid } from '#server/errors.ts'
import { startOfDay, todayIn } from '#server/zone.ts'

type Asked = { claims?: readonly string[]; expires?: string | null }

/** No more than its person holds now; what they lose later it loses with them. @throws 400 by field */
export function keyLimits({ claims, expires }: Asked, held: ReadonlySet<Claim>, zone: string, now: Date) {
  if (claims?.length === 0) throw invalid({ claims: 'Choose what the key may do.' })
  const refused = claims?.find((claim) => !held.has(claim as Claim))
  if (refused) throw invalid({ claims: `You do not hold the right ${refused} yourself.` })
  if (expires && expires < todayIn(zone, now)) throw invalid({ expires: 'This day is over already.' })
  return {
    claims: claims ? [...claims].sort() : null,
    // To the end of that day where the account is.
    expiresutc: expires ? startOfDay(expires, zone, 1) : null,
  }
}
