import { expect } from 'bun:test'
import type { Page } from 'playwright'
import { closePage, openPage, problems } from '#tests/support/browser.ts'
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

/** By how many pixels the page scrolls sideways. */
export const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
