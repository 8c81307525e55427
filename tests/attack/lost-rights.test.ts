import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { seats } from '#db/schema/platform/index.ts'
import type { PlatformTx } from '#db/types.ts'
import { mount } from '#server/http/mount.ts'
import { api, page, type Route } from '#server/http/route.ts'
import { expectOk } from '#tests/support/answers.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'

// Nothing that was acknowledged is contradicted: whoever lost a right acts by it no more, however long they waited.

let server: TestServer
let admin: Client
beforeAll(async () => {
  server = await startTestServer()
  admin = server.people.admin
})
afterAll(() => server.stop())

async function give(userid: string, role: string) {
  const { data } = (await admin.get('/api/users?take=200')).body
  const { version } = (data as { id: string; version: number }[]).find(({ id }) => id === userid)!
  await expectOk(admin.patch(`/api/users/${userid}`, { roles: [server.roleids[role]], version }))
}

/** A handler that waits in the middle: `begun` once it does, until `go`. */
function gate() {
  const begun = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const wait = () => {
    begun.resolve()
    return held.promise
  }
  return { begun: begun.promise, go: held.resolve, wait }
}

const ask = (routes: Route[], who: Client, method: string, path: string, body?: BodyInit) =>
  mount(
    server.services,
    routes,
  )(
    new Request(server.url + path, {
      method,
      body,
      headers: { authorization: `Bearer ${who.token}`, 'content-type': 'application/json' },
    }),
  )

const archive = ({ db }: PlatformTx, { userid }: Client, archived: boolean) =>
  void db.update(seats).set({ archived }).where(eq(seats.userid, userid)).run()

test('a change whose body was still coming when its sender lost the right is refused', async () => {
  const { agent } = server.people
  const { readable, writable } = new TransformStream<Uint8Array>()
  const body = writable.getWriter()
  let saved = 0
  const routes = [
    api('POST /api/late', { claim: 'jobs.write' }, (c) => {
      saved++
      return c.write(() => {})
    }),
  ]
  const asked = ask(routes, agent, 'POST', '/api/late', readable)
  void body.write(new TextEncoder().encode('{'))
  await give(agent.userid, 'StakeHolder')
  void body.write(new TextEncoder().encode('}'))
  void body.close()
  expect([(await asked).status, saved]).toEqual([403, 0])
  await give(agent.userid, 'Agent')
})

test.each(['a tenant', 'the platform'])(
  'so is one that waited before its transaction in %s’s file',
  async (where) => {
    const { agent } = server.people
    const { begun, go, wait } = gate()
    let saved = 0
    const routes = [
      api('POST /api/late', { claim: 'jobs.write' }, async (c) => {
        await wait()
        const save = () => void saved++
        return where === 'a tenant' ? c.write(save) : c.platform.write(save)
      }),
    ]
    const asked = ask(routes, agent, 'POST', '/api/late')
    await begun
    await give(agent.userid, 'StakeHolder')
    go()
    expect([(await asked).status, saved]).toEqual([403, 0])
    await give(agent.userid, 'Agent')
  },
)

test('and one that stands behind the loss in the very same commit', async () => {
  const { agent } = server.people
  const { begun, go, wait } = gate()
  let saved = 0
  const routes = [
    api('POST /api/late', { claim: 'jobs.write' }, async (c) => {
      await wait()
      return c.platform.write(() => void saved++)
    }),
  ]
  const asked = ask(routes, agent, 'POST', '/api/late')
  await begun
  const archived = server.services.platform.write((tx) => archive(tx, agent, true))
  go()
  await archived
  expect([(await asked).status, saved]).toEqual([403, 0])
  await server.services.platform.write((tx) => archive(tx, agent, false))
})

test('what was read before a right was lost is not shown after it', async () => {
  const { agent } = server.people
  const { begun, go, wait } = gate()
  const routes = [
    page('GET /late', { claim: 'jobs.read' }, async (c) => {
      const money = c.can('invoices.read')
      await wait()
      return { money }
    }),
    api('GET /api/late', { claim: 'jobs.write' }, async () => {
      await wait()
      return { shown: true }
    }),
  ]
  await give(agent.userid, 'Management')
  const [shown, refused] = [ask(routes, agent, 'GET', '/late'), ask(routes, agent, 'GET', '/api/late')]
  await begun
  await give(agent.userid, 'StakeHolder')
  go()
  expect((await (await shown).json()).data).toEqual({ money: false })
  expect((await refused).status).toBe(403)
  await give(agent.userid, 'Agent')
})

test('nor what stands on a board that was hidden meanwhile', async () => {
  const { agent } = server.people
  const { id } = await expectOk(admin.post('/api/boards', { name: 'Hidden soon' }))
  const { begun, go, wait } = gate()
  const routes = [
    api('GET /api/late', { claim: 'jobs.read' }, async (c) => {
      const shown = c.read((_, viewer) => viewer.boards.has(id))
      await wait()
      return { shown }
    }),
  ]
  const asked = ask(routes, agent, 'GET', '/api/late')
  await begun
  const permissions = [{ roleid: server.roleids.Agent, permission: 'none' }]
  await expectOk(admin.post(`/api/boards/permissions/${id}`, { permissions }))
  go()
  expect((await (await asked).json()).data).toEqual({ shown: false })
})

test('whoever changes their own rights is answered all the same', async () => {
  const { agent } = server.people
  const routes = [
    api('POST /api/leave', { claim: 'jobs.write' }, async (c) => {
      await c.platform.write((tx) => archive(tx, agent, true))
      await c.write(() => {})
      return c.read((_, viewer) => ({ admin: viewer.admin }))
    }),
  ]
  expect((await ask(routes, agent, 'POST', '/api/leave')).status).toBe(200)
  expect((await agent.get('/api/jobs')).status).toBe(403)
  await server.services.platform.write((tx) => archive(tx, agent, false))
})
