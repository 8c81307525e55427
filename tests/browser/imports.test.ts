import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import { prepared } from '#db/sqlite.ts'
import { lineAmounts, sumCents } from '#server/money/amounts.ts'
import { asPercent } from '#server/money/decimal.ts'
import { checkStock } from '#server/stock/check.ts'
import { importPages } from '#tests/import/support.ts'
import { faultsInBothViews, pageErrors } from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { withPage } from '#tests/support/with-page.ts'

setDefaultTimeout(120_000)

const northwind = `${import.meta.dir}/../../db/demo/northwind`
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

type Options = { width?: number; theme?: 'dark' }

const onPage = (path: string, act: (page: Page) => Promise<void>, options: Options = {}) =>
  withPage({ base: server.url, cookies: server.people.admin.cookie, path, ...options }, act)

const read = <Row>(sql: string): Row[] =>
  server.services.tenants.read(server.accountid, (db) => prepared<Row>(db, sql).all())
const number = (sql: string): number => Object.values(read<Record<string, number>>(sql)[0]!)[0]!

/** Brings a list in as a person does, who chooses what the guess left open. */
async function importByHand(
  page: Page,
  list: string,
  file: string,
  more: (page: Page) => Promise<void> = async () => {},
) {
  await page.goto('/import')
  await page
    .locator('.importlists')
    .getByRole('link', { name: new RegExp(`^${list} [A-Z]`) })
    .click()
  await page.getByLabel('File').setInputFiles(`${northwind}/${file}`)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('heading', { name: 'Which column is what' }).waitFor()
  await more(page)
  await page.getByRole('button', { name: 'Try it' }).click()
  await page.getByRole('button', { name: /^Import \d/ }).click()
  await page.getByText(/^\d.* came in\.$/).waitFor()
}

async function openMore(page: Page) {
  await page.locator('.morefields summary').click()
}

/** Brings a list in with the guess of its columns, by the calls that the clicks make. */
async function importGuessed(list: string, file: string) {
  const content = await Bun.file(`${northwind}/${file}`).text()
  expect((await importPages(server).importList(list, content, {}, file)).page).toContain('came in')
}

test('the order book comes in: every list, with the guess of its columns, those with choices by clicking', async () => {
  await importGuessed('categories', 'categories.csv')
  await importGuessed('suppliers', 'suppliers.csv')
  await onPage('/import', async (page) => {
    await importByHand(page, 'Clients', 'customers.csv')
    await importGuessed('locations', 'customers.csv')
    await importGuessed('workers', 'employees.csv')
    await importByHand(page, 'Items', 'products.csv', async () => {
      await openMore(page)
      await page.getByLabel('Class, where the cell is empty').fill('Merchandise')
      await page.getByLabel('Unit, where the cell is empty', { exact: true }).fill('each')
    })
    await importGuessed('counts', 'products.csv')
    await importByHand(page, 'Jobs', 'orders.csv', async () => {
      await openMore(page)
      await page.getByLabel('Board, where the cell is empty').fill('Orders')
      await page.getByLabel('Location', { exact: true }).selectOption('customerID')
    })
    await importByHand(page, 'Job lines', 'order_details.csv')
    await page.goto('/import')
    await eventually(() => page.locator('#imports tbody tr').count(), 9)
  })
  const counts = [
    'clients',
    'suppliers',
    'inventory',
    'categories',
    'workers',
    'locations',
    'jobs',
    'materials',
  ].map((table) => number(`SELECT count(*) FROM ${table}`))
  expect(counts).toEqual([91, 29, 77, 8, 9, 91, 830, 2155])
  expect(number('SELECT count(*) FROM inventory WHERE archived = 1')).toBe(8)
  expect(number('SELECT count(*) FROM inventory WHERE category IS NULL OR supplier IS NULL')).toBe(0)
  expect(
    number('SELECT count(*) FROM jobs WHERE client IS NULL OR location IS NULL OR assignee IS NULL'),
  ).toBe(0)
  expect(number('SELECT count(*) FROM jobs WHERE status = 4')).toBe(809)
  expect(read<{ name: string }>('SELECT name FROM workers ORDER BY id LIMIT 1')).toEqual([
    { name: 'Nancy Davolio' },
  ])
  expect(number('SELECT sum(quantity) FROM stock_onhand')).toBe(3119e6)
  expect(server.services.tenants.read(server.accountid, checkStock)).toEqual([])
  const lines = read<{ quantity: never; rate: never; discount: never }>(
    'SELECT estimated AS quantity, linerate AS rate, discount FROM materials',
  ).map((line) => lineAmounts({ ...line, vatrate: asPercent(0) }))
  expect<number>(sumCents(lines.map(({ net }) => net))).toBe(126_579_276)
})

