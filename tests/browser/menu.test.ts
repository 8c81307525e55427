import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import { expectOk } from '#tests/support/answers.ts'
import { eventually } from '#tests/support/eventually.ts'
import { privateWords } from '#tests/support/private-words.ts'
import { fillWithSentinels } from '#tests/support/sentinels.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { withPage } from '#tests/support/with-page.ts'

setDefaultTimeout(120_000)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await fillWithSentinels(server.services.tenants, server.accountid, 'Sentinel')
  const { admin } = server.people
  const notice = { userid: admin.userid, type: 'info', message: 'Read me' }
  await expectOk(admin.post('/api/communication/notification', notice))
})
afterAll(() => server.stop())

// The sentinels name a logo that no file holds.
const refusals = /status of 404/
const onPage = (path: string, act: (page: Page) => Promise<void>, width = 1440) =>
  withPage({ base: server.url, cookies: server.people.admin.cookie, path, width, refusals }, act)

const addresses = (page: Page) =>
  page.locator('#menu li a').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))

const rows = 'main :is(table[data-rows] tbody tr, ul[data-rows] > li, table.items tr.item, .card)'

const privateTexts = async (page: Page) =>
  (await page.locator('main').getByText(privateWords).allTextContents()).filter(
    (text) => !text.includes('Sentinel'),
  )

test('every page of the menu speaks in plain words, moves by j and k, and begins a new one by #new', () =>
  onPage('/', async (page) => {
    const failed: string[] = []
    for (const path of [...(await addresses(page)), '/notifications/all']) {
      await page.goto(path)
      // The labels page shows which word of the program a label stands for; sentinels are named for their columns.
      const found = path === '/customise/labels' ? [] : await privateTexts(page)
      failed.push(...found.map((text) => `${path}: ${text}`))
      if ((await page.locator(rows).count()) > 0) {
        // An island takes keys once it has mounted; keys in quick succession would be a scanner's.
        const press = async () => {
          await page.keyboard.press('j')
          await Bun.sleep(100)
          return page.evaluate(() => Boolean(document.activeElement?.closest('main')))
        }
        await eventually(press, true).catch(() => failed.push(`${path}: j`))
      }
      if ((await page.locator('main [data-shortcut=new]').count()) === 0) continue
      await page.evaluate(() => location.assign('#new'))
      const isOpen = () =>
        page.evaluate(
          () =>
            document.querySelector('dialog:modal, .quickadd') !== null || location.search.includes('add='),
        )
      await eventually(isOpen, true).catch(() => failed.push(`${path}: #new`))
    }
    expect(failed).toEqual([])
  }))

test('a page is kept in the menu from More by keyboard, and sent there again on a phone', async () => {
  const categories = (page: Page) => page.getByRole('button', { name: 'Keep Categories in the menu' })
  const isUnderMore = (page: Page) => page.locator('#menu .more a[href="/admin/categories"]').count()
  await onPage('/clients', async (page) => {
    expect(await isUnderMore(page)).toBe(1)
    await page.getByRole('button', { name: 'Edit this menu' }).press('Enter')
    await categories(page).press('Space')
    await page.getByRole('button', { name: 'Done' }).press('Enter')
    await eventually(() => isUnderMore(page), 0)
    await page.locator('[data-menu-choose]:focus').waitFor()
  })
  await onPage(
    '/clients',
    async (page) => {
      expect(await isUnderMore(page)).toBe(0)
      await page.locator('[data-menu-toggle]').click()
      await page.getByRole('button', { name: 'Edit this menu' }).click()
      await categories(page).click()
      await page.getByRole('button', { name: 'Done' }).click()
      await eventually(() => isUnderMore(page), 1)
    },
    390,
  )
})
