import { type Claim, claims, grantableClaims } from '#server/access/claims.ts'
import { Problem } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'

export type Granter = { claims: ReadonlySet<string>; grantable: ReadonlySet<string> }

export const createGranter = ({ person, services }: Pick<Context, 'person' | 'services'>): Granter => ({
  claims: person.claims,
  grantable: new Set(
    grantableClaims({ platformowner: person.platformowner, single: services.config.singleaccount }),
  ),
})

/**
 * Nobody gives away more than they hold: else whoever manages roles could make themselves anything. Nor takes it: who
 * may do more would be brought down to where they could be acted on, and nobody less could set it right. @throws 403
 */
export function checkHolding(
  { claims: held }: Granter,
  claim: string,
  { verb = 'give', field = 'claim' }: { verb?: 'give' | 'take'; field?: string } = {},
) {
  if (held.has(claim)) return
  const sentence = `You can only ${verb} rights that you hold yourself, and “${claims[claim as Claim]}” is none of them.`
  throw new Problem(403, sentence, { fields: { [field]: sentence } })
}
