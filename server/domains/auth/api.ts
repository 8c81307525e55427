import { renewalFailed, renewSession } from '#server/access/sessions.ts'
import { signIn } from '#server/access/sign-in.ts'
import { object, t } from '#server/http/fields.ts'
import { TOKEN_SECONDS } from '#server/http/jwt.ts'
import { data } from '#server/http/reply.ts'
import { publicApi, type Route } from '#server/http/route.ts'
import type { Services } from '#server/http/services.ts'

const Credentials = object({ userName: t.String({ maxLength: 256 }), password: t.String({ maxLength: 256 }) })
const Renewal = object({
  token: t.Optional(t.String({ maxLength: 4_000 })),
  renewToken: t.String({ maxLength: 200 }),
})

/** The calls by which other programs sign in (decision A4). */
export const authApi = ({ bearer }: Services): Route[] => [
  publicApi(
    'POST /api/auth/authenticate',
    { body: Credentials, summary: 'Sign in; the token is valid for 15 minutes.' },
    async (c) => {
      const session = await signIn(c.platform, {
        ...c.body,
        address: c.meta.address,
        agent: agentOf(c.request),
      })
      return data({
        token: await bearer.sign({ sub: session.userid, sid: session.id }),
        renewToken: session.renewToken,
        expires: TOKEN_SECONDS,
      })
    },
  ),

  publicApi(
    'POST /api/auth/renew',
    { body: Renewal, summary: 'Exchange a renew token, which works once.' },
    async (c) => {
      const session = await c.platform.write((tx) => renewSession(tx, c.body.renewToken, c.meta.address))
      if (!session) throw renewalFailed()
      return data(
        {
          token: await bearer.sign({ sub: session.userid, sid: session.id }),
          renewToken: session.renewToken,
        },
        { message: 'credentials renewed' },
      )
    },
  ),
]

export const agentOf = (request: Request) => request.headers.get('user-agent') ?? ''
