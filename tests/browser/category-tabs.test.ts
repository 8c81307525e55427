import { afterAll, beforeAll, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import { nextFrames, scanBarcode, screenshot } from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { withPage } from '#tests/support/with-page.ts'
import { createJobFixtures, type JobFixtures } from '#tests/work/jobs-support.ts'

setDefaultTimeout(120_000)

let server: TestServer
let shop: JobFixtures
beforeAll(async () => {
  server = await startTestServer()
  shop = await createJobFixtures(server)
  const { admin } = server.people
  for (const [code, barcode] of [
    ['BOLT', '6001'],
    ['NUT', '6002'],
  ])
    await admin.post('/api/inventory', { code, barcode })
})
afterAll(() => server.stop())

type Options = { width?: number; theme?: 'light' | 'dark' }

const onPage = (path: string, act: (page: Page) => Promise<void>, options: Options = {}) =>
  withPage(
    {
      base: server.url,
      cookies: server.people.admin.cookie,
      path,
      refusals: /status of 4(00|22|04)|ERR_FAILED/,
      ...options,
    },
    act,
  )

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click()
const steps = (page: Page) => page.locator('#steps li strong').allTextContents()

test('Repeats knows a frequency that is chosen and not saved', () =>
  onPage(`/admin/categories/${shop.category}`, async (page) => {
    const frequency = page.getByRole('combobox', { name: 'Frequency' })
    await frequency.selectOption('weekly')
    await tab(page, 'Repeats')
    await page.getByText('Weekly is chosen under Details and not saved yet').waitFor()
    await screenshot(page, 'repeats-unsaved-1440')
    await tab(page, 'Details')
    await frequency.selectOption('standalone')
    await tab(page, 'Repeats')
    await page.getByText('Jobs of this category do not come again by themselves.').waitFor()
    await page.getByText('Weekly is chosen').waitFor({ state: 'detached' })
  }))

test('steps are added, changed and moved by keyboard, and the dialog keeps what was typed', () =>
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
    await eventually(() => steps(page), ['Strip', 'Clean', 'Build'])
    await page.getByRole('button', { name: 'Move Build up' }).focus()
    await page.keyboard.press('Enter')
    await page.locator('#steps li:nth-child(3)', { hasText: 'Build' }).waitFor()
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    await eventually(focused, 'Move Build up')
    // By the keys of the board, then by those of the drag library.
    await page.getByLabel('Carry Clean').focus()
    for (const lane of [2, 3, 4]) {
      await page.keyboard.press(']')
      await lanes([
        ['Strip', 1],
        ['Build', 1],
        ['Clean', lane],
      ])
      await eventually(focused, 'Carry Clean')
    }
    await page.getByLabel('Carry Strip').focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    await lanes([
      ['Build', 1],
      ['Strip', 1],
      ['Clean', 4],
    ])
    await page.getByRole('button', { name: 'Edit Strip' }).click()
    await page.locator('.editing').getByLabel('Step', { exact: true }).fill('Strip down')
    await page.getByRole('button', { name: 'Keep' }).click()
    await page.locator('#steps li', { hasText: 'Strip down' }).waitFor()
    await page.getByRole('button', { name: 'Archive Build' }).click()
    await page.getByText('Build', { exact: true }).waitFor({ state: 'detached' })
    await page.locator('#steps').getByLabel('Show archived').check()
    await page.getByRole('button', { name: 'Restore Build' }).click()
    await lanes([
      ['Strip down', 1],
      ['Build', 1],
      ['Clean', 4],
    ])
    await page.keyboard.press('Control+Enter')
    await page.locator('.snackbar', { hasText: 'Repairs saved' }).waitFor()
  }))

const at = async (category = shop.category): Promise<Lane[]> =>
  (await server.people.admin.get(`/api/steps/category/${category}`)).body.data.map(
    ({ name, lane }: { name: string; lane: number | null }) => [name, lane],
  )
type Lane = [string, number | null]

/** Until the server holds these steps in these lanes. */
const lanes = (expected: Lane[], category?: string) => eventually(() => at(category), expected)

