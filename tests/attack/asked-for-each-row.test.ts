import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { watchSlowStatements } from '#db/slow-statements.ts'
import { inTurn, largestRequest } from '#tests/bench/hold.ts'
import { statesFor, steps } from '#tests/bench/hold-cases.ts'
import { fillEveryTable } from '#tests/bench/hold-data.ts'
import { rememberRows } from '#tests/bench/hold-restore.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { routeLabel } from './support.ts'

// What is asked anew for each row of a list costs nothing in an empty account and holds everybody up in a full one.

setDefaultTimeout(300_000)

/** More than any request asks one question for other reasons. */
const ROWS = 40

const asked = new Map<string, number>()
let server: TestServer
beforeAll(async () => {
  watchSlowStatements(Number.MIN_VALUE, (text) => asked.set(text, (asked.get(text) ?? 0) + 1))
  server = await startTestServer()
  await server.services.background.stop()
})
afterAll(async () => {
  watchSlowStatements(0, () => {})
  await server.stop()
})

/** Each of many in its turn, after the answer: what one is refused for holds up none of the others. Not asked here. */
const EACH_BY_ITSELF = [
  'POST /api/billing/drafts',
  'POST /billing/drafts',
  'POST /api/billing/issue',
  'POST /billing/issue',
  'POST /api/delivery/many',
  'POST /deliveries/many',
]

/** Booked one after another, each against what the one before left: many of them in a thread. */
const BOOKED_IN_ORDER = ['PATCH /api/jobs/stocksync', 'POST /api/jobs/pickinglist']

/** Each is changed with its history, and reads what it was. */
const CHANGED_ONE_BY_ONE = [
  'DELETE /api/inventory/:id/suppliers/:supplierid',
  'DELETE /admin/inventory/:id/suppliers/:supplierid',
]

const known = new Set([...BOOKED_IN_ORDER, ...CHANGED_ONE_BY_ONE])

test('no request asks the same question anew for each row of what it reads', async () => {
  const ids = await fillEveryTable(server, ROWS)
  const restore = await rememberRows(server, ids, steps)
  const loops: string[] = []
  let taken = 0
  for (const route of inTurn()) {
    if (EACH_BY_ITSELF.includes(routeLabel(route))) continue
    await restore(statesFor(route))
    const { url, method, headers, body, form } = largestRequest(route, ids, server)
    if (form) continue
    asked.clear()
    const reply = await fetch(url, { method, headers, body })
    await reply.arrayBuffer()
    if (reply.ok) taken++
    const repeated = [...asked].filter(([text, times]) => times >= ROWS && /^\s*(WITH|SELECT)\b/i.test(text))
    for (const [text, times] of repeated)
      loops.push(`${routeLabel(route)} ${times}: ${text.replace(/\s+/g, ' ').slice(0, 90)}`)
  }
  const isKnown = (loop: string) => known.has(loop.split(' ', 2).join(' '))
  expect(loops.filter((loop) => !isKnown(loop))).toEqual([])
  expect([...known].filter((label) => !loops.some((loop) => loop.startsWith(`${label} `)))).toEqual([])
  expect(taken).toBeGreaterThan(800)
})
