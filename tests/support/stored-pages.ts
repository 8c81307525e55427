import type { Page } from 'playwright'
import { until } from './eventually.ts'

/** The addresses of pages and parts that the browser holds. */
export const storedUrls = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('pages '))
    const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return keys.flat().map(({ url }) => decodeURIComponent(url))
  })

/** Until the worker has stored what the page showed: it does so after it has answered. */
export const untilStored = (page: Page, ...parts: string[]) =>
  until(
    async () => {
      const urls = await storedUrls(page)
      return parts.every((part) => urls.some((url) => url.includes(part)))
    },
    `${parts.join(', ')} to be stored`,
  )
