import { jwt } from '@elysiajs/jwt'
import { Lru } from '#server/cache.ts'

/** Rights are never in it: the session row has the last word. */
export type Bearer = { sub: string; sid: string }

const TOKEN_SECONDS = 15 * 60

/** The account is named, since the session may move on to another. */
type ReportBearer = Bearer & { acc: string }

/** An audience of its own: a report token is no bearer token, and the other way round. */
const REPORTS = 'joblane-reports'

const REMEMBERED = 5_000

/** HS256, 15 minutes. */
export function bearerTokens(secret: string, clock: () => number = Date.now) {
  const signer = jwt({ name: 'jwt', secret, iss: 'joblane', aud: 'joblane' }).decorator.jwt
  const known = new Lru<string, { exp: number; sid: string }>(REMEMBERED)

  return {
    sign: (bearer: Bearer): Promise<string> =>
      signer.sign({ ...bearer, exp: Math.floor(clock() / 1000) + TOKEN_SECONDS }),

    reports: {
      sign: (bearer: ReportBearer): Promise<string> =>
        signer.sign({ ...bearer, aud: REPORTS, exp: Math.floor(clock() / 1000) + TOKEN_SECONDS }),

      /** Whether its session still stands is for the caller to ask. */
      async read(token: string): Promise<ReportBearer | null> {
        const claims = await signer.verify(token, {
          issuer: 'joblane',
          audience: REPORTS,
          algorithms: ['HS256'],
          currentDate: new Date(clock()),
        })
        if (!claims) return null
        const { sub, sid, acc } = claims as Partial<ReportBearer>
        return sub && sid && acc ? { sub, sid, acc } : null
      },
    },

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
      known.set(token, { exp: claims.exp, sid: claims.sid })
      return claims.sid
    },
  }
}

/** Decision A4. `expires` in seconds. */
export const issueTokens = async (
  bearer: BearerTokens,
  session: { id: string; userid: string; renewToken: string },
) => ({
  token: await bearer.sign({ sub: session.userid, sid: session.id }),
  renewToken: session.renewToken,
  expires: TOKEN_SECONDS,
})

export type BearerTokens = ReturnType<typeof bearerTokens>
