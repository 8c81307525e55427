import { jwt } from '@elysiajs/jwt'

/** What a bearer token says: who, and in which session. Rights are never in it: the session row has the last word. */
export type Bearer = { sub: string; sid: string }

export const TOKEN_SECONDS = 15 * 60

const REMEMBERED = 5_000

/** Signs and verifies bearer tokens (HS256, 15 minutes). A verified token is remembered until it expires. */
export function bearerTokens(secret: string, clock: () => number = Date.now) {
  const signer = jwt({ name: 'jwt', secret, iss: 'joblane', aud: 'joblane' }).decorator.jwt
  const known = new Map<string, { exp: number; sid: string }>()

  return {
    sign: (bearer: Bearer): Promise<string> =>
      signer.sign({ ...bearer, exp: Math.floor(clock() / 1000) + TOKEN_SECONDS }),

    /** The session id of a valid token, or null. */
    async session(token: string): Promise<string | null> {
      const hit = known.get(token)
      if (hit) return hit.exp * 1000 > clock() ? hit.sid : null
      const claims = await signer.verify(token, {
        issuer: 'joblane',
        audience: 'joblane',
        algorithms: ['HS256'],
        currentDate: new Date(clock()),
      })
      if (!claims || typeof claims.sid !== 'string' || typeof claims.exp !== 'number') return null
      // The oldest goes first; a forgotten token is merely verified again.
      if (known.size >= REMEMBERED) known.delete(known.keys().next().value as string)
      known.set(token, { exp: claims.exp, sid: claims.sid })
      return claims.sid
    },
  }
}

export type BearerTokens = ReturnType<typeof bearerTokens>
