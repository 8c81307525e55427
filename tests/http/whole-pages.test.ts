import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { routes } from '#server/app.ts'
import { axe, closePage, openPage } from '#tests/support/browser.ts'
import { fillWithSentinels } from '#tests/support/sentinels.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'

setDefaultTimeout(120_000)

let server: TestServer
let ids: Record<string, string>
beforeAll(async () => {
  server = await startTestServer()
  ids = (await fillWithSentinels(server.services.tenants, server.accountid)) as Record<string, string>
})
afterAll(() => server.stop())

/** As a browser asks when somebody types an address. */
async function opened(path: string, who: Client | null, headers: Record<string, string> = {}) {
  const answer = await fetch(server.url + path, {
    headers: {
      ...{ accept: 'text/html', 'sec-fetch-dest': 'document', ...headers },
      ...(who ? { cookie: who.cookie } : {}),
    },
    redirect: 'manual',
  })
  const isHtml = answer.headers.get('content-type')?.startsWith('text/html') ?? false
  return { status: answer.status, isHtml, text: await answer.text(), to: answer.headers.get('location') }
}

const isWhole = (text: string) => text.startsWith('<!doctype html>') && text.includes('id="main"')
const hasMenu = (text: string) => text.includes('class="sidemenu"')
/** Pages with a bar alone, whoever opens them. */
const isForClients = (path: string) => path.startsWith('/www/')

const addressOf = (path: string) => {
  const noun = path.split('/').find((part) => part in ids) ?? 'jobs'
  return path
    .replace('/:jobs/:board', '/jobs/sentinel-board')
    .replace(/:(\w+)/g, (_, name: string) => ids[name === 'userid' ? 'users' : noun] ?? noun)
}

describe('an address that somebody types', () => {
  test('answers a whole page, whatever it answers the page script, and refusals keep the menu', async () => {
    const wrong: string[] = []
    let pieces = 0
    const pages = routes.filter(({ kind, method }) => kind === 'page' && method === 'GET')
    for (const { path } of pages)
      for (const who of [server.people.admin, server.operator]) {
        const { status, isHtml, text } = await opened(addressOf(path), who)
        if (!isHtml) continue
        if (!isWhole(text)) wrong.push(`${path} ${status} is no whole page`)
        if (status >= 400 && !isForClients(path) && !hasMenu(text))
          wrong.push(`${path} ${status} has no menu`)
        if (text.includes('This is a part of a page.')) pieces++
      }
    expect(wrong).toEqual([])
    expect(pieces).toBeGreaterThan(10)
  })

  test('leads to the page that the piece is of, where there is one', async () => {
    const { admin } = server.people
    const client = `/clients/${ids.clients}`
    const has = async (path: string, html: string) => (await opened(path, admin)).text.includes(html)
    expect(await has(`${client}/jobs`, `href="${client}"><span>Open the whole page`)).toBe(true)
    expect(await has('/notes/recent', 'href="/"><span>Go to the start page')).toBe(true)
    expect(await has('/notifications', 'id="allnotifications"')).toBe(true)
    expect(await has('/subscription/payments', 'id="subscription-state"')).toBe(true)
    expect(await opened('/lookup/clients?search=an', admin)).toMatchObject({
      status: 303,
      to: '/clients?search=an',
    })
  })

  test('stays a piece for the page script, and for programs', async () => {
    const { admin } = server.people
    for (const path of ['/notifications', '/subscription/choose', `/clients/${ids.clients}/jobs`]) {
      const byScript = await opened(path, admin, { 'hx-request': 'true', 'sec-fetch-dest': 'empty' })
      expect([path, byScript.text.includes('<html')]).toEqual([path, false])
      expect((await admin.get(path)).text.includes('<html')).toBe(false)
    }
  })
})

describe('a page that is refused or not there', () => {
  test('says so inside the menu of who is signed in, with the way back', async () => {
    const { agent } = server.people
    const refused = await opened('/admin/users', agent, { referer: `${server.url}/clients?search=a` })
    expect([refused.status, hasMenu(refused.text)]).toEqual([403, true])
    expect(refused.text.includes('href="/clients?search=a"><span>Go back')).toBe(true)
    for (const path of ['/nosuchpage', '/clients/no/such/page?search=a', '/wegotlost']) {
      const lost = await opened(path, agent)
      expect([path, lost.status, lost.to, hasMenu(lost.text)]).toEqual([path, 404, null, true])
      expect(lost.text.includes('<h1>Page could not be found</h1>')).toBe(true)
      expect(lost.text.includes('The address may be mistyped, or what it showed was moved.')).toBe(true)
    }
  })

  test('never leads to another site, nor to itself', async () => {
    const { agent } = server.people
    for (const referer of ['https://elsewhere.test/clients', `${server.url}/admin/users?x=1`, 'nonsense'])
      expect((await opened('/admin/users', agent, { referer })).text.includes('Go back')).toBe(false)
  })

  test('has no menu for a stranger, nor for whose account cannot be opened', async () => {
    for (const path of ['/wegotlost', '/nosuchpage']) {
      const lost = await opened(path, null)
      expect([lost.status, hasMenu(lost.text), isWhole(lost.text)]).toEqual([404, false, true])
    }
    const ended = await server.signIn('jobs@first.test')
    await fetch(`${server.url}/signout`, { method: 'POST', headers: { cookie: ended.cookie } })
    expect(hasMenu((await opened('/wegotlost', ended)).text)).toBe(false)
  })
})

test('both look as the other pages do, on a phone too', async () => {
  const page = await openPage({ base: server.url, cookies: server.people.agent.cookie })
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/clients')
    for (const path of ['/admin/users', `/clients/${ids.clients}/jobs`]) {
      await page.goto(path)
      expect(await axe(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    }
  }
  await page.getByRole('link', { name: 'Open the whole page' }).click()
  await page.getByRole('dialog').waitFor()
  await closePage(page)
})
