import { accountingRoutes } from './accounting.ts'
import { emptyBooks, type XeroBooks } from './books.ts'
import { authoriseRoutes } from './oauth.ts'
import { XERO_CLIENT, type XeroState } from './state.ts'

/** A stand-in for Xero on loopback that speaks its protocol: consent, tokens that rotate, limits, validation. */
export type FakeXero = Awaited<ReturnType<typeof startXero>>

export async function startXero(now: () => number = Date.now) {
  const state: XeroState = {
    now,
    isOldApp: false,
    as: { given_name: 'Thandi', family_name: 'Nkosi', email: 'thandi@books.test', sub: crypto.randomUUID() },
    tenants: [],
    books: new Map(),
    codes: new Map(),
    access: new Map(),
    refreshes: new Map(),
    next: [],
    nextCalls: [],
    calls: [],
    tokensIssued: 0,
    running: 0,
    mostAtOnce: 0,
    hold: async () => {},
  }
  const oauth = await authoriseRoutes(state, () => url)
  const accounting = accountingRoutes(state)
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: (request) => answer(request) })
  const url = `http://127.0.0.1:${server.port}`

  async function answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    if (pathname === '/favicon.ico') return new Response(null, { status: 204 })
    return pathname.startsWith('/api.xro/2.0/') ? accounting(request) : oauth(request)
  }

  function addTenant(tenantName: string, tenantType = 'ORGANISATION') {
    const tenant = { id: crypto.randomUUID(), tenantId: crypto.randomUUID(), tenantName, tenantType }
    state.tenants.push(tenant)
    state.books.set(tenant.tenantId, emptyBooks())
    return tenant
  }

  return {
    url,
    state,
    addTenant,
    books: (tenantId: string) => state.books.get(tenantId) as XeroBooks,
    /** All access tokens run out at once. */
    expireAccess: () => state.access.clear(),
    flags: [
      ...['--xero-client-id', XERO_CLIENT.id, '--xero-client-secret', XERO_CLIENT.secret],
      ...[
        '--xero-authorise-url',
        `${url}/identity/connect/authorize`,
        '--xero-token-url',
        `${url}/connect/token`,
      ],
      ...['--xero-connections-url', `${url}/connections`, '--xero-api-url', `${url}/api.xro/2.0`],
    ],
    stop: () => server.stop(true),
  }
}
