import { expect } from 'bun:test'
import type { Answer, Client, TestServer } from '#tests/support/server.ts'

export type Form = Record<string, string> | [string, string][]

/** What a browser with htmx sends for a page or a form, with the session cookie of one person. */
export async function htmxRequest(
  server: TestServer,
  who: Client,
  method: string,
  path: string,
  form?: Form,
) {
  const response = await fetch(server.url + path, {
    method,
    redirect: 'manual',
    headers: { cookie: who.cookie, 'hx-request': 'true', 'sec-fetch-site': 'same-origin' },
    body: form && new URLSearchParams(form),
  })
  const trigger = JSON.parse(response.headers.get('hx-trigger') ?? '{}')
  return { status: response.status, html: await response.text(), trigger }
}

/** The data of a call that must have gone well. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads what the server answered
export async function expectOk(answer: Promise<Answer>): Promise<any> {
  const { status, text, body } = await answer
  expect(status, text).toBe(200)
  return body.data
}

/** The fields that a refused call names, in the order of the alphabet. */
export async function expectRefused(answer: Promise<Answer>): Promise<string[]> {
  const { status, text, body } = await answer
  expect(status, text).toBe(400)
  return Object.keys(body.fields ?? {}).sort()
}
