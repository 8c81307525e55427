import type { Services } from '#server/services.ts'
import { codeExpired, notConnected, XeroDown } from './problems.ts'
import { readXero, type Xero } from './settings.ts'
import { xeroAccess } from './tokens.ts'

const PATIENCE_MS = 15_000

/** What a connection lets into; the names are Xero's. `id` is the connection's own. */
type XeroTenant = { id: string; tenantId: string; tenantName: string; tenantType: string }

/** @throws as `xeroAccess` */
export async function listXeroTenants(services: Services, accountid: string): Promise<XeroTenant[]> {
  const xero = requireXero(services)
  return fetchTenants(xero, await xeroAccess(services, accountid))
}

async function fetchTenants({ connectionsurl }: Xero, access: string): Promise<XeroTenant[]> {
  const reply = await reach(connectionsurl, { headers: { authorization: `Bearer ${access}` } })
  if (reply.status === 401 || reply.status === 403) throw codeExpired()
  const json = reply.ok ? await reply.json().catch(() => null) : null
  if (!Array.isArray(json)) throw new XeroDown()
  const text = (value: unknown) => String(value ?? '').slice(0, 255)
  return json.map((one) => ({
    id: text(one?.id),
    tenantId: text(one?.tenantId),
    tenantName: text(one?.tenantName),
    tenantType: text(one?.tenantType),
  }))
}

/** Takes Joblane out of the organisation; one that is gone already is as good. @throws as `xeroAccess` */
export async function disconnectTenant(services: Services, accountid: string, connectionid: string) {
  const { connectionsurl } = requireXero(services)
  const access = await xeroAccess(services, accountid)
  const reply = await reach(`${connectionsurl}/${encodeURIComponent(connectionid)}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${access}` },
  })
  if (!reply.ok && reply.status !== 404) throw new XeroDown()
}

function requireXero({ config }: Services): Xero {
  const xero = readXero(config)
  if (!xero) throw notConnected()
  return xero
}

async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(PATIENCE_MS) })
  } catch {
    throw new XeroDown()
  }
}
