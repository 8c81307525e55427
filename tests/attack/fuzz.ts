import fc from 'fast-check'
import { prepared } from '#db/sqlite.ts'
import { SYSTEM } from '#db/types.ts'
import { routes } from '#server/app.ts'
import { openSessions } from '#tests/support/client.ts'
import { fillPlatform, fillWithSentinels } from '#tests/support/sentinels.ts'
import type { Client, TestServer } from '#tests/support/server.ts'
import { describeRequest, type FuzzRequest, fuzzRequest } from './fuzz-requests.ts'
import { routeLabel } from './support.ts'

export type FuzzReport = { sent: number; routes: number; accepted: number; faults: string[] }

/** Drawn at once; the memory of more would be felt. */
const BATCH = 500

const AT_ONCE = 6

/** What answers 5xx by design: it is not set up here. */
const NOT_SET_UP = /not set up|is not configured/

/** Sends requests drawn from the schemas of all routes, each as somebody who may call it: the same ones for the same seed. */
export async function fuzz(
  server: TestServer,
  { requests, seed, progress }: { requests: number; seed: number; progress?: (sent: number) => void },
): Promise<FuzzReport> {
  const request = fuzzRequest(routes, await recordsToName(server))
  const people = { admin: server.people.admin, operator: server.operator }
  const done: FuzzReport = { sent: 0, routes: 0, accepted: 0, faults: [] }
  const met = new Set<string>()
  for (let batch = 0; done.sent < requests; batch++) {
    const numRuns = Math.min(BATCH, requests - done.sent)
    const drawn = fc.sample(request, { seed: seed + batch, numRuns })
    for (let at = 0; at < drawn.length; at += AT_ONCE) {
      const sent = drawn.slice(at, at + AT_ONCE)
      const answers = await Promise.all(
        sent.map((one) =>
          send(server, one.route.claim === 'platform.manage' ? people.operator : people.admin, one),
        ),
      )
      for (const [place, { status, text }] of answers.entries()) {
        const one = sent[place] as FuzzRequest
        done.sent++
        met.add(routeLabel(one.route))
        if (status < 300) done.accepted++
        if (status >= 500 && !NOT_SET_UP.test(text))
          done.faults.push(`${status} ${describeRequest(one)} → ${text.slice(0, 300)}`)
      }
      // They sign out, or end their own sessions: then they come back.
      if (answers.some(({ status }) => status === 401)) Object.assign(people, await signInAgain(server))
    }
    progress?.(done.sent)
  }
  return { ...done, routes: met.size }
}

/** The records of the account of who asks, and on the platform those of another: nobody is to lose their own seat. */
async function recordsToName({ services, accountid, otherid, other }: TestServer) {
  const tenant = await fillWithSentinels(services.tenants, accountid)
  // The sentinel's invoice is a draft, which none of these can have.
  await services.tenants.write(accountid, SYSTEM, ({ db }) => {
    for (const table of [
      'invoice_payments',
      'invoice_pdfs',
      'invoice_lines',
      'invoice_links',
      'payment_reminders',
      'pastel_documents',
      'deposit_outcomes',
      'credit_refunds',
    ])
      prepared(db, `DELETE FROM ${table}`).run()
  })
  const platform = await fillPlatform(services.platform, { accounts: otherid, users: other.userid })
  return { ...platform, ...tenant }
}

async function signInAgain(server: TestServer): Promise<{ admin: Client; operator: Client }> {
  const [admin, operator] = await openSessions(server, ['admin@first.test', 'operator@platform.test'])
  return { admin: admin!, operator: operator! }
}

async function send({ url }: TestServer, who: Client, { route, path, body, as }: FuzzRequest) {
  const { headers, body: sent } = encode(body, as)
  const answer = await fetch(url + path, {
    method: route.method,
    redirect: 'manual',
    headers: { authorization: `Bearer ${who.token}`, ...headers },
    body: route.method === 'GET' ? undefined : sent,
  })
  return { status: answer.status, text: await answer.text() }
}

function encode(body: unknown, as: FuzzRequest['as']): { headers: Record<string, string>; body?: BodyInit } {
  if (as === 'json') return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const fields = typeof body === 'object' && body !== null ? Object.entries(body) : []
  const form = as === 'form' ? new URLSearchParams() : new FormData()
  for (const [name, value] of fields)
    for (const one of Array.isArray(value) ? value : [value])
      form.append(
        name.toWellFormed(),
        (typeof one === 'object' ? JSON.stringify(one) : String(one)).toWellFormed(),
      )
  if (form instanceof FormData) form.append('file', new File([JSON.stringify(body) ?? ''], 'list.csv'))
  return { headers: { 'hx-request': 'true' }, body: form }
}
