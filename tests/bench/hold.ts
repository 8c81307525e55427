import { join } from 'node:path'
import { routes } from '#server/app.ts'
import { reports } from '#server/domains/reporting/reports/reports.ts'
import type { Route } from '#server/http/route.ts'
import { addressOf, routeLabel, type Schema } from '#tests/attack/support.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { bodyFor, fileFor, paramsFor, queryFor, statesFor, steps } from './hold-cases.ts'
import { fillEveryTable, type ManyIds } from './hold-data.ts'
import { rememberRows } from './hold-restore.ts'
import type { Sent, SentReply } from './hold-sender.ts'
import { whyUnmeasured } from './hold-unmeasured.ts'
import { holdMeter } from './lag.ts'
import { largestInput } from './largest-input.ts'
import { figureAlone, type Row } from './table.ts'

const MAX_MS = 50
const WORST = 10
/** Each in a program of its own: what the collector of garbage held up once is not what a request costs. */
const ROUNDS = 3

type Held = SentReply & { what: string; ms: number; worked: number; why?: string }
type Send = (sent: Sent) => Promise<SentReply>

/** Every route with the largest input that it takes, one after another, beside an event loop that is watched. */
export async function benchHold(): Promise<Row[]> {
  const rounds: Held[][] = []
  for (let n = 0; n < ROUNDS; n++) rounds.push(await holdOfEach())
  const all = Map.groupBy(rounds.flat(), ({ what }) => what)
  const held = [...all.values()].map(shortest)
  const sorted = held.toSorted((a, b) => b.ms - a.ms)
  const worst = sorted.filter(({ ms }, n) => n < WORST || ms > MAX_MS)
  const refused = held.filter(({ status }) => status >= 400)
  const taken = held.length - refused.length
  const unnamed = refused.filter(({ why }) => !why)
  const overnamed = held.filter(({ why, status }) => why && status < 400)
  const over = rounds.flat().filter(({ ms }) => ms > MAX_MS)
  console.error(`Over ${MAX_MS} ms in one round:\n${over.map(({ what, ms }) => `${ms} ${what}`).join('\n')}`)
  console.error(`Named, and taken:\n${overnamed.map(({ what }) => what).join('\n')}`)
  console.error(
    `Refused:\n${unnamed.map(({ what, status, refusal }) => `${status} ${what} ${refusal}`).join('\n')}`,
  )
  return [
    figureAlone(
      `the longest hold by any of ${held.length} requests, ${taken} of which were taken`,
      worst[0]?.ms ?? 0,
      aim,
    ),
    figureAlone('requests that were refused for a reason that is not named', unnamed.length, 'at most 0'),
    ...worst.map(({ what, ms, worked, status, bytes }) =>
      figureAlone(`${what} (${status}, ${bytes >> 10} kB; ${Math.round(worked)} of a processor)`, ms, aim),
    ),
  ]
}

async function holdOfEach(): Promise<Held[]> {
  const server = await startTestServer()
  const ids = await fillEveryTable(server)
  const restore = await rememberRows(server, ids, steps)
  const [send, end] = startSender()
  const held: Held[] = []
  for (const route of inTurn()) {
    await restore(statesFor(route))
    held.push(await holdOf(route, ids, server, send))
  }
  end()
  await server.stop()
  return held
}

/** A refusal costs less than what was asked for. */
const shortest = (held: readonly Held[]): Held =>
  held.toSorted((a, b) => Number(a.status >= 400) - Number(b.status >= 400) || a.ms - b.ms)[0] as Held

const aim = `at most ${MAX_MS} ms`

/** What reads comes first, what takes away last. */
export const inTurn = () =>
  routes
    .filter(({ claim, options }) => claim !== null && !options.rawbody)
    .filter((route) => (process.env.ROUTE ?? '').split(',').some((part) => routeLabel(route).includes(part)))
    .toSorted((a, b) => lateness(a) - lateness(b))

const ENDS = /archive|remove|undo|delete/
/** Who may do what, and whose account it is: what changes them would refuse the rest. */
const RIGHTS = /^(users|roles|account|seat|claims|permissions|resources|settings)/

