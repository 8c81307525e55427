import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { randomUUIDv7 } from 'bun'
import { roleclaims, roles } from '#db/schema/tenant/index.ts'
import { addSeat, addUser } from '#server/access/accounts.ts'
import type { Claim } from '#server/access/claims.ts'
import { routes } from '#server/app.ts'
import { expectOk } from '#tests/support/answers.ts'
import { type Client, cheapPasswords, startTestServer, type TestServer } from '#tests/support/server.ts'
import { addStakeholder, by, createJobFixtures, type JobFixtures } from '#tests/work/jobs-support.ts'

let server: TestServer
let shop: JobFixtures
let admin: Client
/** A job that all see, one at another location, one on a board that is hidden from all but systemadmin. */
let open: string
let elsewhere: string
let hidden: string
let invoiceid: string
/** Sees jobs and their history, invoices too, but no amounts on jobs. */
let reader: Client

const HIDDEN = 'Hidden words'

beforeAll(async () => {
  server = await startTestServer()
  admin = server.people.admin
  shop = await createJobFixtures(server)
  await admin.post('/api/organisations', { name: 'Acme' })
  open = await job(shop.boardid, 0)
  elsewhere = await job(shop.boardid, 1)
  hidden = await job(shop.secondid, 0)
  for (const role of ['Agent', 'Jobs', 'StakeHolder', 'Operations'])
    await admin.post('/api/boards/permissions', {
      boardid: shop.secondid,
      roleid: server.roleids[role],
      permission: 'none',
    })
  await addStakeholder(server, shop.locations[0], server.people.stakeholder.userid)
  await admin.patch(`/api/jobs/${open}`, { status: 4, confirmed: true })
  invoiceid = (await admin.post('/api/invoices', { jobid: open })).body.data.id
  await admin.post(`/api/invoices/${invoiceid}/issue`)
  await admin.post(`/api/invoices/${invoiceid}/payments`, { amount: '76,54' })
  reader = await personWith(['jobs.read', 'history.read'])
})
afterAll(() => server.stop())

async function job(boardid: string, at: 0 | 1): Promise<string> {
  const place = { client: shop.clients[at], location: shop.locations[at] }
  const { id } = (await admin.post('/api/jobs', { boardid, ...place, description: `Job ${at}` })).body.data
  if (boardid === shop.secondid) await admin.patch(`/api/jobs/${id}`, { description: HIDDEN })
  const line = { jobid: id, role: 1, description: 'Work', estimated: 1, consumed: 1 }
  const { body } = await admin.post('/api/materials', { ...line, linerate: '7654,3210', discount: 1 })
  await admin.patch(`/api/materials/${body.data.id}`, { linerate: '7654,3211' })
  return id
}

async function personWith(claims: Claim[], email = 'reader@first.test'): Promise<Client> {
  const { platform, tenants } = server.services
  const roleid = randomUUIDv7()
  await tenants.write(server.accountid, by, (tx) => {
    tx.db
      .insert(roles)
      .values({ id: roleid, name: claims.join(), createdutc: tx.now, updatedutc: tx.now })
      .run()
    tx.db
      .insert(roleclaims)
      .values(claims.map((claim) => ({ roleid, claim })))
      .run()
    tx.invalidateCaches()
  })
  const passwordhash = await cheapPasswords.hash('joblane-test-1')
  const userid = await platform.write((tx) =>
    addUser(tx, { email, firstname: 'Rita', lastname: 'Reader', passwordhash }),
  )
  await addSeat(platform, tenants, { accountid: server.accountid, userid, roleids: [roleid] })
  return server.signIn(email)
}

type Shown = { address: string; text: string; id: string }
const readable = new Map<Client, Promise<Shown[]>>()

/** Every address that somebody can read, with each id that they might try; asked for once. */
function everything(who: Client): Promise<Shown[]> {
  const shown = readable.get(who) ?? Array.fromAsync(readEverything(who))
  readable.set(who, shown)
  return shown
}

async function* readEverything(who: Client): AsyncGenerator<Shown> {
  const ids = [
    open,
    elsewhere,
    hidden,
    invoiceid,
    shop.boardid,
    shop.secondid,
    ...shop.locations,
    shop.worker,
  ]
  for (const { method, path, claim } of routes) {
    if (method !== 'GET' || claim === null) continue
    const page = path.replace(':jobs', 'jobs').replace(':board', 'work-shop').replace(':noun', 'jobs')
    for (const id of page.includes(':') ? ids : ['']) {
      const address = page.replace(/:[a-z]+/gi, id)
      const { status, text } = await who.get(address)
      expect(status, address).toBeLessThan(500)
      if (status === 200) yield { address, text, id }
    }
  }
}

