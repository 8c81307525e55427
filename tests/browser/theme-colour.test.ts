import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import { setView } from '#tests/support/browser.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { withPage } from '#tests/support/with-page.ts'

setDefaultTimeout(120_000)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

/** What the browser takes for its own bar, and what the header is painted in, as `#rrggbb`. */
const colours = (page: Page) =>
  page.evaluate(() => {
    const metas = [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')]
    const bar = metas.find(({ media }) => matchMedia(media).matches)?.content
    const brush = document.createElement('canvas').getContext('2d')
    const header = document.querySelector('.header')
    if (!brush || !header) return { bar }
    brush.fillStyle = getComputedStyle(header).backgroundColor
    brush.fillRect(0, 0, 1, 1)
    const painted = [...brush.getImageData(0, 0, 1, 1).data.slice(0, 3)]
    return { bar, header: `#${painted.map((one) => one.toString(16).padStart(2, '0')).join('')}` }
  })

test('the bar of an installed page has the colour of the header, also where a person chose the other', () =>
  withPage(
    { base: server.url, cookies: server.people.admin.cookie, path: '/', isolated: true },
    async (page) => {
      const seen: (string | undefined)[] = []
      const look = async () => {
        const { bar, header } = await colours(page)
        expect(bar).toBe(header as string)
        seen.push(bar)
      }
      await look()
      await setView(page, { width: 1440, theme: 'dark' })
      await look()
      await page.locator('[data-set-theme=light]').evaluate((button: HTMLElement) => button.click())
      await look()
      await page.reload()
      await look()
      expect(seen).toEqual(['#ffffff', '#161a1d', '#ffffff', '#ffffff'])
    },
  ))
