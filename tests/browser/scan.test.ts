import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import { axe, closePage, openPage, pageErrors, screenshot } from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { createJobFixtures, type JobFixtures } from '#tests/work/jobs-support.ts'

setDefaultTimeout(120_000)

let server: TestServer
let shop: JobFixtures
beforeAll(async () => {
  server = await startTestServer()
  shop = await createJobFixtures(server)
  const { admin } = server.people
  await admin.post('/api/equipment', { name: 'Crate A', barcode: 'CR-1', code: 'CRATE' })
  await admin.post('/api/equipment', { name: 'Crate B', barcode: 'CR-2', code: 'CRATE' })
  await admin.post('/api/jobs', { boardid: shop.boardid, description: 'Weld the gate' })
})
afterAll(() => server.stop())

async function onPage(
  run: (page: Page) => Promise<void>,
  look: { width?: number; theme?: 'dark' } = {},
  before?: (page: Page) => Promise<unknown>,
) {
  const page = await openPage({
    base: server.url,
    cookies: server.people.admin.cookie,
    isolated: before !== undefined,
    ...look,
  })
  try {
    await before?.(page)
    await page.goto('/clients')
    await run(page)
    expect(pageErrors(page).filter((line) => !line.startsWith('Failed to load resource'))).toEqual([])
  } finally {
    await closePage(page)
  }
}

