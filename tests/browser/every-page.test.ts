import { afterAll, beforeAll, expect, setDefaultTimeout, spyOn, test } from 'bun:test'
import { routes } from '#server/app.ts'
import { closePage, openPage, overflowX, pageErrors } from '#tests/support/browser.ts'
import { coveredByMessage, tallRows, wrappedFoot } from '#tests/support/phone.ts'
import { fillAddress, fillWithSentinels } from '#tests/support/sentinels.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

setDefaultTimeout(300_000)

let server: TestServer
let ids: Record<string, string>
beforeAll(async () => {
  server = await startTestServer()
  ids = (await fillWithSentinels(server.services.tenants, server.accountid)) as Record<string, string>
})
afterAll(() => server.stop())

const addressOf = (path: string) => fillAddress(path, ids)

/** Addresses that answer a page to read; files, redirects and refusals are left out. */
async function listPages(cookie: string): Promise<string[]> {
  const found: string[] = []
  for (const { kind, method, path } of routes) {
    if (kind !== 'page' || method !== 'GET' || path.startsWith('/render/') || path === '/signout') continue
    const answer = await fetch(server.url + addressOf(path), {
      headers: { cookie, accept: 'text/html', 'sec-fetch-dest': 'document' },
      redirect: 'manual',
    })
    const html = answer.headers.get('content-type')?.startsWith('text/html') ? await answer.text() : ''
    if (answer.status === 200 && html && !html.includes('This is a part of a page.')) found.push(path)
  }
  return found
}

/** The pictures of the sentinels are names of files that were never stored. */
const isComplaint = (words: string) => !words.startsWith('Failed to load resource')

test('on a phone no page scrolls sideways, wraps a foot, lists in high rows or hides a button behind a message, and none complains', async () => {
  const complaints: string[] = []
  const errors = spyOn(console, 'error').mockImplementation((...words) => {
    complaints.push(words.map(String).join(' '))
  })
  const faults: string[] = []
  for (const who of [server.people.admin, server.operator, server.other]) {
    const paths = await listPages(who.cookie)
    const page = await openPage({ base: server.url, cookies: who.cookie, width: 390 })
    for (const path of paths) {
      complaints.length = 0
      const said = pageErrors(page).length
      await page.goto(addressOf(path), { waitUntil: 'load' })
      const over = await overflowX(page)
      if (over > 0) faults.push(`${path}: ${over} px too wide`)
      const cramped = [
        ...(await wrappedFoot(page)),
        ...(await tallRows(page)),
        ...(await coveredByMessage(page)),
      ]
      faults.push(...cramped.map((what) => `${path}: ${what}`))
      faults.push(...complaints.map((words) => `${path}: ${words.slice(0, 200)}`))
      faults.push(
        ...pageErrors(page)
          .slice(said)
          .filter(isComplaint)
          .map((words) => `${path}: ${words}`),
      )
    }
    expect(paths.length).toBeGreaterThan(5)
    await closePage(page)
  }
  errors.mockRestore()
  expect(faults).toEqual([])
})
