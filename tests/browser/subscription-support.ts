import { expect } from 'bun:test'
import type { Page } from 'playwright'
import { overflowX, screenshot, setView } from '#tests/support/browser.ts'
import type { Client } from '#tests/support/server.ts'
import { withPage } from '#tests/support/with-page.ts'

/** How a test visits a page of the server at `base()`: as somebody, and no error may be left on the page. */
export const pageVisitor =
  (base: () => string) =>
  (
    who: Client,
    path: string,
    act: (page: Page) => Promise<void>,
    options: { width?: number; theme?: 'light' | 'dark' } = {},
  ) =>
    withPage({ base: base(), cookies: who.cookie, path, refusals: /status of 422/, ...options }, act)

/** Nothing scrolls sideways, in either colour. */
export async function expectNoOverflow(page: Page, name: string) {
  const width = page.viewportSize()?.width ?? 0
  for (const theme of ['light', 'dark'] as const) {
    await setView(page, { width, theme })
    expect(await overflowX(page), `${name} ${width}`).toBeLessThanOrEqual(0)
    await screenshot(page, `${name}-${width}-${theme}`)
  }
}
