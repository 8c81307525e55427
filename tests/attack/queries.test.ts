import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { routes } from '#server/app.ts'
import { t } from '#server/http/fields.ts'
import type { Route } from '#server/http/route.ts'
import { contentsOf, fillServer, platformContents, type SentinelValues } from '#tests/support/sentinels.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { queryRefusals } from './refusals.ts'
import { addressOf, routeLabel, type Schema } from './support.ts'

setDefaultTimeout(120_000)

let server: TestServer
let reading: Route[]
let filled: SentinelValues

beforeAll(async () => {
  server = await startTestServer()
  // What it does by itself changes what is stored: usage is measured, an account is backed up.
  await server.services.background.stop()
  reading = routes.filter(({ method, claim }) => method === 'GET' && claim !== null)
  filled = await fillServer(server)
})
afterAll(() => server.stop())

/** Each ends a text, a number, a name or a pattern, and goes on. */
const injections = [
  "' OR '1'='1",
  "') OR 1=1 --",
  '" OR ""="',
  '1 OR 1=1',
  '1; DROP TABLE jobs; --',
  "x' UNION SELECT id, email, passwordhash, 1, 1, 1 FROM users --",
  'name; DELETE FROM clients',
  '(SELECT 1)',
  'name COLLATE NOCASE, (SELECT randomblob(1e9))',
  '\u0000',
  '%',
  '_______',
  '*" OR rowid:*',
  'NEAR("a" "b", 1e9)',
]
const inside = /SQLITE|syntax error|near "|no such (column|table)|SELECT |\bat \/|\[object Object\]/

/** Counted, not listed: how many records a list answers with. */
const totalOf = (body: { total?: number; data?: unknown }) =>
  body.total ?? (Array.isArray(body.data) ? body.data.length : 0)

const contents = () =>
  contentsOf(server.services.tenants, server.accountid) +
  platformContents(server.services.platform, ['sessions', 'audit', 'seats'])

test('no parameter of any list, page or document reaches the database as anything but a value', async () => {
  const before = contents()
  const wrong: string[] = []
  let asked = 0
  for (const route of reading) {
    const who = route.claim === 'platform.manage' ? server.operator : server.people.admin
    const names = Object.keys(((route.schemas.query ?? {}) as Schema).properties ?? {})
    const [path = ''] = addressOf(route, filled).split('?')
    const isRefused = queryRefusals(route.schemas.query ?? t.Object({}))
    const ask = async (names: string[], words: string) => {
      const query = new URLSearchParams(names.map((name) => [name, words]))
      const { status, text } = await who.get(`${path}?${query}`)
      const shown = text.replaceAll(words, '').replaceAll(Bun.escapeHTML(words), '')
      if (status >= 500 || inside.test(shown)) wrong.push(`${routeLabel(route)} ${names}=${words} ${status}`)
      return status
    }
    for (const words of injections) {
      const read = names.filter((name) => !isRefused({ [name]: words }))
      const answered = read.length > 0 ? await ask(read, words) : 200
      // A list that answers has read them all; one that refuses may have stopped at the first.
      if (answered !== 200 && read.length > 1) for (const name of read) await ask([name], words)
      asked += names.length
    }
    // What the schema refuses reaches no database: one such request of each name is enough.
    const joined = injections.join(' ')
    for (const name of names) {
      const status = await ask([name], joined)
      if (isRefused({ [name]: joined }) && ![400, 403, 404].includes(status))
        wrong.push(`${routeLabel(route)} ${name} is not refused`)
    }
  }
  expect(wrong).toEqual([])
  expect(contents()).toBe(before)
  expect(asked).toBeGreaterThan(2_000)
})

test('a search for what would be true of everything finds nothing, and a percent sign is a percent sign', async () => {
  const { admin } = server.people
  const found: string[] = []
  let searched = 0
  const lists = reading.filter(
    ({ kind, schemas, claim }) =>
      kind === 'api' &&
      claim !== 'platform.manage' &&
      'search' in (((schemas.query ?? {}) as Schema).properties ?? {}),
  )
  for (const route of lists) {
    const path = addressOf(route, filled)
    for (const words of injections.filter((one) => one !== '\u0000')) {
      const { body } = await admin.get(`${path}?search=${encodeURIComponent(words)}`)
      if (totalOf(body) > 0) found.push(`${routeLabel(route)} search=${words}`)
      searched++
    }
  }
  expect(found).toEqual([])
  expect(searched).toBeGreaterThan(150)
})

test('a sort that is no column of the list is refused, or left out', async () => {
  const { admin } = server.people
  const wrong: string[] = []
  for (const route of reading.filter(
    ({ schemas }) => 'sort' in (((schemas.query ?? {}) as Schema).properties ?? {}),
  )) {
    const who = route.claim === 'platform.manage' ? server.operator : admin
    const [path = ''] = addressOf(route, filled).split('?')
    for (const sort of ['id;', 'rowid', '-rowid', 'passwordhash', 'name,id', '(select)', '1']) {
      const { status } = await who.get(`${path}?sort=${encodeURIComponent(sort)}`)
      const isName = /^-?[a-z]{1,30}$/.test(sort)
      if (status >= 500 || (!isName && status !== 400)) wrong.push(`${routeLabel(route)} ${sort} ${status}`)
    }
  }
  expect(wrong).toEqual([])
})
