import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import { routes } from '#server/app.ts'
import { assets } from '#server/http/assets.ts'
import { closePage, openPage } from '#tests/support/browser.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

setDefaultTimeout(120_000)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const somebody = '01930000-0000-7000-8000-000000000001'

/** Addresses whose page comes without the stylesheet of those who are signed in. */
async function listPublicPages(): Promise<string[]> {
  const found = new Set<string>()
  for (const { kind, method, path } of routes) {
    if (kind !== 'page' || method !== 'GET') continue
    const address = path.replace(/:\w+/g, somebody)
    const answer = await fetch(server.url + address, {
      headers: { accept: 'text/html', 'sec-fetch-dest': 'document' },
    })
    const html = answer.headers.get('content-type')?.startsWith('text/html') ? await answer.text() : ''
    if (html.includes('data-layout="public"')) found.add(new URL(answer.url).pathname)
  }
  return [...found]
}

/** The selectors of the last stylesheet that say something about the page, also while it is pointed at. */
const matchingSelectors = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = []
    const walk = (rules: CSSRuleList, parent: string) => {
      for (const rule of rules) {
        const selector =
          rule instanceof CSSStyleRule ? rule.selectorText.replaceAll('&', `:is(${parent})`) : parent
        const plain = selector.replace(/::[\w-]+/g, '').replace(/:(hover|active|focus[\w-]*)/g, ':where(*)')
        if (rule instanceof CSSStyleRule && document.querySelector(plain || '*')) found.push(selector)
        if ('cssRules' in rule) walk(rule.cssRules as CSSRuleList, selector)
      }
    }
    walk([...document.styleSheets].at(-1)?.cssRules as CSSRuleList, '')
    return found
  })

test('a page for strangers needs none of the styles of those who are signed in', async () => {
  const paths = await listPublicPages()
  expect(paths).toContain('/signin')
  const url = (await assets()).url('main.css')
  const page = await openPage({ base: server.url })
  const needed: string[] = []
  for (const path of paths) {
    await page.goto(path)
    await page.addStyleTag({ url })
    needed.push(...(await matchingSelectors(page)).map((selector) => `${path}: ${selector}`))
  }
  await closePage(page)
  expect(needed).toEqual([])
})
