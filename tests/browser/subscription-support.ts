import { expect } from 'bun:test'
import type { Page } from 'playwright'
import { closePage, look, openPage, problems, screenshot, sideways } from '#tests/support/browser.ts'
import type { Client } from '#tests/support/server.ts'

/** How a test visits a page of the server at `base()`: as somebody, and no error may be left on the page. */
export const visitor =
  (base: () => string) =>
  async (
    who: Client,
    path: string,
    act: (page: Page) => Promise<void>,
    options: { width?: number; theme?: 'light' | 'dark' } = {},
  ) => {
    const page = await openPage({ base: base(), cookies: who.cookie, ...options })
    try {
      await page.goto(path)
      await act(page)
      expect(problems(page).filter((one) => !/status of 422/.test(one))).toEqual([])
    } finally {
      await closePage(page)
    }
  }

/** Nothing scrolls sideways, in either colour. */
export async function looksWell(page: Page, name: string) {
  const width = page.viewportSize()?.width ?? 0
  for (const theme of ['light', 'dark'] as const) {
    await look(page, { width, theme })
    expect(await sideways(page), `${name} ${width}`).toBeLessThanOrEqual(0)
    await screenshot(page, `${name}-${width}-${theme}`)
  }
}