describe('the scan box', () => {
  test('takes the focus by a key, finds what a code names, and says what it looked for in vain', () =>
    onPage(async (page) => {
      await page.keyboard.press('s')
      const box = page.locator('#headerscan')
      await page.waitForFunction(() => document.activeElement?.id === 'headerscan')
      await page.keyboard.type('cr-1')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Edit Equipment' }).waitFor()
      await page.locator('dialog[open]').getByText('Crate A').first().waitFor()
      await page.keyboard.press('Escape')
      await page.locator('dialog[open]').waitFor({ state: 'detached' })
      await box.fill('nothing-has-it')
      await box.press('Enter')
      await page
        .locator('.snackbar', { hasText: 'Nothing to open was found for “nothing-has-it”.' })
        .waitFor()
      await page.locator('.header .searchlist').getByText('Nothing was found.').waitFor()
      await eventually(() => box.inputValue(), 'nothing-has-it')
    }))

  test('Enter opens the first of what is found for what is typed, however late that comes', () =>
    onPage(
      async (page) => {
        const late = Promise.withResolvers<void>()
        await page.route('**/search?search=**', async (route) => {
          if (route.request().url().endsWith('gate')) await late.promise
          await route.continue()
        })
        const box = page.locator('#headerscan')
        const results = page.locator('.header .searchlist')
        await box.click()
        await page.keyboard.type('crate')
        await results.getByText('Crate A').waitFor()
        await box.fill('gate')
        await page.keyboard.press('Enter')
        await results.getByText('Looking for “gate” …').waitFor()
        expect(await page.locator('.header form[aria-busy=true]').count()).toBe(1)
        await screenshot(page, 'search-waits')
        late.resolve()
        await page.waitForURL(/progress\?open=/)
        await page.locator('dialog.job').getByText('Weld the gate').first().waitFor()
      },
      {},
      async () => {},
    ))

  test('the arrows move into a list that is on its way, and typing on takes Enter back', () =>
    onPage(
      async (page) => {
        let late = Promise.withResolvers<void>()
        await page.route('**/search?search=**', async (route) => {
          await late.promise
          await route.continue()
        })
        const box = page.locator('#headerscan')
        const results = page.locator('.header .searchlist')
        await box.click()
        await page.keyboard.type('gate')
        await page.keyboard.press('Enter')
        await results.getByText('Looking for “gate” …').waitFor()
        await box.fill('crate')
        await page.keyboard.press('ArrowDown')
        await page.keyboard.press('ArrowDown')
        late.resolve()
        await results.locator('a[data-marked]', { hasText: 'Crate B' }).waitFor()
        expect(new URL(page.url()).pathname).toBe('/clients')
        late = Promise.withResolvers()
        await box.fill('crate b')
        await page.keyboard.press('ArrowDown')
        await page.keyboard.press('Enter')
        late.resolve()
        await page.waitForURL((url) => url.pathname !== '/clients')
        await page.getByText('Crate B').first().waitFor()
      },
      {},
      async () => {},
    ))

  test('a code opens what has it before any list comes', () =>
    onPage(
      async (page) => {
        await page.route('**/search?search=**', () => {})
        await page.locator('#headerscan').click()
        await page.keyboard.type('cr-1')
        await page.keyboard.press('Enter')
        await page.locator('dialog[open]').getByText('Crate A').first().waitFor()
      },
      {},
      async () => {},
    ))

  test('finds anything as it is typed, by Ctrl+K, the arrows and Enter; Escape puts the list away', () =>
    onPage(async (page) => {
      await page.keyboard.press('Control+k')
      await page.waitForFunction(() => document.activeElement?.id === 'headerscan')
      await page.keyboard.type('crate')
      const results = page.locator('.header .searchlist')
      await results.getByText('Crate B').waitFor()
      expect(await axe(page)).toEqual([])
      await screenshot(page, 'search-list')
      await page.keyboard.press('Escape')
      await results.waitFor({ state: 'hidden' })
      await page.locator('#headerscan').fill('weld the')
      await results.getByText('Weld the gate').waitFor()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.waitForURL(/progress\?open=/)
      await page.goto('/search?search=crate')
      expect(await axe(page)).toEqual([])
      await screenshot(page, 'search-page')
    }))

  test('asks which one, when several things have one code', () =>
    onPage(async (page) => {
      await page.locator('#headerscan').fill('CRATE')
      await page.keyboard.press('Enter')
      await page.getByText('2 things have the code CRATE.').waitFor()
      expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Crate A')
      expect(await axe(page)).toEqual([])
      await screenshot(page, 'scan-several')
      await page
        .locator('#scan')
        .getByRole('link', { name: /Crate B/ })
        .click()
      await page.getByRole('heading', { name: 'Edit Equipment' }).waitFor()
      await page.locator('input[value="CR-2"]').waitFor()
    }))

  test('is a button away on a phone, and shows no camera that it could not use', () =>
    onPage(
      async (page) => {
        await eventually(() => page.locator('#headerscan').isVisible(), false)
        await page.getByRole('button', { name: 'Find anything' }).click()
        const dialog = page.locator('#scan')
        await dialog.getByRole('textbox').waitFor()
        await eventually(() => dialog.getByText('Use the camera').isVisible(), false)
        expect(await axe(page)).toEqual([])
        await screenshot(page, 'scan-phone')
        const { reference } = (await server.people.admin.get(`/api/jobs?boardid=${shop.boardid}`)).body
          .data[0]
        await dialog.getByRole('textbox').fill(reference)
        await page.keyboard.press('Enter')
        await page.waitForURL(/progress\?open=/)
      },
      { width: 390 },
    ))

  test('reads by the camera where the browser can, and puts it away again', () =>
    onPage(
      async (page) => {
        await page.getByRole('button', { name: 'Find anything' }).click()
        await page.getByRole('button', { name: 'Use the camera' }).click()
        await page.getByRole('heading', { name: 'Edit Equipment' }).waitFor()
        expect(await page.evaluate(() => (globalThis as { stopped?: boolean }).stopped)).toBe(true)
      },
      { width: 390, theme: 'dark' },
      (page) =>
        page.addInitScript(() => {
          // A phone's eye and its reader: this browser has neither.
          const scene = document.createElement('canvas')
          const stream = scene.captureStream(5)
          for (const track of stream.getTracks())
            track.stop = () => {
              ;(globalThis as { stopped?: boolean }).stopped = true
            }
          navigator.mediaDevices.getUserMedia = async () => stream
          HTMLMediaElement.prototype.play = async () => {}
          Object.assign(window, {
            BarcodeDetector: class {
              detect = async () => [{ rawValue: 'CR-2' }]
            },
          })
        }),
    ))
})
