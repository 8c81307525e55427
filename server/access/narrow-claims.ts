import { type Claim, claimNames } from './claims.ts'

type Claims = ReadonlySet<Claim>
const narrowed = new WeakMap<Claims, Map<string, Claims>>()

/** Never more than is held now. One object for the same claims and choice, since what a person sees is cached by it. */
export function narrowClaims(held: Claims, chosen: readonly Claim[]): Claims {
  const known = narrowed.get(held) ?? new Map<string, Claims>()
  narrowed.set(held, known)
  const key = [...chosen].sort().join()
  const claims = known.get(key) ?? new Set(chosen.filter((claim) => held.has(claim)))
  known.set(key, claims)
  return claims
}

const toRead = claimNames.filter(
  (claim) => /\.(read|manage)$/.test(claim) || claim === 'jobs.money' || claim === 'records.export',
)

/** In an account that is only to be read: to see, to take out, and to open what is managed there. */
export const readingClaims = (held: Claims): Claims => narrowClaims(held, toRead)
