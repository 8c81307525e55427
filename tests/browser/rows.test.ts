import { afterAll, beforeAll, setDefaultTimeout, test } from 'bun:test'
import { expectOk } from '#tests/support/answers.ts'
import { eventually } from '#tests/support/eventually.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { withPage } from '#tests/support/with-page.ts'
import { createJobFixtures } from '#tests/work/jobs-support.ts'

setDefaultTimeout(120_000)

let server: TestServer
let client: string
beforeAll(async () => {
  server = await startTestServer()
  const { admin } = server.people
  const shop = await createJobFixtures(server)
  client = shop.clients[0] as string
  for (const description of ['Gannet gate', 'Gannet roof', 'Gannet door']) {
    const job = await expectOk(
      admin.post('/api/jobs', { boardid: shop.boardid, description, location: shop.locations[0] }),
    )
    await expectOk(admin.post(`/api/jobs/${job.id}/notes`, { message: `About ${description}` }))
  }
})
afterAll(() => server.stop())

test.each([
  ['/', '.joblines a'],
  ['/customise/labels', '.labels li'],
  ['/search?search=gannet', '.found a'],
  ['/clients/:client/overview?tab=jobs', '.joblines a'],
  ['/clients', 'tbody tr'],
  ['/jobs', 'tbody tr'],
  ['/reporting', '.reports a'],
  ['/import', '.importlists a'],
])('j and k go through the list of %s, Enter opens', (path, row) =>
  withPage(
    { base: server.url, cookies: server.people.admin.cookie, path: path.replace(':client', client) },
    async (page) => {
      await page
        .locator(`[data-rows] ${row.split(' ').at(-1)}`)
        .first()
        .waitFor()
      const at = () =>
        page.evaluate(
          (one) => [...document.querySelectorAll(`main ${one}`)].indexOf(document.activeElement as Element),
          row,
        )
      const press = async (key: string) => {
        await page.keyboard.press(key)
        // A key stands alone once no other may belong to it.
        await page.waitForTimeout(100)
      }
      await press('j')
      await eventually(at, 0)
      await press('j')
      await eventually(at, 1)
      await press('k')
      await eventually(at, 0)
      await page.keyboard.press('Enter')
      await page.waitForFunction(
        (from) =>
          location.pathname + location.search !== from ||
          document.querySelector('dialog[open]') !== null ||
          document.activeElement instanceof HTMLInputElement,
        path.replace(':client', client),
      )
    },
  ),
)

test('j leads from the last row of a list to the next list', () =>
  withPage({ base: server.url, cookies: server.people.admin.cookie, path: '/' }, async (page) => {
    await page.locator('.recentnotes li').first().waitFor()
    for (let i = 0; i < 20; i++) {
      await page.keyboard.press('j')
      await page.waitForTimeout(60)
    }
    await eventually(
      () => page.evaluate(() => document.activeElement?.closest('.recentnotes') !== null),
      true,
    )
  }))
