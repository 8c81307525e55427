import { accountHeader } from '#islands/client/account.ts'
import type { WaitingPlace } from '#islands/client/api.ts'
import { isHeard, strangerMessage } from '#islands/client/captive-portal.ts'
import { newIdempotencyKey } from '#islands/client/idempotency.ts'
import { messages } from '#islands/client/messages.ts'
import type { LeftOut } from '#views/ui/synced-list.tsx'
import { leaveForSignIn } from './address.ts'
import { noteAge } from './ages.ts'

/** `stored`: since when the device had it, for want of a line (UTC, ISO 8601). */
export type ApiReply<T> = {
  data: T
  total?: number
  minutes?: number
  message?: string
  leftout?: LeftOut
  stored?: string
}

/** Why a call was refused. Status 0: no answer came at all. */
export type Refusal = Error & {
  status: number
  code?: string
  fields?: Record<string, string>
  data?: unknown
}

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

const retryms = 400
const SIGNED_OUT = 401

/** The keys of changes that were never answered: the same change asked for again may have been made already. */
const unanswered = new Map<string, string>()

/**
 * As `call`; where no answer of the program comes, or something before it waits still, it waits on the device in sight
 * and nothing is given. @throws {Refusal}
 */
export async function callOrWait<T>(
  method: 'POST' | 'PATCH',
  url: string,
  body: Record<string, unknown>,
  { label, group, apart, form }: WaitingPlace,
): Promise<ApiReply<T> | undefined> {
  const { outbox } = window.joblane
  const change = { url, label, group, apart, form, key: newIdempotencyKey(), call: { method, body } }
  // Its version is that from before what waits.
  const { version: _, ...unversioned } = body
  const behind = { ...change, call: { method, body: unversioned } }
  if (outbox.holds(group)) return waiting(await outbox.keep(behind))
  try {
    return await call<T>(method, url, body, change.key, true)
  } catch (error) {
    const signedout = isRefusal(error) && error.status === SIGNED_OUT
    if (!isRefusal(error) || (error.status && !signedout)) throw error
    return waiting(await outbox.keep({ ...change, signedout }))
  }
}

/** @throws {Refusal} */
function waiting(isKept: boolean | undefined): undefined {
  if (!isKept) throw refusal(0, isKept === false ? messages.notKept : messages.unreachable)
}

/**
 * One `Idempotency-Key` also when tried again after a lost answer, so that it never acts twice. `stays`: on this page, too,
 * where the session has ended. @throws {Refusal}
 */
export async function call<T>(
  method: Method,
  path: string,
  body?: unknown,
  given?: string,
  stays = false,
): Promise<ApiReply<T>> {
  const json = body === undefined ? undefined : JSON.stringify(body)
  const action = `${method} ${path} ${json ?? ''}`
  const key = method === 'GET' ? undefined : (given ?? unanswered.get(action) ?? newIdempotencyKey())
  const request = { method, headers: requestHeaders(json, key), body: json }
  const asked = performance.now()
  const answer = await fetchTwice(path, request).catch(() => undefined)
  const response = answer && isHeard(answer, asked) ? answer : undefined
  if (response) unanswered.delete(action)
  else if (key && !given) unanswered.set(action, key)
  if (!response) throw refusal(0, sayUnanswered(method, answer))
  const stored = response.headers.get('x-joblane-stored') ?? undefined
  const reply = { ...(await readReply<T>(response, stays)), stored }
  if (method === 'GET' || method === 'PATCH') noteAge(path, stored)
  if (method !== 'GET') globalThis.document?.dispatchEvent(new Event('joblane:partsaved'))
  return reply
}

function sayUnanswered(method: Method, answer: Response | undefined): string {
  if (answer) return strangerMessage(answer, method)
  const mayKeep = method === 'GET' && globalThis.navigator?.serviceWorker?.controller
  return mayKeep ? messages.notHere : messages.unreachable
}

async function readReply<T>(response: Response, stays: boolean): Promise<ApiReply<T>> {
  const json = await response.json().catch(() => null)
  if (response.ok) return json ?? { data: null }
  if (response.status === SIGNED_OUT && location.pathname !== '/' && !stays) leaveForSignIn()
  throw refusal(response.status, json?.message ?? messages.unexpected, json ?? {})
}

/** @throws {Refusal} */
export const fetchData = async <T>(path: string): Promise<T> => (await call<T>('GET', path)).data

export const isRefusal = (error: unknown): error is Refusal => error instanceof Error && 'status' in error

export const errorMessage = (error: unknown) => (isRefusal(error) ? error.message : messages.unexpected)

async function fetchTwice(path: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(path, request)
  } catch {
    await new Promise((done) => setTimeout(done, retryms))
    return fetch(path, request)
  }
}

function requestHeaders(json: string | undefined, key: string | undefined): Record<string, string> {
  return {
    accept: 'application/json',
    ...accountHeader(),
    ...(json === undefined ? {} : { 'content-type': 'application/json' }),
    ...(key === undefined ? {} : { 'idempotency-key': key }),
  }
}

function refusal(status: number, message: string, more: Partial<Refusal> = {}): Refusal {
  const { code, fields, data } = more
  return Object.assign(new Error(message), { status, code, fields, data })
}
