import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Locator, Page } from 'playwright'
import { closePage, pageErrors } from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { type BoardServer, startBoardServer } from './board-support.ts'

setDefaultTimeout(120_000)

let on: BoardServer
beforeAll(async () => {
  on = await startBoardServer()
  const board = { code: 'MEL16', make: 'Melamine', model: 'board', rate: 385 }
  expect((await on.people.admin.post('/api/inventory', board)).status).toBe(200)
})
afterAll(() => on.stop())

async function openLines(): Promise<{ id: string; page: Page; dialog: Locator; add: Locator }> {
  const { id, reference } = await on.addJob({ description: 'Kitchen' })
  const page = await on.openBoard('admin', { query: `?open=${reference.toLowerCase()}` })
  const dialog = page.locator('dialog.job')
  await dialog.getByRole('tab', { name: 'Items and work' }).click()
  const add = dialog.getByRole('combobox', { name: 'Add a line' })
  await add.waitFor()
  return { id, page, dialog, add }
}

/** Answers come that much later than they are asked for. */
const slow = (page: Page, url: string, ms: number) =>
  page.route(url, async (route) => {
    await new Promise((done) => setTimeout(done, ms))
    await route.continue()
  })

const lines = async (id: string) =>
  (
    (await on.people.admin.get(`/api/materials/getMaterials/${id}`)).body.data as Record<string, unknown>[]
  ).map(({ description, estimated }) => [description, estimated])

test('a quantity typed right after the item is the line’s, however late the answers come', async () => {
  for (const [ms, delay] of [
    [500, 100],
    [100, 170],
  ] as const) {
    const { id, page, add } = await openLines()
    await slow(page, '**/api/**', ms)
    await add.click()
    await page.keyboard.type('melamine', { delay })
    await page.getByRole('option', { name: /Melamine board/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.type('12', { delay })
    await page.keyboard.press('Enter')
    await eventually(() => lines(id), [['Melamine board', 12]])
    expect(await page.locator('tr.line').count()).toBe(1)
    expect(pageErrors(page)).toEqual([])
    await closePage(page)
  }
})

test('Enter before the search has answered takes what it finds, and what is typed on goes into the line', async () => {
  const { id, page, add } = await openLines()
  await slow(page, '**/api/**', 500)
  await add.click()
  await page.keyboard.type('melamine\n16\nBy hand\n3\n', { delay: 100 })
  await eventually(
    () => lines(id),
    [
      ['Melamine board', 16],
      ['By hand', 3],
    ],
  )
  await eventually(() => add.inputValue(), '')
  await closePage(page)
})

test('where the search fails, what was typed after it stays to be seen', async () => {
  const { page, add } = await openLines()
  await page.route('**/api/lookup/**', (route) => route.abort())
  await add.click()
  await page.keyboard.type('melamine\n12')
  await eventually(() => add.inputValue(), 'melamine12')
  await closePage(page)
})

test('a line that could not be added keeps what was typed, and is added with it once there is a line', async () => {
  const { id, page, dialog, add } = await openLines()
  await add.fill('By hand')
  await page.getByRole('option', { name: /As free text/ }).waitFor()
  await page.context().setOffline(true)
  await page.keyboard.press('Enter')
  await page.keyboard.type('12')
  await page.keyboard.press('Tab')
  const row = dialog.locator('tr.line')
  await row.getByText('Not added: ').waitFor()
  const estimated = row.getByRole('textbox', { name: 'Estimated' })
  await eventually(() => estimated.inputValue(), '12')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Not saved yet: By hand and Estimated of By hand.').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await page.context().setOffline(false)
  await eventually(() => lines(id), [['By hand', 12]])
  await eventually(() => row.count(), 1)
  await eventually(() => row.getByText('Not added: ').count(), 0)
  await eventually(() => estimated.getAttribute('aria-invalid'), null)
  await closePage(page)
})

test('a line whose answer was lost is added once', async () => {
  const { id, page, dialog, add } = await openLines()
  let lost = 0
  await page.route('**/api/materials', async (route) => {
    if (lost++ > 1) return route.continue()
    await route.fetch()
    await route.abort()
  })
  await add.fill('By hand')
  await page.getByRole('option', { name: /As free text/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.type('7')
  await page.keyboard.press('Tab')
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await dialog.getByText('Not added: ').waitFor({ state: 'detached' })
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await lines(id)).toEqual([['By hand', 7]])
  await closePage(page)
})
