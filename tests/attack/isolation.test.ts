import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { routes } from '#server/app.ts'
import { bareSocket } from '#tests/http/hub-support.ts'
import { openSessions } from '#tests/support/client.ts'
import { until } from '#tests/support/eventually.ts'
import { contentsOf, fillWithSentinels, type SentinelValues } from '#tests/support/sentinels.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'
import { addressOf, propertiesOf, routeLabel, type Schema, sampleBody, tableOfField } from './support.ts'

setDefaultTimeout(120_000)

// Sweeps of paths with ids of the first account are in tests/http/sweep.test.ts, of people and accounts in other-ids.test.ts.

type Side = { accountid: string; email: string; words: string; ids: SentinelValues; client: Client }

let server: TestServer
let sides: [Side, Side]
beforeAll(async () => {
  server = await startTestServer()
  const side = async (accountid: string, email: string, words: string, client: Client): Promise<Side> => ({
    accountid,
    email,
    words,
    client,
    ids: await fillWithSentinels(server.services.tenants, accountid, words),
  })
  sides = [
    await side(server.accountid, 'admin@first.test', 'ONLYFIRST', server.people.admin),
    await side(server.otherid, 'admin@other.test', 'ONLYOTHER', server.other),
  ]
})
afterAll(() => server.stop())

type Try = { method: string; path: string; body?: unknown }

/** Records of the victim in the body of a request to their own, in its query, and in all of it. */
function triesOf(route: (typeof routes)[number], own: SentinelValues, theirs: SentinelValues): Try[] {
  const { method, schemas } = route
  const schema = schemas.body as Schema | undefined
  const one = sampleBody(schema, theirs)
  const body = method === 'GET' ? undefined : schema?.type === 'array' ? [one] : one
  const query = Object.keys(propertiesOf(schemas.query as Schema))
    .map((name) => [name, tableOfField(name, theirs)] as const)
    .filter(([, table]) => table !== undefined)
    .map(([name, table]) => `${name}=${theirs[table as string]}`)
  const [address = '', asked] = addressOf(route, own).split('?')
  const words = [...(asked ? [asked] : []), ...query].join('&')
  return [
    ...(body ? [{ method, path: address, body }] : []),
    ...(query.length > 0 ? [{ method, path: `${address}?${words}`, body }] : []),
    { method, path: addressOf(route, theirs), body },
  ]
}

/** What ends the attacker's own seat or account comes last. */
const isLast = ({ path }: { path: string }) => /signout|archive|sessions|switch|account/.test(path)

describe('records of another account, in bodies, queries and paths of every route,', () => {
  test.each([
    ['the other account', 'the first', 1, 0],
    ['the first account', 'the other', 0, 1],
  ])('asked for by %s, show and change nothing of %s', async (_, __, by, of) => {
    const [attacker, victim] = [sides[by]!, sides[of]!]
    const before = contentsOf(server.services.tenants, victim.accountid)
    const guarded = routes.filter(({ claim }) => claim !== null && claim !== 'platform.manage')
    const shown: string[] = []
    let [letIn, sent] = [0, 0]
    for (const route of guarded.toSorted((a, b) => Number(isLast(a)) - Number(isLast(b))))
      for (const { method, path, body } of triesOf(route, attacker.ids, victim.ids)) {
        const { status, text } = await attacker.client.call(method, path, body)
        if (text.includes(victim.words)) shown.push(`${routeLabel(route)} ${path} ${status}`)
        sent++
        if (status !== 401 && status !== 403) letIn++
        if (status === 401) attacker.client = (await openSessions(server, [attacker.email]))[0]!
      }
    expect(shown).toEqual([])
    expect(contentsOf(server.services.tenants, victim.accountid)).toBe(before)
    expect(sent).toBeGreaterThan(guarded.length)
    // Else it was the lost seat that kept them out.
    expect(letIn / sent).toBeGreaterThan(0.9)
  })
})

test('the hub tells each account of its own alone', async () => {
  const heard = await Promise.all(
    sides.map(async ({ client }) => {
      const socket = bareSocket(`${server.url}/hub`, { authorization: `Bearer ${client.token}` })
      await socket.greet()
      return socket
    }),
  )
  for (const { client, words, ids } of sides) {
    const { status } = await client.post(`/api/jobs/${ids.jobs}/notes`, { message: `${words} note` })
    expect(status).toBeLessThan(300)
    await client.patch(`/api/jobs/${ids.jobs}`, { description: `${words} changed` })
  }
  const mentions = (at: number, id: string | undefined) =>
    heard[at]!.records.some((record) => JSON.stringify(record).includes(id ?? ''))
  await until(() => mentions(0, sides[0].ids.jobs) && mentions(1, sides[1].ids.jobs), 'their own events')
  for (const [at, other] of [
    [0, 1],
    [1, 0],
  ] as const) {
    expect(mentions(at, sides[other].ids.jobs)).toBe(false)
    expect(mentions(at, sides[other].words)).toBe(false)
    heard[at]!.socket.close()
  }
})
