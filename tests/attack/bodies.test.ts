import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { accountfees, accounts } from '#db/schema/platform/index.ts'
import { routes } from '#server/app.ts'
import { NoBody } from '#server/http/fields.ts'
import type { Route } from '#server/http/route.ts'
import { fillServer, platformContents, type SentinelValues } from '#tests/support/sentinels.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { addressOf, propertiesOf, routeLabel, type Schema, sampleBody } from './support.ts'

setDefaultTimeout(120_000)

let server: TestServer
let changing: Route[]
let filled: SentinelValues

beforeAll(async () => {
  server = await startTestServer()
  changing = routes.filter(({ method }) => method !== 'GET')
  filled = await fillServer(server)
})
afterAll(() => server.stop())

const traces = ['sessions', 'audit', 'signinfailures', 'idempotency']

/** What decides who somebody is, what they may do and what is paid; and what only the program writes. */
const protectedFields = {
  roles: ['systemadmin'],
  claims: ['platform.manage'],
  licensed: true,
  systemadmin: true,
  userid: crypto.randomUUID(),
  accountid: crypto.randomUUID(),
  account: crypto.randomUUID(),
  platformowner: true,
  utcexpires: '2999-01-01T00:00:00.000Z',
  subscribed: true,
  size: 3,
  seatspaid: 9_999,
  paid: 1,
  amount: 1,
  passwordhash: 'x',
  confirmedutc: '2026-01-01T00:00:00.000Z',
  email: 'evil@evil.test',
  permissions: [],
  logofile: 'x',
  number: 'INV-1',
  state: 'issued',
  createdutc: '2026-01-01T00:00:00.000Z',
  updatedutc: '2026-01-01T00:00:00.000Z',
  archived: true,
  version: 999,
  id: crypto.randomUUID(),
} as const

/**
 * Where one of these is asked for, on purpose. `id`, `version` and `archived` are what every saving call of a record
 * takes (decisions A2 and A6), and words that name something else in a record of the business are left out.
 */
const asked: Record<string, string[]> = {
  'POST /signin/register': ['email'],
  'POST /signin/resend': ['email'],
  'POST /signin/reset': ['email'],
  // How clients reach the business.
  'POST /setup': ['email', 'number'],
  'POST /api/auth/register': ['email'],
  'POST /api/auth/confirmemail': ['userid'],
  'POST /api/auth/passwordreset': ['email'],
  'POST /api/auth/confirmpasswordreset': ['userid'],
  // They only narrow what their owner holds: `storedValues` and the keys refuse any other right.
  'POST /api/webhooks': ['claims'],
  'POST /customise/webhooks': ['claims'],
  'PATCH /api/webhooks/:id': ['claims'],
  'PATCH /customise/webhooks/:id': ['claims'],
  'PATCH /api/users/apikey': ['claims'],
  'PATCH /api/users/:id/apikey': ['claims'],
  'POST /account/profile/keys': ['claims'],
  'POST /api/users': ['email', 'roles', 'licensed'],
  'PATCH /api/users/:id': ['roles', 'licensed'],
  'POST /admin/users': ['email', 'roles', 'licensed'],
  'PATCH /admin/users/:id': ['roles', 'licensed'],
  'POST /api/users/file': ['userid'],
  'PATCH /api/users/myself': ['email'],
  'PATCH /account/profile': ['email'],
  'PATCH /api/users/account': ['accountid'],
  'POST /api/account/switch': ['accountid'],
  'POST /account/requests/:id': ['roles', 'licensed'],
  'POST /api/backoffice/account': ['utcexpires', 'size', 'seatspaid'],
  'POST /backoffice/accounts': ['utcexpires', 'size', 'seatspaid'],
  'PATCH /backoffice/accounts/:id': ['utcexpires', 'size', 'seatspaid'],
  'POST /api/backoffice/seats': ['accountid', 'email', 'systemadmin'],
  'POST /backoffice/accounts/:id/seats': ['email', 'systemadmin'],
  'POST /api/backoffice/notes': ['account', 'accountid'],
  // A colleague who gets a notification of one’s own.
  'POST /api/communication/notifications/:id/assign': ['userid'],
  'POST /notifications/:id/assign': ['userid'],
  // As it was read: taken back without a word, and never believed.
  'PATCH /api/account/accountfees': ['paid'],
  'PATCH /api/account/:id/accountfees': ['paid'],
}
/** Claims of a business: what stands in its bodies is about its own records. */
const business =
  /^(jobs|materials|clients|suppliers|supplierinvoices|locations|workers|equipment|organisations|invoices|stock|pricing|categories|inventory|boards|notifications|documents|accountcodes|divisions|settings)\./

const mayName = (route: Route, name: string) =>
  ['id', 'version', 'archived'].includes(name) ||
  asked[routeLabel(route)]?.includes(name) ||
  (business.test(route.claim ?? '') &&
    !/^(roles|claims|platformowner|utcexpires|subscribed|seatspaid|passwordhash|confirmedutc|createdutc|updatedutc|logofile)$/.test(
      name,
    )) ||
  route.claim === 'platform.manage'

