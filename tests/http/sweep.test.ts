import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { randomUUIDv7 } from 'bun'
import { roles } from '#db/schema/tenant/index.ts'
import { addSeat, addUser } from '#server/access/accounts.ts'
import { routes } from '#server/app.ts'
import type { Route } from '#server/http/route.ts'
import { contentsOf, fillWithSentinels, SENTINEL, type SentinelValues } from '#tests/support/sentinels.ts'
import { type Client, cheapPasswords, startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let all: Route[]
let filled: SentinelValues
let powerless: Client

beforeAll(async () => {
  server = await startTestServer()
  all = routes
  filled = await fillWithSentinels(server.services.tenants, server.accountid)
  powerless = await somebodyWithoutClaims()
})
afterAll(() => server.stop())

/** Whoever adds a route that anybody may call writes it down here, on purpose. */
const anybody = [
  'GET /www/invoice/:code',
  'GET /www/invoice/:code/pdf',
  'POST /www/invoice/:code/opened',
  'GET /www/statement/:code',
  'GET /www/statement/:code/pdf',
  'POST /www/statement/:code/opened',
  'GET /www/job/approve/:code',
  'GET /www/job/approve/:code/pdf',
  'POST /www/job/approve/:code',
  'POST /www/job/approve/:code/opened',
  'GET /www/job/accept/:code',
  'GET /www/job/accept/:code/pdf',
  'POST /www/job/accept/:code',
  'POST /www/job/accept/:code/opened',
  'GET /www/xerosignup',
  'GET /www/xero/createaccount',
  'POST /www/xero/createaccount',
  'GET /xero/signup',
  'GET /calendar/:file',
  'GET /api/docs',
  'GET /health',
  'GET /health/live',
  'GET /health/ready',
  'GET /icon/:size',
  'GET /manifest.webmanifest',
  'GET /sw.js',
  'GET /reporting/data/:report',
  'GET /setup',
  'POST /setup',
  'GET /signin',
  'POST /signin',
  'POST /signin/register',
  'POST /signin/resend',
  'POST /signin/reset',
  'GET /confirmpasswordreset/:userid',
  'GET /invitation/:userid',
  'POST /confirmpasswordreset/:userid',
  'GET /confirmemail/:userid',
  'POST /confirmemail/:userid',
  'POST /signout',
  'GET /api/auth/login/microsoft',
  'GET /api/auth/login/google',
  'GET /externalproviderauth',
  'GET /api/auth/token-external',
  'GET /timeout',
  'GET /wegotlost',
  'GET /help',
  'GET /account/create',
  'GET /account/email/:id',
  'POST /account/email/:id',
  'POST /account/create',
  'POST /account/link',
  'GET /account/waiting',
  'POST /account/waiting/:id/withdraw',
  'POST /api/account',
  'POST /api/account/link/:accountKey',
  'POST /account/open',
  'GET /account/invitations',
  'GET /api/account/invitations',
  'POST /api/account/invitations/:id',
  'POST /account/invitations/:id/accept',
  'DELETE /api/account/invitations/:id',
  'POST /account/invitations/:id/decline',
  'POST /api/auth/authenticate',
  'POST /api/auth/renew',
  'POST /api/auth/register',
  'GET /api/auth/confirm/resend/:x',
  'POST /api/auth/confirmemail',
  'POST /api/auth/passwordreset',
  'POST /api/auth/confirmpasswordreset',
  'GET /api/configuration/environmentals',
  'POST /api/cctransactions/payfast/notify',
]

async function somebodyWithoutClaims(): Promise<Client> {
  const { platform, tenants } = server.services
  const roleid = randomUUIDv7()
  await tenants.write(server.accountid, { userid: null, name: 'test' }, (tx) => {
    tx.db.insert(roles).values({ id: roleid, name: 'Nothing', createdutc: tx.now, updatedutc: tx.now }).run()
  })
  const passwordhash = await cheapPasswords.hash('joblane-test-1')
  const userid = await platform.write((tx) =>
    addUser(tx, { email: 'nothing@first.test', firstname: 'No', lastname: 'Claims', passwordhash }),
  )
  await addSeat(platform, tenants, { accountid: server.accountid, userid, roleids: [roleid] })
  return server.signIn('nothing@first.test')
}

/** The address with an id of the first account in each place. Every noun's ids are tried where they fit. */
function addressOf({ path }: Route, ids: SentinelValues): string {
  const noun = path.split('/').find((part) => part in ids)
  const singular: Record<string, string> = { lc: 'locations', purchaseorders: 'jobs', render: 'jobs' }
  const known = noun ?? Object.entries(singular).find(([part]) => path.split('/').includes(part))?.[1]
  return path.replace(/:([a-zA-Z]+)/g, (_, name: string) => {
    if (name === 'jobs') return 'jobs'
    if (name === 'board') return 'sentinel-board'
    if (name === 'userid') return ids.users as string
    return (known && ids[known]) || (ids.jobs as string)
  })
}

const label = ({ method, path }: Route) => `${method} ${path}`

/** Forms whose id chooses a record that is there. */
const choosing = ['POST /account/open', 'POST /admin/manage/misc/:type']

describe('every route', () => {
  test('of a page takes no id for the record that it makes or changes', () => {
    const forms = all.filter(({ kind, method }) => kind === 'page' && method !== 'GET')
    const deciding = forms.filter(({ schemas }) => schemas.body?.properties?.id)
    expect(deciding.map(label).sort()).toEqual(choosing)
  })

  test('that anybody may call is on the list, and the list is not stale', () => {
    expect(
      all
        .filter(({ claim }) => claim === null)
        .map(label)
        .sort(),
    ).toEqual(anybody.toSorted())
  })

  test('answers a stranger with 401, or leads a browser to the sign-in page', async () => {
    const wrong: string[] = []
    for (const route of all.filter(({ claim }) => claim !== null)) {
      const answer = await fetch(server.url + addressOf(route, filled), {
        method: route.method,
        redirect: 'manual',
      })
      if (answer.status !== 401) wrong.push(`${label(route)} ${answer.status}`)
      if (route.kind !== 'page' || route.method !== 'GET') continue
      const browser = await fetch(server.url + addressOf(route, filled), {
        headers: { accept: 'text/html' },
        redirect: 'manual',
      })
      if (!browser.headers.get('location')?.startsWith('/signin'))
        wrong.push(`${label(route)} browser ${browser.status}`)
    }
    expect(wrong).toEqual([])
  })

  test('answers a person without its claim with 403, whatever the body', async () => {
    const wrong: string[] = []
    for (const route of all.filter(({ claim }) => claim !== null && claim !== 'seat')) {
      const { status } = await powerless.call(
        route.method,
        addressOf(route, filled),
        route.method === 'GET' ? undefined : { nonsense: 1 },
      )
      if (status !== 403) wrong.push(`${label(route)} ${status}`)
    }
    expect(wrong).toEqual([])
  })

  test('keeps the other account out: no sentinel is shown, no row is changed, no id is found', async () => {
    const before = contentsOf(server.services.tenants, server.accountid)
    const leaks: string[] = []
    const found: string[] = []
    for (const route of all.filter(({ claim }) => claim !== null)) {
      for (const body of route.method === 'GET' ? [undefined] : [{}, undefined]) {
        const { status, text } = await server.other.call(route.method, addressOf(route, filled), body)
        if (text.includes(SENTINEL)) leaks.push(`${label(route)} ${status}`)
        const byId =
          /:id\b/.test(route.path) && !/\/(client|job|board|category)\/:id|past|recent/.test(route.path)
        if (byId && status < 300 && (route.method === 'DELETE' || /\/:id$/.test(route.path)))
          found.push(`${label(route)} ${status}`)
      }
    }
    expect(leaks).toEqual([])
    expect(found).toEqual([])
    expect(contentsOf(server.services.tenants, server.accountid)).toBe(before)
  })

  test('shows the sentinels to their own account, so that the test above means something', async () => {
    const seen: string[] = []
    for (const route of all.filter(({ claim, method }) => claim !== null && method === 'GET')) {
      const { status, text } = await server.people.admin.call('GET', addressOf(route, filled))
      if (status === 200 && text.includes(SENTINEL)) seen.push(label(route))
      expect(status, label(route)).toBeLessThan(500)
    }
    expect(seen).toContain('GET /api/locations')
    expect(seen).toContain('GET /admin/locations')
    expect(seen).toContain('GET /api/configuration/resources')
  })
})
