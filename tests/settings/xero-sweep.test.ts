import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { routes } from '#server/app.ts'
import type { Route } from '#server/http/route.ts'
import { fillWithSentinels, type SentinelValues } from '#tests/support/sentinels.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'
import { type FakeXero, startXero } from '#tests/support/xero/xero.ts'
import { connectXero, oneOrganisation, xeroMapping } from './xero-support.ts'

setDefaultTimeout(120_000)

const SECRET_NAME = 'Books of Northwind alone'
let server: TestServer
let xero: FakeXero
let ids: SentinelValues
beforeAll(async () => {
  xero = await startXero()
  server = await startTestServer(undefined, xero.flags)
  ids = await fillWithSentinels(server.services.tenants, server.accountid)
  const tenant = oneOrganisation(xero)
  tenant.tenantName = SECRET_NAME
  await connectXero(server, tenant.tenantId)
  await server.people.admin.patch('/api/configuration/xero', xeroMapping(xero.books(tenant.tenantId)))
})
afterAll(async () => {
  await server.stop()
  xero.stop()
})

const addressOf = ({ path }: Route) => {
  const noun = path.split('/').find((part) => part in ids) ?? 'jobs'
  return path
    .replace('/:jobs/:board', '/jobs/sentinel-board')
    .replace(/:(\w+)/g, (_, name: string) => String(ids[name === 'userid' ? 'users' : noun] ?? noun))
}
const gets = routes.filter(({ method }) => method === 'GET')
const label = ({ method, path }: Route) => `${method} ${path}`
/** Xero's own limit of a minute is tested elsewhere. */
const asksXero = ({ path }: Pick<Route, 'path'>) => /xero|sync|suppliers|customers|accounts/.test(path)

async function ask(who: Client, route: Route) {
  const answer = await fetch(server.url + addressOf(route), {
    method: route.method,
    redirect: 'manual',
    headers: { cookie: who.cookie, accept: 'text/html', origin: server.url },
  })
  return { status: answer.status, text: await answer.text() }
}

describe('with Xero connected', () => {
  test('every page answers, and every whole page has the chip of the organisation', async () => {
    const broken: string[] = []
    const bare: string[] = []
    for (const route of gets.filter(({ kind, path }) => kind === 'page' && path !== '/xero/connect')) {
      const { status, text } = await ask(server.people.admin, route)
      if (status >= 500) broken.push(`${label(route)} ${status}`)
      if (status === 200 && text.includes('class="header"') && !text.includes(SECRET_NAME))
        bare.push(label(route))
    }
    expect(broken).toEqual([])
    expect(bare).toEqual([])
  })

  test('another account sees nothing of it', async () => {
    const seen: string[] = []
    for (const route of gets.filter(({ claim, ...one }) => claim !== null && asksXero(one))) {
      const { status, text } = await ask(server.other, route)
      if (text.includes(SECRET_NAME)) seen.push(label(route))
      expect(status, label(route)).toBeLessThan(500)
    }
    expect(seen).toEqual([])
  })

  test('each change that has to do with Xero refuses what it cannot use in words', async () => {
    for (const route of routes.filter(
      (one) => one.method !== 'GET' && /xero|sync/.test(one.path) && one.claim !== null,
    )) {
      const { status, text } = await server.people.admin.call(route.method, addressOf(route), { x: 1 })
      expect(status, `${label(route)} ${text.slice(0, 200)}`).toBeWithin(200, 500)
    }
  })
})
