import { pageHeaders } from '#islands/client/account.ts'
import type { WaitingPlace } from '#islands/client/api.ts'
import { isHeard, strangerMessage } from '#islands/client/captive-portal.ts'
import { newIdempotencyKey } from '#islands/client/idempotency.ts'
import { messages } from '#islands/client/messages.ts'
import type { LeftOut } from '#views/ui/synced-list.tsx'
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
const BAD_REQUEST = 400
const SIGNED_OUT = 401

/** The keys of changes that were never answered: the same change asked for again may have been made already. */
const unanswered = new Map<string, string>()

/**
 * As `call`; where no answer of the program comes, or something before it waits still, it waits on the device in sight
 * and nothing is given. What the form's own fields refuse is asked of nobody. @throws {Refusal}
 */
export async function callOrWait<T>(
  method: 'POST' | 'PATCH',
  url: string,
  body: Record<string, unknown>,
  { form, ...place }: WaitingPlace,
): Promise<ApiReply<T> | undefined> {
  const { outbox } = window.joblane
  const fields = await outbox.findRefused(form, body)
  const [fault] = Object.values(fields)
  if (fault) throw refusal(BAD_REQUEST, fault, { fields })
  const change = { ...place, url, form, key: newIdempotencyKey(), call: { method, body } }
  // Its version is that from before what waits.
  const { version: _, ...unversioned } = body
  const behind = { ...change, call: { method, body: unversioned } }
  if (outbox.holds(place.group)) return waiting(await outbox.keep(behind))
  outbox.beginKeeping(change)
  try {
    return await call<T>(method, url, body, change.key, true)
  } catch (error) {
    const signedout = isRefusal(error) && error.status === SIGNED_OUT
    if (!isRefusal(error) || (error.status && !signedout)) throw error
    return waiting(await outbox.keep({ ...change, signedout }))
  } finally {
    // Where it waits, that has ended it.
    outbox.endKeeping(change.key)
  }
}

/** @throws {Refusal} */
function waiting(isKept: boolean | undefined): undefined {
  if (!isKept) throw refusal(0, isKept === false ? messages.notKept : messages.unreachable)
}

/**
 * One `Idempotency-Key` also when tried again after a lost answer, so that it never acts twice. What a session that has ended
 * is answered waits until the same person is signed in again, and is asked for anew; unless it `stays` refused.
 * @throws {Refusal}
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
  const request = { method, headers: requestHeaders(method, json, key), body: json }
  let { answer, response, asked } = await askTwice(path, request)
  while (
    response?.status === SIGNED_OUT &&
    !stays &&
    (await window.joblane.awaitSignIn(method !== 'GET', asked))
  )
    ({ answer, response, asked } = await askTwice(path, request))
  if (response) unanswered.delete(action)
  else if (key && !given) unanswered.set(action, key)
  if (!response) throw refusal(0, sayUnanswered(method, answer))
  const stored = response.headers.get('x-joblane-stored') ?? undefined
  const reply = { ...(await readReply<T>(response)), stored }
  if (method === 'GET' || method === 'PATCH') noteAge(path, stored)
  if (method !== 'GET') globalThis.document?.dispatchEvent(new Event('joblane:partsaved'))
  return reply
}

function sayUnanswered(method: Method, answer: Response | undefined): string {
  if (answer) return strangerMessage(answer, method)
  const mayKeep = method === 'GET' && globalThis.navigator?.serviceWorker?.controller
  return mayKeep ? messages.notHere : messages.unreachable
}

async function readReply<T>(response: Response): Promise<ApiReply<T>> {
  const json = await response.json().catch(() => null)
  if (response.ok) return json ?? { data: null }
  throw refusal(response.status, json?.message ?? messages.unexpected, json ?? {})
}

/** @throws {Refusal} */
export const fetchData = async <T>(path: string): Promise<T> => (await call<T>('GET', path)).data

export const isRefusal = (error: unknown): error is Refusal => error instanceof Error && 'status' in error

export const errorMessage = (error: unknown) => (isRefusal(error) ? error.message : messages.unexpected)

/** `response`: the answer, where it is one of the program. `asked` by the clock of the page. */
async function askTwice(path: string, request: RequestInit) {
  const asked = performance.now()
  const answer = await fetchTwice(path, request).catch(() => undefined)
  return { answer, response: answer && isHeard(answer, asked) ? answer : undefined, asked }
}

async function fetchTwice(path: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(path, request)
  } catch {
    await new Promise((done) => setTimeout(done, retryms))
    return fetch(path, request)
  }
}

function requestHeaders(
  method: Method,
  json: string | undefined,
  key: string | undefined,
): Record<string, string> {
  return {
    accept: 'application/json',
    ...pageHeaders(method),
    ...(json === undefined ? {} : { 'content-type': 'application/json' }),
    ...(key === undefined ? {} : { 'idempotency-key': key }),
  }
}

function refusal(status: number, message: string, more: Partial<Refusal> = {}): Refusal {
  const { code, fields, data } = more
  return Object.assign(new Error(message), { status, code, fields, data })
}