test('an import is taken back, and not while something refers to it', () =>
  onPage('/import', async (page) => {
    await page.locator('#imports tbody tr', { hasText: 'employees.csv' }).locator('a').first().click()
    await page.getByRole('button', { name: 'Take back' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Take back' }).click()
    await page.getByText('This import cannot be taken back: 830 jobs refer to its workers').waitFor()
    expect(number('SELECT count(*) FROM workers')).toBe(9)
    await page.goto('/import')
    await page.locator('#imports tbody tr', { hasText: 'order_details.csv' }).locator('a').first().click()
    await page.getByRole('button', { name: 'Take back' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Take back' }).click()
    await page.getByText('Taken back by admin Tester').waitFor()
    expect(number('SELECT count(*) FROM materials WHERE archived = 0')).toBe(0)
    expect(number('SELECT sum(quantity) FROM stock_onhand')).toBe(3119e6)
    expect(server.services.tenants.read(server.accountid, checkStock)).toEqual([])
    // A refused undo is told as an error of its call, which is the browser's own word on the console.
    pageErrors(page).splice(0)
  }))

test('choosing another column shows at once how the rows come out', () =>
  onPage('/import/clients', async (page) => {
    await page.getByLabel('File').setInputFiles(`${northwind}/customers.csv`)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('Not taken: contactTitle, fax.').waitFor()
    await page.getByLabel('City', { exact: true }).selectOption('fax')
    await page.getByText('Not taken: contactTitle, city.').waitFor()
    expect(await page.locator('.sample tbody tr').first().textContent()).toContain('030-0076545')
    await page.locator('[name=column-name]').selectOption('')
    await page.getByRole('button', { name: 'Try it' }).click()
    await page.getByText('This is needed: choose its column, or what it is for every row.').waitFor()
    pageErrors(page).splice(0)
  }))

test('every step satisfies axe and never scrolls sideways', () =>
  onPage('/import/divisions', async (page) => {
    const fine = async (step: string) => expect(await faultsInBothViews(page), step).toEqual([])
    const buffer = Buffer.from('Name;Archived\r\nDivision 1;no\r\n;maybe\r\n')
    await page.getByLabel('File').setInputFiles({ name: 'd.csv', mimeType: 'text/csv', buffer })
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: 'Which column is what' }).waitFor()
    await fine('columns')
    await page.getByRole('button', { name: 'Try it' }).click()
    await page.getByText('cannot come in.').waitFor()
    await fine('problems')
    const mending = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Rows to mend' }).click()
    expect((await mending).suggestedFilename()).toBe('rows to mend.csv')
    await page.getByRole('button', { name: 'Import the one row without problems' }).click()
    await page.getByText('One row was left out for what is wrong in it.').waitFor()
    await fine('left out')
    await page.getByRole('link', { name: 'Another file of divisions' }).click()
    const good = Buffer.from('Name;Archived\r\nDivision 2;no\r\n')
    await page.getByLabel('File').setInputFiles({ name: 'd.csv', mimeType: 'text/csv', buffer: good })
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Try it' }).click()
    await page.getByRole('button', { name: 'Import 1 division' }).waitFor()
    await fine('trial')
    await page.getByRole('button', { name: 'Import 1 division' }).click()
    await page.getByText('1 division came in.').waitFor()
    await fine('done')
  }))
