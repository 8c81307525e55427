import { renewalFailed, renewSession } from '#server/access/sessions.ts'
import { dataReply } from '#server/http/reply.ts'
import { publicApi, type Route } from '#server/http/route.ts'
import { Renewal } from './input.ts'

export const authApi: Route[] = [
  publicApi(
    'POST /api/auth/renew',
    { body: Renewal, summary: 'Exchange a renew token, which works once.' },
    async (c) => {
      const session = await c.platform.write((tx) => renewSession(tx, c.body.renewToken, c.meta.address))
      if (!session) throw renewalFailed()
      return dataReply(
        {
          token: await c.services.bearer.sign({ sub: session.userid, sid: session.id }),
          renewToken: session.renewToken,
        },
        { message: 'credentials renewed' },
      )
    },
  ),
]
