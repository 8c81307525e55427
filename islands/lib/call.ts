import { accountHeader } from '#islands/client/account.ts'
import { newIdempotencyKey } from '#islands/client/idempotency.ts'

export type ApiReply<T> = { data: T; total?: number; minutes?: number; message?: string }

/** Why a call was refused. Status 0: no answer came at all. */
export type Refusal = Error & {
  status: number
  code?: string
  fields?: Record<string, string>
  data?: unknown
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

const unreachable = 'The server could not be reached. Please try again.'
const unexpected = 'An unexpected server exception occured'
const retryms = 400

/** The keys of changes that were never answered: the same change asked for again may have been made already. */
const unanswered = new Map<string, string>()

/** One `Idempotency-Key` also when tried again after a lost answer, so that it never acts twice. @throws {Refusal} */
export async function call<T>(method: Method, path: string, body?: unknown): Promise<ApiReply<T>> {
  const json = body === undefined ? undefined : JSON.stringify(body)
  const action = `${method} ${path} ${json ?? ''}`
  const key = method === 'GET' ? undefined : (unanswered.get(action) ?? newIdempotencyKey())
  const request = { method, headers: requestHeaders(json, key), body: json }
  const response = await fetchTwice(path, request).catch(() => undefined)
  if (response) unanswered.delete(action)
  else if (key) unanswered.set(action, key)
  if (!response) throw refusal(0, unreachable)
  const reply = await readReply<T>(response)
  if (method !== 'GET') globalThis.document?.dispatchEvent(new CustomEvent('joblane:partsaved'))
  return reply
}

async function readReply<T>(response: Response): Promise<ApiReply<T>> {
  const json = await response.json().catch(() => null)
  if (response.ok) return json ?? { data: null }
  if (response.status === 401 && location.pathname !== '/') location.assign('/timeout')
  throw refusal(response.status, json?.message ?? unexpected, json ?? {})
}

/** @throws {Refusal} */
export const fetchData = async <T>(path: string): Promise<T> => (await call<T>('GET', path)).data

export const isRefusal = (error: unknown): error is Refusal => error instanceof Error && 'status' in error

export const errorMessage = (error: unknown) => (isRefusal(error) ? error.message : unexpected)

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
