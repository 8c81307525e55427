import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page, Request } from 'playwright'
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

const senders = ':is([hx-post], [hx-patch], [hx-put], [hx-delete])'

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
    if (dialog || /<main\b/.test(text)) found.push({ url, dialog })
  }
  return found
}

/** The names of what a form sends. */
const namesIn = (request: Request): string[] => {
  const body = request.postData() ?? ''
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
      for (const field of one.querySelectorAll<HTMLElement>('[required]')) field.removeAttribute('required')
      if (one instanceof HTMLFormElement) one.requestSubmit()
      else if (one.matches('input:not([type=button], [type=submit]), select, textarea'))
        one.dispatchEvent(new Event('change', { bubbles: true }))
      else one.click()
    },
    { place, within, senders },
  )

const isChange = (request: Request) => request.method() !== 'GET' && !request.url().includes('/hub')

/** Answers whatever is to be changed by a refusal of the last field that was sent; gives what it said last. */
async function refuseAll(page: Page) {
  const said = { what: '', reason: '' }
  let count = 0
  await page.route('**', async (route, request) => {
    if (!isChange(request)) return route.continue()
    const field = namesIn(request).at(-1)
    said.reason = `Reason ${++count}.`
    said.what = `${request.method()} ${new URL(request.url()).pathname} ${field ?? ''}`
    const body = renderToStaticMarkup(
      field ? (
        <FormErrors message="Please correct what is marked." fields={{ [field]: said.reason }} />
      ) : (
        <FormErrors message={said.reason} />
      ),
    )
    await route.fulfill({ status: 422, contentType: 'text/html; charset=utf-8', body })
  })
  return said
}

/** Sends what stands at that place, after its question if it has one. */
async function sendAt(page: Page, place: number, within: string): Promise<void> {
  const confirm = page.locator('dialog.confirm:modal .foot button').last()
  const refused = page.waitForResponse((response) => isChange(response.request()))
  await send(page, place, within)
  const asks = await Promise.race([
    refused.then(() => false),
    confirm.waitFor().then(
      () => true,
      () => false,
    ),
  ])
  if (asks) await confirm.click()
  await refused
}

test('whatever refuses a change, its reason can be read where the change was made', async () => {
  const faults: string[] = []
  const tried = new Set<string>()
  for (const who of [server.people.admin, server.operator])
    for (const { url, dialog } of await listSenders(who)) {
      const page = await openPage({ base: server.url, cookies: who.cookie, isolated: true })
      const said = await refuseAll(page)
      const within = dialog ? '#dialog > dialog' : 'main'
      await page.goto(dialog ? '/' : url)
      if (dialog) await page.evaluate((one) => window.joblane.dialog(one), url)
      await page.locator(within).waitFor()
      const count = await page.locator(`${within} ${senders}`).count()
      for (let place = 0; place < count; place++) {
        await sendAt(page, place, within)
        tried.add(`${url} ${said.what}`)
        const told = page.getByText(said.reason).filter({ visible: true }).first()
        await told.waitFor({ timeout: 10_000 }).catch(() => faults.push(`${url} ${said.what}`))
      }
      await closePage(page)
    }
  expect(faults).toEqual([])
  expect(tried.size).toBeGreaterThan(80)
})
