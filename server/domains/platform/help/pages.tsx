import { publicView } from '#server/http/reply.ts'
import { publicPage, type Route } from '#server/http/route.ts'
import { Help } from '#views/platform/help/help.tsx'

/** Unlike every other page this one stands in a frame of ours: the help drawer's. */
const POLICY =
  "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"

export const helpPages: Route[] = [
  publicPage('GET /help', { summary: 'The help pages.' }, () =>
    publicView(<Help />, {
      title: 'Help',
      bare: true,
      headers: { 'content-security-policy': POLICY },
    }),
  ),
]
