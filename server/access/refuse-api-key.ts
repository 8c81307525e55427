import { forbidden } from '#server/errors.ts'
import type { Claim } from './claims.ts'

/** What is changed by these claims decides who gets in, as what, and who pays: no key may do it. */
const SIGN_IN_CLAIMS: readonly string[] = [
  'users.manage',
  'roles.manage',
  'account.manage',
  'platform.manage',
] satisfies Claim[]

export const isSignInClaim = (claim: string | null | undefined) =>
  typeof claim === 'string' && SIGN_IN_CLAIMS.includes(claim)

/** What gives lasting access is made by a person who signed in: a key that leaked must not make more of them. */
export function refuseApiKey({ sessionid }: { sessionid: string }) {
  if (sessionid.startsWith('key:'))
    throw forbidden('Sign in yourself to do this: it cannot be done with an API key.')
}
