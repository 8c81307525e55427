import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Locator, Page } from 'playwright'
import { closePage, nextFrames, openPage, pageErrors } from '#tests/support/browser.ts'
import type { Client } from '#tests/support/client.ts'
import { eventually } from '#tests/support/eventually.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { createJobFixtures, type JobFixtures } from '#tests/work/jobs-support.ts'

setDefaultTimeout(120_000)

let server: TestServer
let shop: JobFixtures
let supplier = ''
let reference = ''
beforeAll(async () => {
  server = await startTestServer()
  shop = await createJobFixtures(server)
  const { admin } = server.people
  const made = async (path: string, body: unknown) => (await admin.post(path, body)).body.data.id as string
  supplier = await made('/api/suppliers', { name: 'Steel & Tube' })
  await made('/api/suppliers/contact', { supplier, name: 'Sipho' })
  await made('/api/inventory', { code: 'BOLT' })
  const job = { boardid: shop.boardid, description: 'A gate' }
  reference = (await admin.post('/api/jobs', job)).body.data.reference.toLowerCase()
  await made('/api/categories/fields', { category: shop.category, label: 'Grade' })
  await made('/api/steps', { category: shop.category, name: 'Strip', instruction: 'All of it', lane: 1 })
})
afterAll(() => server.stop())

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click()
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

type Editor = {
  what: string
  path: () => string
  open?: (page: Page) => Promise<void>
  field: (page: Page) => Locator
  /** What a colleague does while it is open. */
  meanwhile?: (colleague: Client) => Promise<unknown>
}

const editors: Editor[] = [
  {
    what: 'a new contact of a supplier',
    path: () => `/suppliers/${supplier}`,
    open: (page) => tab(page, 'Contacts'),
    field: (page) => page.locator('.addstep [name=personname]'),
    meanwhile: (colleague) => colleague.post('/api/suppliers/contact', { supplier, name: 'Lerato' }),
  },
  {
    what: 'a contact of a supplier',
    path: () => `/suppliers/${supplier}`,
    open: async (page) => {
      await tab(page, 'Contacts')
      await press(page, 'Edit Sipho')
    },
    field: (page) => page.locator('.editing [name=personname]'),
  },
  {
    what: 'a field of a category',
    path: () => `/admin/categories/${shop.category}`,
    open: async (page) => {
      await tab(page, 'Fields')
      await press(page, 'Edit Grade')
    },
    field: (page) => page.locator('.editing [name=fieldlabel]'),
  },
  {
    what: 'a step of a category',
    path: () => `/admin/categories/${shop.category}`,
    open: async (page) => {
      await tab(page, 'Steps')
      await press(page, 'Edit Strip')
    },
    field: (page) => page.locator('#steps .editing').getByLabel('Instruction'),
  },
  {
    what: 'the settings',
    path: () => '/admin/manage',
    field: (page) => page.locator('[name=prefix]'),
    meanwhile: (colleague) => colleague.patch('/api/configuration/settings', { prefix: 'THEIRS' }),
  },
  {
    what: 'the words of a document',
    path: () => '/customise/documents/estimate',
    field: (page) => page.locator('#documentform [name=title]'),
    meanwhile: (colleague) => colleague.patch('/api/configuration/documents/estimate', { title: 'Theirs' }),
  },
  {
    what: 'a location',
    path: () => `/admin/lc/${shop.locations[0]}`,
    field: (page) => page.locator('#f-name'),
  },
  {
    what: 'an item',
    path: () => '/admin/inventory?open=BOLT',
    field: (page) => page.locator('dialog').getByLabel('Make'),
  },
  {
    what: 'a job',
    path: () => `/jobs/work-shop/progress?open=${reference}`,
    field: (page) => page.locator('dialog.job').getByLabel('Description'),
  },
]

for (const { what, path, open, field, meanwhile } of editors)
  test(`the editor of ${what} stays open, with what is typed in it, while its list is drawn again`, async () => {
    const page = await openPage({ base: server.url, cookies: server.people.admin.cookie })
    await page.goto(path())
    await open?.(page)
    await field(page).fill('TYPED')
    await field(page).evaluate((control: HTMLElement) => control.blur())
    await meanwhile?.(server.people.admin)
    await refreshAll(page)
    await eventually(() => field(page).inputValue(), 'TYPED')
    expect(pageErrors(page)).toEqual([])
    await closePage(page)
  })

test('an editor in which nothing is typed yet stays open; closed, it shows what a colleague did', async () => {
  const page = await openPage({ base: server.url, cookies: server.people.admin.cookie })
  await page.goto(`/suppliers/${supplier}`)
  await tab(page, 'Contacts')
  await press(page, 'Edit Sipho')
  const name = page.locator('.editing [name=personname]')
  await name.waitFor()
  await server.people.admin.post('/api/suppliers/contact', { supplier, name: 'Thandi' })
  await refreshAll(page)
  await eventually(() => name.inputValue(), 'Sipho')
  await page.locator('.editing').getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('Thandi').waitFor()
  await closePage(page)
})

test('an open menu of a list stays open; closed, the list shows what a colleague did', async () => {
  const page = await openPage({ base: server.url, cookies: server.people.admin.cookie })
  await page.goto('/clients')
  await page.locator('[data-refresh] [popovertarget^=views-]').click()
  const menu = page.locator('[data-refresh] [id^=views-].menu')
  await menu.waitFor()
  await server.people.admin.post('/api/clients', { name: 'Late Marina' })
  await refreshAll(page)
  await eventually(() => menu.isVisible(), true)
  await page.keyboard.press('Escape')
  await page.getByText('Late Marina').first().waitFor()
  await closePage(page)
})

/** As after a lost connection: everything that shows a list asks for it anew. Past all the answers. */
async function refreshAll(page: Page): Promise<void> {
  await page.evaluate(async (gathers) => {
    document.dispatchEvent(
      new CustomEvent('joblane:hub', { detail: { event: 'Reload', args: [], seq: Number.MAX_SAFE_INTEGER } }),
    )
    await new Promise((done) => setTimeout(done, gathers))
    await (await fetch(location.href)).text()
  }, 250)
  await nextFrames(page)
}
