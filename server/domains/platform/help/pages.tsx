import type { Person } from '#server/access/person.ts'
import { Problem } from '#server/errors.ts'
import { readPerson, requireSession } from '#server/http/authenticate.ts'
import type { PublicContext } from '#server/http/context.ts'
import { publicView } from '#server/http/reply.ts'
import { publicPage, type Route } from '#server/http/route.ts'
import { readXero } from '#server/xero/settings.ts'
import { Help } from '#views/platform/help/help.tsx'

/** Unlike every other page this one stands in a frame of ours: the help drawer's. */
const POLICY =
  "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"

export const helpPages = (routes: () => Route[]): Route[] => [
  publicPage('GET /help', { summary: 'The help pages.' }, async (c) => {
    const reader = await findReader(c)
    const hasXero = readXero(c.services.config) !== undefined
    const opens = (href: string) =>
      (hasXero || !/^\/xero(\/|$)/.test(href)) && mayOpen(reader, findPage(routes(), href))
    return publicView(<Help opens={opens} />, {
      title: 'Help',
      bare: true,
      headers: { 'content-security-policy': POLICY },
    })
  }),
]

/** Strangers read it too. */
async function findReader({ services, request }: PublicContext): Promise<Person | undefined> {
  try {
    return readPerson(services, await requireSession(services, request))
  } catch (error) {
    if (!(error instanceof Problem)) throw error
  }
}

const mayOpen = (reader: Person | undefined, page: Route | undefined) =>
  reader !== undefined &&
  page !== undefined &&
  (page.claim === 'seat' || !page.claim || reader.claims.has(page.claim))

const findPage = (routes: readonly Route[], href: string) =>
  routes.find(({ kind, method, path }) => kind === 'page' && method === 'GET' && isAt(path, href))

function isAt(path: string, href: string): boolean {
  const [parts, asked] = [path.split('/'), href.split('/')]
  return (
    parts.length === asked.length && parts.every((part, at) => part.startsWith(':') || part === asked[at])
  )
}
