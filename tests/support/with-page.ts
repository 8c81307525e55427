import { expect } from 'bun:test'
import type { Page } from 'playwright'
import { closePage, openPage, type PageOptions, pageErrors, unansweredRequests } from './browser.ts'

/** `refusals`: answers that the test asks for, which browsers note as errors all the same. */
type Visit = PageOptions & { path: string; refusals?: RegExp }

/** No error is left on the page, except the refusals. */
export async function withPage({ path, refusals, ...options }: Visit, act: (page: Page) => Promise<void>) {
  const page = await openPage(options)
  try {
    await page.goto(path)
    await act(page)
    expect(pageErrors(page).filter((text) => !refusals?.test(text))).toEqual([])
  } catch (error) {
    console.error('Unanswered when it failed:', unansweredRequests(page))
    throw error
  } finally {
    await closePage(page)
  }
}