test('what an account says it has paid is not what it has paid', async () => {
  const { people, services } = server
  const [fee] = (await people.admin.get('/api/account/corefees')).body.data
  const before = services.platform.read((db) => db.select().from(accounts).all())
  const chosen = [{ corefee: fee.id, quantity: 1, paid: 50 }]
  expect((await people.admin.patch('/api/account/accountfees', chosen)).status).toBe(200)
  const kept = services.platform.read((db) => db.select().from(accountfees).all())
  expect(kept.find(({ corefeeid }) => corefeeid === fee.id)).toMatchObject({ quantity: 1, paid: 0 })
  expect(services.platform.read((db) => db.select().from(accounts).all())).toEqual(before)
})

describe('mass assignment', () => {
  test('no body names what decides about rights or money, unless it is on the list', () => {
    const found = changing.flatMap((route) =>
      Object.keys(propertiesOf(route.schemas.body as Schema))
        .filter((name) => name in protectedFields && !mayName(route, name))
        .map((name) => `${routeLabel(route)}: ${name}`),
    )
    expect(found).toEqual([])
  })

  test('every change says what its body may hold', () => {
    expect(changing.filter(({ schemas }) => !schemas.body).map(routeLabel)).toEqual([])
  })

  test('a change that says all in its address refuses every field by its name, in JSON and in a form', async () => {
    const { services, people } = server
    const before = platformContents(services.platform, traces)
    const taken: string[] = []
    const bodiless = changing.filter(({ schemas }) => schemas.body === NoBody)
    expect(bodiless.length).toBeGreaterThan(100)
    for (const route of bodiless) {
      const { token } = route.claim === 'platform.manage' ? server.operator : people.admin
      for (const type of ['application/json', 'application/x-www-form-urlencoded']) {
        const answer = await fetch(server.url + addressOf(route, filled), {
          method: route.method,
          headers: { 'content-type': type, accept: 'application/json', authorization: `Bearer ${token}` },
          body: type === 'application/json' ? '{"nobodysfield":"x"}' : 'nobodysfield=x',
        })
        const says = await answer.text()
        if (answer.status !== 400 || !says.includes('nobodysfield: This is not a known field.'))
          taken.push(`${routeLabel(route)} ${type} ${answer.status} ${says.slice(0, 100)}`)
      }
    }
    expect(taken).toEqual([])
    expect(platformContents(services.platform, traces)).toEqual(before)
  })

  test('a field that a call does not know is refused by its name, or changes nothing', async () => {
    const { services, people } = server
    const taken: string[] = []
    const before = platformContents(services.platform, [...traces, 'outbox'])
    // Those that ignore what they do not know do what they are for, such as archiving the account: they come last.
    const inTurn = changing
      .filter(({ schemas, options }) => schemas.body && !options.rawbody)
      .toSorted((a, b) => lateness(a) - lateness(b))
    for (const route of inTurn) {
      const schema = route.schemas.body as Schema
      const known = propertiesOf(schema)
      const extra = Object.fromEntries(Object.entries(protectedFields).filter(([name]) => !(name in known)))
      const one = { ...sampleBody(schema, filled), ...extra }
      const body = schema.type === 'array' ? [one] : one
      const who = route.claim === 'platform.manage' ? server.operator : people.admin
      const { status, body: says } = await who.call(route.method, addressOf(route, filled), body, {
        accept: 'application/json',
      })
      if (status >= 500) taken.push(`${routeLabel(route)} ${status}`)
      if (isOpen(schema)) continue
      const named = Object.keys(says.fields ?? {}).map((name) => name.split('.').at(-1))
      // A body whose keys are data, such as labels, refuses the first that it does not know.
      const keys = Object.keys(known).length === 0
      if (status !== 400 || !(keys || named.includes('passwordhash')))
        taken.push(`${routeLabel(route)} ${status} ${JSON.stringify(says).slice(0, 200)}`)
    }
    expect(taken).toEqual([])
    expect(rightsIn(platformContents(services.platform, [...traces, 'outbox']))).toEqual(rightsIn(before))
  })
})

const lateness = ({ schemas, claim }: Route) =>
  isOpen(schemas.body as Schema) ? (claim === 'platform.manage' ? 2 : 1) : 0

/** Takes names that are not in its schema: those of a form around it, or keys that are data. */
const isOpen = ({ type, items, anyOf = [], additionalProperties }: Schema): boolean =>
  type === 'array'
    ? !items?.properties
    : anyOf.some((one) => one.type === 'object' && isOpen(one)) ||
      (type === 'object' && additionalProperties !== false)

/** Who may do what in which account, and what is paid: none of it may change. */
function rightsIn(contents: string) {
  const tables = new Map(JSON.parse(contents) as [string, Record<string, unknown>[]][])
  const pick = (table: string, names: string[]) =>
    (tables.get(table) ?? []).map((row) => Object.fromEntries(names.map((name) => [name, row[name]])))
  return {
    accounts: pick('accounts', ['id', 'utcexpires', 'subscribed', 'size', 'seatspaid', 'platformowner']),
    seats: pick('seats', ['id', 'userid', 'accountid', 'roles', 'licensed']),
    users: pick('users', ['id', 'email', 'passwordhash', 'confirmedutc']),
  }
}
