import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import { renderToStaticMarkup } from 'react-dom/server'
import { routes } from '#server/app.ts'
import { addressOf } from '#tests/attack/support.ts'
import { closePage, openPage } from '#tests/support/browser.ts'
import { fillWithSentinels } from '#tests/support/sentinels.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'
import { FormErrors } from '#views/ui/form.tsx'

setDefaultTimeout(600_000)

let server: TestServer
let ids: Record<string, string>
beforeAll(async () => {
  server = await startTestServer()
  ids = await fillWithSentinels(server.services.tenants, server.accountid, 'Sentinel')
})
afterAll(() => server.stop())

/** But for a sum that is reckoned while somebody types: it changes nothing. */
// A form that says itself why it cannot be sent is not.
const senders =
  ':is([hx-post], [hx-patch], [hx-put], [hx-delete]):not([hx-trigger^=input], :disabled, :has([data-blocks]))'

/** Tabs of a job, each a page of its own by its address. */
const tabs = new Set(['/equipment/job/:id', '/deliveries/job/:id', '/documents/panel/:noun/:id'])

type Shown = { url: string; dialog: boolean }

/** Pages and dialogs that hold something which sends a change. */
async function listSenders(who: Client): Promise<Shown[]> {
  const found: Shown[] = []
  for (const route of routes) {
    if (route.kind !== 'page' || route.method !== 'GET' || route.path === '/signout') continue
    const url = addressOf(route, ids)
    const asked = { 'hx-request': 'true', accept: 'text/html' }
    const { status, text } = await who.call('GET', url, undefined, asked)
    if (status !== 200 || !/hx-(post|patch|put|delete)=/.test(text)) continue
    const dialog = /^\s*<dialog/.test(text)
    if (dialog || tabs.has(route.path) || /<main\b/.test(text)) found.push({ url, dialog })
  }
  return found
}

/** The names of what a form sends. */
const namesIn = (body: string): string[] => {
  const parts = [...body.matchAll(/; name="([^"]+)"/g)].map(([, name]) => name as string)
  return parts.length > 0 ? parts : [...new URLSearchParams(body).keys()]
}

/** Presses or leaves the element at that place, with its tab or menu opened. */
const send = (page: Page, place: number, within: string) =>
  page.evaluate(
    ({ place, within, senders }) => {
      const one = [...document.querySelectorAll<HTMLElement>(`${within} ${senders}`)][place]
      if (!one) return
      const panel = one.closest<HTMLElement>('[role=tabpanel]')
      document.getElementById(panel?.getAttribute('aria-labelledby') ?? '')?.click()
      one.closest<HTMLElement>('[popover]')?.showPopover()
      for (const field of one.querySelectorAll<HTMLElement>('[required], [data-blocks-empty]')) {
        field.removeAttribute('required')
        field.removeAttribute('data-blocks-empty')
      }
      if (one instanceof HTMLFormElement && one.getAttribute('hx-trigger') !== 'change') one.requestSubmit()
      else if (one.matches('form, input:not([type=button], [type=submit]), select, textarea'))
        one.dispatchEvent(new Event('change', { bubbles: true }))
      else one.click()
    },
    { place, within, senders },
  )

type Asked = { method: string; path: string; body: string }

/** Answers whatever is to be changed by a refusal of the last field that was sent; gives what it said last. */
async function refuseAll(page: Page) {
  const said = { what: '', reason: '', heard: () => {} }
  let count = 0
  await page.exposeFunction('refuse', ({ method, path, body }: Asked) => {
    const field = namesIn(body).at(-1)
    said.reason = `Reason ${++count}.`
    said.what = `${method} ${path} ${field ?? ''}`
    said.heard()
    return renderToStaticMarkup(
      field ? (
        <FormErrors message="Please correct what is marked." fields={{ [field]: said.reason }} />
      ) : (
        <FormErrors message={said.reason} />
      ),
    )
  })
  await page.addInitScript(answerInPage)
  return said
}

/** Within the page: a route of Playwright's would take the browser's cache away, and each load would compile all scripts anew. */
function answerInPage() {
  const { refuse } = window as unknown as { refuse: (asked: Asked) => Promise<string> }
  const ask = window.fetch
  // As the program names itself: what does not is a stranger's answer.
  const headers = { 'content-type': 'text/html; charset=utf-8', 'x-joblane-version': '1' }
  window.fetch = Object.assign(async (...given: Parameters<typeof fetch>) => {
    const request = new Request(...given)
    if (request.method === 'GET') return ask(...given)
    const { method, url } = request
    const html = await refuse({ method, path: new URL(url).pathname, body: await request.text() })
    return Object.defineProperty(new Response(html, { status: 422, headers }), 'url', { value: url })
  }, ask)
}

type Said = Awaited<ReturnType<typeof refuseAll>>

/** Sends what stands at that place, after its question if it has one. */
async function sendAt(page: Page, said: Said, place: number, within: string): Promise<void> {
  const confirm = page.locator('dialog.confirm:modal .foot button').last()
  const { promise: refused, resolve } = Promise.withResolvers<void>()
  said.heard = resolve
  await send(page, place, within)
  const next = await Promise.race([
    refused.then(() => 'refused'),
    confirm.waitFor().then(
      () => 'asks',
      () => 'nothing',
    ),
  ])
  if (next === 'nothing') throw new Error(`Sender ${place} of ${page.url()} sends nothing.`)
  if (next === 'asks') await confirm.click()
  await refused
}

test('whatever refuses a change, its reason can be read where the change was made', async () => {
  const faults: string[] = []
  const tried = new Set<string>()
  for (const who of [server.people.admin, server.operator]) {
    const page = await openPage({ base: server.url, cookies: who.cookie, isolated: true })
    const said = await refuseAll(page)
    for (const { url, dialog } of await listSenders(who)) {
      const within = dialog ? '#dialog > dialog' : 'main'
      await page.goto(dialog ? '/' : url)
      if (dialog) await page.evaluate((one) => window.joblane.dialog(one), url)
      await page.locator(within).waitFor()
      const count = await page.locator(`${within} ${senders}`).count()
      for (let place = 0; place < count; place++) {
        await sendAt(page, said, place, within).catch((error) => {
          throw new Error(`${url}: ${error.message}`)
        })
        tried.add(`${url} ${said.what}`)
        const told = page.getByText(said.reason).filter({ visible: true }).first()
        await told.waitFor({ timeout: 10_000 }).catch(() => faults.push(`${url} ${said.what}`))
      }
    }
    await closePage(page)
  }
  expect(faults).toEqual([])
  expect(tried.size).toBeGreaterThan(80)
})