const MONEY = /7[ ,.\u00a0]?654[,.]32|765432|76[,.]54\b/

test('asking for the head of an invoice does not use up its original', async () => {
  const jobid = await job(shop.boardid, 0)
  await expectOk(admin.patch(`/api/jobs/${jobid}`, { status: 4, confirmed: true }))
  const [firm] = (await admin.get('/api/organisations')).body.data
  // Who charges no VAT issues papers that are the same each time.
  const place = { addressline1: '220 Florida Road', city: 'Durban' }
  await expectOk(admin.patch(`/api/organisations/${firm.id}`, { vatnumber: '4210256398', ...place }))
  await expectOk(admin.patch(`/api/clients/${shop.clients[0]}`, place))
  const { id } = await expectOk(admin.post('/api/invoices', { jobid }))
  await expectOk(admin.post(`/api/invoices/${id}/issue`))
  const path = `/render/invoice/${id}`
  expect((await admin.call('HEAD', path)).status).toBe(200)
  const name = async () => (await admin.get(path)).headers.get('content-disposition')
  expect(await name()).not.toContain('copy')
  expect(await name()).toContain('copy')
})

describe('whoever sees no money', () => {
  test.each(['jobs', 'stakeholder'] as const)('as %s finds no amount of a job anywhere', async (who) => {
    for (const { address, text } of await everything(server.people[who]))
      expect(text.match(MONEY)?.[0], address).toBeUndefined()
  })

  test('reads histories without it, of jobs and of the whole account', async () => {
    for (const path of [`/api/jobs/${open}/history`, '/api/configuration/changes']) {
      const { status, text } = await reader.get(path)
      expect(status).toBe(200)
      expect(text).toContain('material.')
      expect(text).not.toMatch(MONEY)
    }
    const { text } = await admin.get('/api/configuration/changes')
    expect(text).toMatch(MONEY)
  })
})

describe('what is hidden', () => {
  test.each(['agent', 'jobs', 'stakeholder', 'operations'] as const)(
    'on a board is nowhere to be found by %s',
    async (who) => {
      for (const { address, text } of await everything(server.people[who])) {
        expect(text.includes(HIDDEN), address).toBe(false)
        expect(text.includes(hidden) && !address.includes(hidden), address).toBe(false)
      }
      for (const path of [
        `/api/jobs/${hidden}`,
        `/api/boards/${shop.secondid}`,
        `/api/workers/board/${shop.secondid}`,
      ])
        expect((await server.people[who].get(path)).status).toBeOneOf([403, 404])
    },
  )

  test('in the account’s changes is what a person has no claim for', async () => {
    const { body } = await reader.get('/api/configuration/changes')
    const seen = new Set(body.data.map(({ entity }: { entity: string }) => entity))
    expect([...seen].toSorted()).toEqual(['boards', 'jobs'])
  })

  test('at other locations is nowhere to be found by a stakeholder, workers’ names included', async () => {
    const { stakeholder } = server.people
    for (const { address, text } of await everything(stakeholder)) {
      expect(text, address).not.toContain('Bolt')
      expect(text, address).not.toContain('Wendy')
    }
    for (const part of ['', '/notes', '/history', '/totals'])
      expect((await stakeholder.get(`/api/jobs/${elsewhere}${part}`)).status).toBeOneOf([403, 404])
  })

  test('in the order of a list is no figure that is not shown', async () => {
    const figures = [
      'rate',
      'mupercent',
      'muamount',
      'price',
      'lastprice',
      'discount',
      'quoted',
      'onhand',
      'total',
    ]
    const clerk = await personWith(
      ['inventory.read', 'jobs.read', 'clients.read', 'equipment.read', 'records.export'],
      'clerk@first.test',
    )
    for (const [code, rate] of Object.entries({ A: 20, B: 30, C: 10 }))
      await expectOk(admin.post('/api/inventory', { code, materialname: code, rate, mupercent: rate }))
    const ask = async (path: string, sort: string) => {
      const { status, text } = await clerk.get(`${path}?sort=${sort}`)
      return [400, 403].includes(status) ? 'refused' : text
    }
    const sorted = routes.filter(
      ({ method, path, schemas }) =>
        method === 'GET' &&
        /^\/api\/|\/export$/.test(path) &&
        !path.includes(':') &&
        Object.hasOwn((schemas.query as { properties?: object } | undefined)?.properties ?? {}, 'sort'),
    )
    expect(sorted.length).toBeGreaterThan(20)
    for (const { path } of sorted)
      for (const figure of figures)
        expect([await ask(path, 'nosuch'), 'refused'], `${path} by ${figure}`).toContain(
          await ask(path, figure),
        )
  })
})