test('steps are dragged between lanes; an order that came too late is told, and refreshed', async () => {
  const { admin } = server.people
  const category = (await admin.post('/api/categories', { name: 'Dragged', jobcategory: true })).body.data.id
  for (const [name, lane] of [
    ['Weigh', 1],
    ['Pack', 1],
    ['Sweep', 99],
  ] as const)
    await admin.post('/api/steps', { category, name, instruction: `${name} it.`, lane })
  await onPage(`/admin/categories/${category}`, async (page) => {
    await tab(page, 'Steps')
    await drag(page, 'Sweep', 'Review')
    await lanes(
      [
        ['Weigh', 1],
        ['Pack', 1],
        ['Sweep', 2],
      ],
      category,
    )
    await drag(page, 'Weigh', 'No lane')
    await lanes(
      [
        ['Pack', 1],
        ['Sweep', 2],
        ['Weigh', null],
      ],
      category,
    )
    // A colleague's step appears by itself.
    await admin.post('/api/steps', { category, name: 'Label', instruction: 'Label it.', lane: 1 })
    await page.locator('#steps').getByText('Label', { exact: true }).waitFor()
    await page.route('**/api/steps/reorder', (route) => route.abort())
    await page.getByRole('button', { name: 'Move Label up' }).click()
    await page.getByText('Please refresh and confirm the order.').waitFor()
    await page.unroute('**/api/steps/reorder')
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page.getByText('Please refresh and confirm the order.').waitFor({ state: 'detached' })
    await eventually(() => steps(page), ['Pack', 'Label', 'Sweep', 'Weigh'])
  })
})

/** By mouse, as a hand does. */
async function drag(page: Page, name: string, lane: string) {
  const grip = page.getByLabel(`Carry ${name}`)
  await grip.scrollIntoViewIfNeeded()
  const from = (await grip.boundingBox())!
  const middle = from.y + from.height / 2
  await page.mouse.move(from.x + 8, middle)
  await page.mouse.down()
  await page.mouse.move(from.x + 10, middle + 10, { steps: 4 })
  await page.locator('.dragged').waitFor()
  const head = page.locator('#steps .lanehead', { hasText: lane })
  // The list may be longer than the dialog: a hand with a wheel brings its end near.
  await head.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  await nextFrames(page)
  const to = (await head.boundingBox())!
  await page.mouse.move(to.x + 8, to.y + to.height + 32, { steps: 12 })
  await nextFrames(page)
  await page.mouse.up()
  await page.locator('.dragged').waitFor({ state: 'detached' })
}

test('fields and items are added and taken away', () =>
  onPage(`/admin/categories/${shop.category}`, async (page) => {
    await tab(page, 'Fields')
    await page.getByLabel('Label', { exact: true }).fill('Serial number')
    await page.getByLabel('Compulsory').check()
    await page.getByRole('button', { name: 'Add field' }).click()
    await page.locator('#fields li', { hasText: 'Serial number' }).waitFor()
    await eventually(() => page.getByLabel('Label', { exact: true }).inputValue(), '')
    await eventually(() => page.getByLabel('Compulsory').isChecked(), false)
    await tab(page, 'Inventory')
    await page.getByRole('button', { name: 'Add item' }).click()
    await page.getByText('Choose an item first.').waitFor()
    await page.getByRole('combobox', { name: 'Item' }).fill('BOLT')
    await page.getByRole('option', { name: 'BOLT' }).click()
    await page.getByRole('button', { name: 'Add item' }).click()
    await page.locator('#categoryitems li', { hasText: 'BOLT' }).waitFor()
    await eventually(() => page.getByRole('combobox', { name: 'Item' }).inputValue(), '')
    await page.getByRole('button', { name: 'Remove BOLT' }).click()
    await page.getByText('No items go with this category yet.').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('dialog[open]').waitFor({ state: 'detached' })
  }))

test('a scanned code opens what it names, on any page, or says that nothing has it', async () => {
  const { admin } = server.people
  // A code has three characters at least, so that two keys struck at once are none.
  const number = '/api/jobs/next'
  while ((await admin.get(number)).body.data.reference.length < 3)
    await admin.post('/api/jobs', { boardid: shop.boardid })
  const job = (await admin.post('/api/jobs', { boardid: shop.boardid })).body.data
  await admin.post('/api/equipment', { name: 'Ladder', barcode: 'EQ-77', code: 'LAD' })
  await onPage('/clients', async (page) => {
    await scanBarcode(page, '6002')
    await page.waitForURL(/open=NUT/)
    await page.getByRole('tab').first().waitFor()
    await page.keyboard.press('Escape')
    await page.locator('dialog[open]').waitFor({ state: 'detached' })
    await scanBarcode(page, 'eq-77')
    await page.getByRole('heading', { name: 'Edit Equipment' }).waitFor()
    await page.locator('#f-name').fill('Changed')
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await scanBarcode(page, '6001')
    await page.getByText('Close without saving what you changed?').waitFor()
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await eventually(() => page.locator('#f-name').inputValue(), 'Changed')
    await scanBarcode(page, 'nothing-has-it')
    await page.locator('.snackbar', { hasText: 'Nothing has the code nothing-has-it.' }).waitFor()
  })
  await onPage('/clients', async (page) => {
    await scanBarcode(page, job.reference)
    await page.waitForURL(/\/jobs\/work-shop\/progress\?open=/)
  })
})
