import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import { openShop, type Shop } from '#tests/domains/jobs-support.ts'
import { axe, openPage, problems, screenshot } from '#tests/support/browser.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

setDefaultTimeout(60_000)

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await startTestServer()
  shop = await openShop(server)
  const { admin } = server.people
  for (const [code, barcode] of [
    ['BOLT', '6001'],
    ['NUT', '6002'],
  ])
    await admin.post('/api/inventory', { code, barcode })
})
afterAll(() => server.stop())

type Look = { width?: number; theme?: 'light' | 'dark' }

async function onPage(path: string, act: (page: Page) => Promise<void>, look: Look = {}) {
  const page = await openPage({ base: server.url, cookies: server.people.admin.cookie, ...look })
  try {
    await page.goto(path)
    await act(page)
    expect(problems(page).filter((text) => !/status of 4(22|04)/.test(text))).toEqual([])
  } finally {
    await page.context().close()
  }
}

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click()
const steps = (page: Page) => page.locator('#steps li strong').allTextContents()

test('steps are added, moved by keyboard, put in a lane and changed, and the dialog keeps what was typed', () =>
  onPage(`/admin/categories/${shop.category}`, async (page) => {
    await page.locator('#f-name').fill('Repairs')
    await tab(page, 'Steps')
    await page.getByRole('button', { name: 'Add step' }).click()
    await page.getByText('Please fill in the step name and instruction').first().waitFor()
    for (const name of ['Strip', 'Clean', 'Build']) {
      await page.getByLabel('Step', { exact: true }).fill(name)
      await page.getByLabel('Instruction').fill(`${name} it as the drawing says.`)
      await page.getByLabel('Lane', { exact: true }).selectOption('Draft')
      await page.getByRole('button', { name: 'Add step' }).click()
      await page.locator('#steps li', { hasText: name }).waitFor()
    }
    expect(await steps(page)).toEqual(['Strip', 'Clean', 'Build'])
    await page.getByRole('button', { name: 'Move Build up' }).focus()
    await page.keyboard.press('Enter')
    await page.locator('#steps li:nth-child(2)', { hasText: 'Build' }).waitFor()
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
      'Move Build up',
    )
    await page.getByLabel('Lane of Clean').selectOption('Complete')
    await page.getByRole('region', { name: 'Complete' }).waitFor()
    await page.getByRole('button', { name: 'Edit Strip' }).click()
    await page.getByLabel('Step', { exact: true }).fill('Strip down')
    await page.getByRole('button', { name: 'Keep' }).click()
    await page.locator('#steps li', { hasText: 'Strip down' }).waitFor()
    await page.keyboard.press('Control+Enter')
    await page.locator('.snackbar', { hasText: 'Repairs saved' }).waitFor()
  }))

test('fields and items are added and taken away', () =>
  onPage(`/admin/categories/${shop.category}`, async (page) => {
    await tab(page, 'Fields')
    await page.getByLabel('Label').fill('Serial number')
    await page.getByLabel('Compulsory').check()
    await page.getByRole('button', { name: 'Add field' }).click()
    await page.locator('#fields li', { hasText: 'Serial number' }).waitFor()
    await tab(page, 'Inventory')
    await page.getByRole('button', { name: 'Add item' }).click()
    await page.getByText('Choose an item first.').waitFor()
    await page.getByRole('combobox', { name: 'Item' }).fill('BOLT')
    await page.getByRole('option', { name: 'BOLT' }).click()
    await page.getByRole('button', { name: 'Add item' }).click()
    await page.locator('#categoryitems li', { hasText: 'BOLT' }).waitFor()
    await page.getByRole('button', { name: 'Remove BOLT' }).click()
    await page.getByText('No items go with this category yet.').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('dialog[open]').waitFor({ state: 'detached' })
  }))

/** As a scanner types: every key within a few milliseconds, then Enter. */
const scan = (page: Page, code: string) =>
  page.evaluate(
    (keys) => {
      for (const key of keys)
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    },
    [...code, 'Enter'],
  )

test('a scanned code opens what it names, on any page, or says that nothing has it', async () => {
  const { admin } = server.people
  // A code has three characters at least, so that two keys struck at once are none.
  const number = '/api/jobs/next'
  while ((await admin.get(number)).body.data.reference.length < 3)
    await admin.post('/api/jobs', { boardid: shop.boardid })
  const job = (await admin.post('/api/jobs', { boardid: shop.boardid })).body.data
  await admin.post('/api/equipment', { name: 'Ladder', barcode: 'EQ-77', code: 'LAD' })
  await onPage('/clients', async (page) => {
    await scan(page, '6002')
    await page.getByRole('heading', { name: 'Edit Item' }).waitFor()
    await page.keyboard.press('Escape')
    await scan(page, 'eq-77')
    await page.getByRole('heading', { name: 'Edit Equipment' }).waitFor()
    await page.locator('#f-name').fill('Changed')
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await scan(page, '6001')
    await page.getByText('Discard what you changed?').waitFor()
    await page.getByRole('button', { name: 'Keep editing' }).click()
    expect(await page.locator('#f-name').inputValue()).toBe('Changed')
    await scan(page, 'nothing-has-it')
    await page.locator('.snackbar', { hasText: 'Nothing has the code nothing-has-it.' }).waitFor()
  })
  await onPage('/clients', async (page) => {
    await scan(page, job.reference)
    await page.waitForURL(/\/jobs\/work-shop\/progress\?open=/)
  })
})

for (const look of [{}, { width: 390 }, { theme: 'dark' }] satisfies Look[])
  test(`axe finds nothing in the tabs and on the equipment page, ${JSON.stringify(look)}`, async () => {
    const { admin } = server.people
    const name = JSON.stringify(look).replace(/\W/g, '')
    await admin.post('/api/steps', {
      category: shop.category,
      name: 'A step in no lane',
      instruction: 'It waits.\nUntil somebody says where.',
    })
    await onPage(
      `/admin/categories/${shop.category}`,
      async (page) => {
        for (const one of ['Steps', 'Fields', 'Inventory']) {
          await tab(page, one)
          await page.locator('.steps:visible').waitFor()
          await screenshot(page, `category-${one.toLowerCase()}-${name}`)
          expect(await axe(page)).toEqual([])
        }
      },
      look,
    )
    const crate = (await admin.post('/api/equipment', { name: `Crate ${name}`, barcode: `C${name}` })).body
      .data
    const job = (await admin.post('/api/jobs', { boardid: shop.boardid })).body.data
    await admin.post(`/api/jobs/${job.id}/equipment`, { barcode: crate.barcode })
    await onPage(
      '/equipment/list',
      async (page) => {
        await page.getByText(job.reference).first().waitFor()
        await screenshot(page, `equipment-${name}`)
        expect(await axe(page)).toEqual([])
        await page.getByRole('link', { name: crate.name }).click()
        await tab(page, 'Jobs')
        await page.getByRole('link', { name: job.reference }).waitFor()
        await screenshot(page, `equipment-jobs-${name}`)
        expect(await axe(page)).toEqual([])
      },
      look,
    )
  })
