import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Locator, Page } from 'playwright'
import { routes } from '#server/app.ts'
import { addressOf } from '#tests/attack/support.ts'
import { closePage, openPage } from '#tests/support/browser.ts'
import { contentsOf, fillWithSentinels } from '#tests/support/sentinels.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'

setDefaultTimeout(300_000)

let server: TestServer
let ids: Record<string, string>
beforeAll(async () => {
  server = await startTestServer()
  ids = await fillWithSentinels(server.services.tenants, server.accountid, 'Sentinel')
})
afterAll(() => server.stop())

/** Addresses that answer a dialog with a form that is guarded against losing what is typed. */
async function listDialogs(who: Client): Promise<string[]> {
  const found: string[] = []
  for (const route of routes) {
    if (route.kind !== 'page' || route.method !== 'GET') continue
    const url = addressOf(route, ids)
    const { status, text } = await who.call('GET', url, undefined, { 'hx-request': 'true' })
    if (status === 200 && /^\s*<dialog/.test(text) && text.includes('data-guard')) found.push(url)
  }
  return found
}

const controls = ':is(input:not([type=hidden], [type=file]), textarea, select):enabled:not([readonly])'

/** Gives another value to the first control that is shown, as a person does. */
async function change(dialog: Locator): Promise<boolean> {
  const shown = dialog.locator(`form[data-guard] ${controls} >> visible=true`)
  for (const control of await shown.all()) {
    const kind = await control.evaluate((one) =>
      one instanceof HTMLInputElement ? (one.role === 'combobox' ? 'combobox' : one.type) : one.localName,
    )
    if (kind === 'combobox' || kind === 'radio') continue
    if (kind === 'checkbox') await control.click()
    else if (kind === 'select') {
      const others = await control.evaluate((one) =>
        [...(one as HTMLSelectElement).options].filter(({ selected }) => !selected).map(({ value }) => value),
      )
      if (others.length === 0) continue
      await control.selectOption(others[0] as string)
    } else await control.fill(typed[kind] ?? 'Typed')
    return true
  }
  return false
}

const typed: Record<string, string> = {
  number: '7',
  date: '2026-12-24',
  time: '07:30',
  color: '#654321',
  email: 'a@b.test',
  'datetime-local': '2026-12-24T07:30',
}

/** The name of the button that lets go what was typed; nothing where the dialog closed without a question. */
async function letGo(page: Page, dialog: Locator): Promise<string | null> {
  await page.keyboard.press('Escape')
  const question = page.locator('dialog.confirm:modal')
  await page.waitForFunction(
    () => !document.querySelector('#dialog > dialog') || document.querySelector('dialog.confirm:modal'),
  )
  if ((await question.count()) === 0) return null
  const go = question.getByRole('button', { name: 'Close without saving' })
  const saves = question.getByRole('button', { name: 'Save and close' })
  const name = await ((await saves.count()) > 0 ? saves : go).textContent()
  await go.click()
  await dialog.waitFor({ state: 'detached' })
  return name
}

test('whatever is typed in a dialog, its Cancel takes all of it back, and says so', async () => {
  const before = contentsOf(server.services.tenants, server.accountid)
  const faults: string[] = []
  let asked = 0
  for (const who of [server.people.admin, server.operator]) {
    const page = await openPage({ base: server.url, cookies: who.cookie })
    await page.goto('/')
    for (const url of await listDialogs(who)) {
      await page.evaluate((one) => window.joblane.dialog(one), url)
      const dialog = page.locator('#dialog > dialog:modal')
      await dialog.waitFor()
      const changed = await change(dialog)
      const name = await letGo(page, dialog)
      if (changed && name !== 'Close without saving')
        faults.push(`${url}: ${name ?? 'closed without a question'}`)
      if (name) asked++
    }
    await closePage(page)
  }
  expect(faults).toEqual([])
  expect(asked).toBeGreaterThan(60)
  expect(contentsOf(server.services.tenants, server.accountid)).toBe(before)
})
