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

/** As if all of it, or by `part` some of it, had been stored so many milliseconds before. */
export const storeBefore = (page: Page, ms: number, part = '') =>
  page.evaluate(
    async ({ part, stored }) => {
      for (const name of await caches.keys()) {
        if (!name.startsWith('pages ')) continue
        const cache = await caches.open(name)
        for (const request of await cache.keys()) {
          if (!decodeURIComponent(request.url).includes(part)) continue
          const answer = await cache.match(request, { ignoreVary: true })
          const headers = new Headers(answer?.headers)
          headers.set('x-joblane-stored', stored)
          await cache.put(request, new Response(await answer?.arrayBuffer(), { headers }))
        }
      }
    },
    { part, stored: new Date(Date.now() - ms).toISOString() },
  )

/** What waits on the device, as its dialog has it, opened or not: what each change holds, by its labels. */
export const readOutbox = (page: Page): Promise<string[][]> =>
  page
    .locator('[data-outbox-list] dl')
    .evaluateAll((lists) =>
      lists.map((list) =>
        [...list.querySelectorAll('dt')].map(
          (label) => `${label.textContent}: ${label.nextElementSibling?.textContent?.trim()}`,
        ),
      ),
    )
