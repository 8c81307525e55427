import type { Cents } from '#server/money/decimal.ts'
import type { Notification } from './notification.ts'
import type { Payfast } from './settings.ts'
import { callSignature, paramString, signedPart } from './sign.ts'

const PATIENCE_MS = 8_000

export class ProviderDown extends Error {}

/** `amount` in cents. */
type Fetched = {
  token: string
  amount: number
  status: number
  status_text: string
  run_date: string
  cycles: number
  cycles_complete: number
  frequency: number
}

type Answer = { code?: number; status?: string; data?: { response?: unknown; message?: unknown } }

/** Undefined when it knows none by that token. @throws ProviderDown */
export async function fetchSubscription(payfast: Payfast, token: string, now: Date) {
  const { status, answer } = await call(payfast, 'GET', token, 'fetch', now)
  if (status === 404 || status === 400) return undefined
  const { response } = requireAccepted(status, answer)
  if (typeof response !== 'object' || response === null)
    throw new ProviderDown('The card provider gave an answer that could not be read.')
  const { status_text, amount, run_date, ...rest } = response as Partial<Fetched>
  return {
    ...rest,
    token,
    amount: Number(amount) || 0,
    status_text: String(status_text ?? '').toUpperCase(),
    run_date: String(run_date ?? '').slice(0, 10),
  }
}

export type ProviderSubscription = NonNullable<Awaited<ReturnType<typeof fetchSubscription>>>

/** @throws ProviderDown */
export async function updateAmount(payfast: Payfast, token: string, amount: Cents, now: Date) {
  const { status, answer } = await call(payfast, 'PATCH', token, 'update', now, { amount })
  requireAccepted(status, answer)
}

/** One that has ended already is as good. @throws ProviderDown */
export async function cancelSubscription(payfast: Payfast, token: string, now: Date) {
  const { status, answer } = await call(payfast, 'PUT', token, 'cancel', now)
  if (status < 300 && answer.data?.response !== false) return
  const known = await fetchSubscription(payfast, token, now)
  if (known && known.status_text !== 'CANCELLED') requireAccepted(status, answer)
}

/** The provider's own word that it sent exactly these fields. @throws ProviderDown */
export async function isConfirmed({ validateurl }: Payfast, { pairs }: Notification): Promise<boolean> {
  const answer = await reach(validateurl, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: paramString(signedPart(pairs)),
  })
  const text = (await answer.text()).trim()
  if (answer.status >= 500 || !/^(VALID|INVALID)\b/.test(text))
    throw new ProviderDown('The card provider did not say whether it sent this.')
  return /^VALID\b/.test(text)
}

async function call(
  { apiurl, merchantid, passphrase }: Payfast,
  method: 'GET' | 'PUT' | 'PATCH',
  token: string,
  verb: string,
  now: Date,
  body: Record<string, number> = {},
) {
  const headers = {
    'merchant-id': merchantid,
    version: 'v1',
    timestamp: `${now.toISOString().slice(0, 19)}+00:00`,
  }
  const values = Object.fromEntries(Object.entries(body).map(([name, value]) => [name, String(value)]))
  const url = new URL(apiurl)
  url.pathname = `${url.pathname.replace(/\/$/, '')}/subscriptions/${encodeURIComponent(token)}/${verb}`
  const answer = await reach(url.href, {
    method,
    headers: {
      ...headers,
      signature: callSignature({ ...headers, ...values }, passphrase),
      ...(method === 'PATCH' ? { 'content-type': 'application/json' } : {}),
    },
    body: method === 'PATCH' ? JSON.stringify(body) : undefined,
  })
  return { status: answer.status, answer: ((await answer.json().catch(() => null)) ?? {}) as Answer }
}

function requireAccepted(status: number, { data }: Answer): NonNullable<Answer['data']> {
  if (status < 300 && data && data.response !== false) return data
  throw new ProviderDown(`The card provider answered ${status}.`)
}

async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(PATIENCE_MS) })
  } catch {
    throw new ProviderDown('The card provider could not be reached.')
  }
}