/** After these the sender may no longer what they could, or is in another account. */
const OWN_RIGHTS = /roles|claims|users|switch|session|permissions/

function lateness({ method, path, claim }: Route): number {
  if (method === 'GET') return 0
  if (claim === 'platform.manage') return 6
  if (OWN_RIGHTS.test(path)) return 5
  return (RIGHTS.test(claim ?? '') ? 3 : 1) + (method === 'DELETE' || ENDS.test(path) ? 1 : 0)
}

async function holdOf(route: Route, ids: ManyIds, server: TestServer, send: Send): Promise<Held> {
  const sent = largestRequest(route, ids, server)
  await Bun.sleep(2)
  const stop = holdMeter()
  const told = await send(sent)
  await Bun.sleep(4)
  return { what: routeLabel(route), ...stop(), why: whyUnmeasured(route), ...told }
}

export function largestRequest(route: Route, ids: ManyIds, server: TestServer): Sent {
  const { method, claim, options, schemas } = route
  const { token } = claim === 'platform.manage' ? server.operator : server.people.admin
  const sent = { url: server.url + largestAddress(route, ids), method, headers: bearer(token) }
  if (method === 'GET') return sent
  const made = largestInput(schemas.body as Schema | undefined, ids)
  const body = isFields(made) ? { ...made, ...known(bodyFor(route, ids), made) } : made
  if (options.upload) return { ...sent, form: textsOf(body), file: fileOf(route) }
  if (body === undefined) return sent
  return {
    ...sent,
    headers: { ...bearer(token), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
}

/** Made once: drawing the largest picture takes seconds. */
const fileOf = (route: Route) => {
  const file = fileFor(route)
  return file && { name: file.name, bytes: file.bytes() }
}

type Fields = Record<string, unknown>

const isFields = (body: unknown): body is Fields =>
  typeof body === 'object' && body !== null && !Array.isArray(body)

/** Only of those that this body has: several routes are meant at once. */
const known = (given: Fields, made: Fields): Fields =>
  Object.fromEntries(Object.entries(given).filter(([name]) => name in made))

const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` })

const textsOf = (body: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(body ?? {})
      .filter(([name, value]) => name !== 'file' && value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  )

/** What addresses call otherwise than its table. */
const tables: Record<string, string> = {
  statement: 'clients',
  client: 'clients',
  supplier: 'suppliers',
  workerid: 'workers',
  jobid: 'jobs',
  boardid: 'boards',
  deliverynote: 'deliveries',
  deliveryproof: 'deliveries',
  purchaseorder: 'purchaseorders',
}

function largestAddress(route: Route, ids: ManyIds): string {
  const named = Object.fromEntries(Object.entries(tables).map(([name, table]) => [name, ids[table] ?? []]))
  const known = { ...ids, ...named, report: [reports[0]?.name ?? ''] }
  const first = Object.fromEntries(Object.entries(known).map(([table, [id = '']]) => [table, id]))
  const path = Object.entries(paramsFor(route)).reduce(
    (path, [name, table]) => path.replace(`:${name}`, first[table] ?? table),
    route.path,
  )
  const address = new URL(addressOf({ ...route, path }, first), 'http://x')
  if ('take' in (((route.schemas.query ?? {}) as Schema).properties ?? {}))
    address.searchParams.set('take', '500')
  for (const [name, value] of Object.entries(queryFor(route))) address.searchParams.set(name, String(value))
  for (const [name, value] of address.searchParams)
    if (value === '0' && first[name]) address.searchParams.set(name, first[name])
  return address.pathname + address.search
}

/** One request at a time. */
function startSender(): [send: Send, end: () => void] {
  const thread = new Worker(join(import.meta.dir, 'hold-sender.ts'))
  const send: Send = (sent) =>
    new Promise((done) => {
      thread.onmessage = ({ data }: MessageEvent<SentReply>) => done(data)
      thread.postMessage(sent)
    })
  return [send, () => thread.terminate()]
}
