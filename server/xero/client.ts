import { xeroConnection } from '#db/queries/platform/xero.ts'
import type { Services } from '#server/services.ts'
import { shortText } from '#views/format.ts'
import { pauseCalls, withinLimits } from './limits.ts'
import { listXeroTenants } from './organisations.ts'
import { codeExpired, notConnected, XeroBusy, XeroDown, XeroLeft, XeroRefused } from './problems.ts'
import { readXero } from './settings.ts'
import { failConnection, xeroAccess } from './tokens.ts'

const PATIENCE_MS = 30_000
/** Without a word of its own from Xero. */
const RETRY_AFTER_MS = 60_000
const MOST_BYTES = 20_000_000
const TRIES = 3

export type XeroCall = {
  method?: 'GET' | 'PUT' | 'POST' | 'DELETE'
  /** Behind the address of the API: `/Invoices`. */
  path: string
  query?: Record<string, string | number>
  body?: unknown
  /** At most 128 characters; the same for the same thing asked again. */
  key?: string
  /** An instant: only what was changed there since. */
  since?: string
}

export type XeroJson = Record<string, unknown>

/** Inside the quotes of a `where`. */
export const quoteForXero = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')

/** One round of calls: all of them go to the organisation that was chosen when it began. */
export type XeroRound = {
  /** Empty where none was chosen. */
  tenantid: string
  /** @throws 'You are not authenticated to Xero', 'Code has expired', XeroLeft, XeroBusy, XeroDown, XeroRefused */
  call(call: XeroCall): Promise<XeroJson>
}

const findChosen = ({ platform }: Services, accountid: string) =>
  platform.read((db) => xeroConnection(db, accountid))?.tenantid ?? ''

/** The only way to ask Xero, so that nothing of one organisation reaches another that is chosen meanwhile. */
export function openXero(services: Services, accountid: string): XeroRound {
  const tenantid = findChosen(services, accountid)
  return { tenantid, call: (asked) => callXero(services, { accountid, tenantid }, asked) }
}

type Asking = { accountid: string; tenantid: string }

/** @throws XeroLeft where another one is chosen by now, 'You are not authenticated to Xero' where none is */
export function refuseLeft(services: Services, { accountid, tenantid }: Asking) {
  const chosen = findChosen(services, accountid)
  if (chosen !== tenantid) throw chosen ? new XeroLeft() : notConnected()
}

async function callXero(
  services: Services,
  { accountid, tenantid }: Asking,
  call: XeroCall,
): Promise<XeroJson> {
  const xero = readXero(services.config)
  if (!xero || !tenantid) throw notConnected()
  let stale: string | undefined
  for (let left = TRIES; left > 0; left--) {
    refuseLeft(services, { accountid, tenantid })
    const access = await xeroAccess(services, accountid, stale)
    const answer = await withinLimits(tenantid, () =>
      ask(`${xero.apiurl}${call.path}`, call, { access, tenantid }),
    )
    if (answer.status === 429) {
      const wait = answer.retryms
      pauseCalls(tenantid, wait)
      if (left === 1) throw new XeroBusy(wait)
    } else if (answer.status === 401) stale = access
    else if (answer.status === 403) throw await forbiddenBy(services, accountid, tenantid)
    else {
      // What was done there was done; what was only read is of use while it is chosen.
      if (!call.method || call.method === 'GET') refuseLeft(services, { accountid, tenantid })
      return read(answer)
    }
  }
  // It says so too where the consent does not cover what was asked.
  throw await forbiddenBy(services, accountid, tenantid)
}

/**
 * Where Xero lists the organisation still, it is this call that is not allowed; else the connection has ended, unless
 * another one is chosen by then.
 */
async function forbiddenBy(services: Services, accountid: string, tenantid: string) {
  const open = await listXeroTenants(services, accountid).catch((error) => {
    if (error instanceof XeroDown) throw error
    return null
  })
  if (open?.some(({ tenantId }) => tenantId === tenantid))
    return new XeroRefused(
      ['Joblane may not do this there. Connect again as somebody who may, and allow all that Xero asks for.'],
      'forbidden',
    )
  await failConnection(
    services,
    accountid,
    open
      ? 'The organisation was disconnected from Joblane in Xero.'
      : 'Xero takes no calls from Joblane any more.',
    tenantid,
  )
  refuseLeft(services, { accountid, tenantid })
  return codeExpired()
}

type Answer = { status: number; retryms: number; json: XeroJson | null }

async function ask(
  url: string,
  { method = 'GET', query = {}, body, key, since }: XeroCall,
  { access, tenantid }: { access: string; tenantid: string },
): Promise<Answer> {
  const address = new URL(url)
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, String(value))
  try {
    const reply = await fetch(address, {
      method,
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
      headers: {
        authorization: `Bearer ${access}`,
        'xero-tenant-id': tenantid,
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key ? { 'idempotency-key': key } : {}),
        ...(since ? { 'if-modified-since': since.slice(0, 19) } : {}),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    const seconds = Number(reply.headers.get('retry-after') ?? Number.NaN)
    return {
      status: reply.status,
      retryms: Number.isFinite(seconds) ? seconds * 1000 : RETRY_AFTER_MS,
      json: await readJson(reply),
    }
  } catch (error) {
    throw error instanceof XeroDown ? error : new XeroDown()
  }
}

/** Null for what is no JSON: an answer that breaks off in the middle is none. */
async function readJson(reply: Response): Promise<XeroJson | null> {
  if (Number(reply.headers.get('content-length') ?? 0) > MOST_BYTES) throw new XeroDown()
  const text = await reply.text()
  if (text.length > MOST_BYTES) throw new XeroDown()
  try {
    const json = JSON.parse(text)
    return typeof json === 'object' ? json : null
  } catch {
    return null
  }
}

function read({ status, json }: Answer): XeroJson {
  if (status === 400 || status === 404) throw new XeroRefused(readRefusal(json))
  if (status >= 300 || !json) throw new XeroDown()
  return json
}

function readRefusal(json: XeroJson | null): string[] {
  const elements = Array.isArray(json?.Elements) ? (json.Elements as XeroJson[]) : []
  const sentences = elements.flatMap(validationErrors)
  if (sentences.length > 0) return sentences
  return [String(json?.Message ?? json?.Detail ?? 'It gave no reason.')]
}

/** What Xero holds against one record, each once. */
export function validationErrors(element: XeroJson): string[] {
  const errors = Array.isArray(element.ValidationErrors) ? (element.ValidationErrors as XeroJson[]) : []
  return [...new Set(errors.map(({ Message }) => shortText(String(Message ?? ''), 500)).filter(Boolean))]
}
