import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import { findSampleJob } from '#db/queries/work/sample-job.ts'
import { trades } from '#db/trades/index.ts'
import { beginWithTrade } from '#server/domains/settings/trades/begin-with-trade.ts'
import { expectOk } from '#tests/support/answers.ts'
import { faultsInBothViews, screenshot, setView, waitForSnackbar } from '#tests/support/browser.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { withPage } from '#tests/support/with-page.ts'

setDefaultTimeout(300_000)

const trade = trades.signs!
const vinyl = trade.items.find(({ code }) => code === 'VINYL')!

let server: TestServer
let firstjob: string
let sample: { id: string; reference: string }
const admin = () => server.people.admin
beforeAll(async () => {
  server = await startTestServer()
  const { tenants } = server.services
  firstjob = await tenants.write(server.accountid, { userid: null, name: 'Setup' }, (tx) =>
    beginWithTrade(tx, '', 'Karoo', trade),
  )
  sample = tenants.read(server.accountid, findSampleJob)!
})
afterAll(() => server.stop())

const onPage = (path: string, act: (page: Page) => Promise<void>, refusals?: RegExp) =>
  withPage({ base: server.url, cookies: admin().cookie, path, refusals }, act)

const openDialog = (page: Page, url: string) => page.evaluate((path) => void window.joblane.dialog(path), url)

async function pictures(page: Page, name: string) {
  if (!process.env.PICTURES) return
  for (const width of [1440, 390])
    for (const theme of ['light', 'dark'] as const) {
      await setView(page, { width, theme })
      await screenshot(page, `sample-${name}-${width}-${theme}`)
    }
  await setView(page, { width: 1440, theme: 'light' })
}

test('an item says that its price is a sample, and one press confirms it, with Undo', () =>
  onPage('/admin/inventory', async (page) => {
    await page.locator('table[aria-rowcount]').waitFor()
    const row = page.locator('tr.item', { hasText: vinyl.name })
    const chip = row.getByText('Sample price and cost')
    await chip.waitFor()
    await page.getByText(`${trade.items.length} items have sample prices or costs from setup`).waitFor()
    await pictures(page, 'list')
    expect(await faultsInBothViews(page)).toEqual([])
    await row.getByRole('link', { name: vinyl.name }).first().click()
    const dialog = page.locator('dialog.item')
    const banner = dialog.getByText('The price and the cost are samples from setup')
    await banner.waitFor()
    await pictures(page, 'item')
    expect(await faultsInBothViews(page, { part: ['dialog.item'] })).toEqual([])
    await dialog.getByRole('button', { name: 'Confirm price and cost' }).click()
    await waitForSnackbar(page, 'Confirmed: price and cost')
    await banner.waitFor({ state: 'detached' })
    await chip.waitFor({ state: 'detached' })
    await page.locator('.snackbar').getByRole('button', { name: 'Undo' }).click()
    await banner.waitFor()
    // What else is typed is saved after it all the same.
    await dialog.getByRole('textbox', { name: 'Price' }).fill('310')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    await chip.waitFor({ state: 'detached' })
    await row.getByText('Sample cost').waitFor()
    await page.getByText(`${trade.items.length} items have sample prices or costs from setup`).waitFor()
  }))

test('a wrong deposit beside it holds no confirmation up', () =>
  onPage(
    '/clients',
    async (page) => {
      await openDialog(page, `/mail/estimate/${sample.id}`)
      const warning = page.locator('#sampleprices')
      await page.getByRole('textbox', { name: 'Deposit on acceptance' }).fill('140')
      await warning.getByRole('button', { name: 'Confirm all prices' }).click()
      await waitForSnackbar(page, 'prices are confirmed')
      await warning.getByRole('button', { name: 'Confirm all prices' }).waitFor({ state: 'hidden' })
      await page.locator('.snackbar').getByRole('button', { name: 'Undo' }).click()
      await warning.getByRole('button', { name: 'Confirm all prices' }).waitFor()
    },
    /status of 422/,
  ))

test('all are confirmed above the list, and taken back', () =>
  onPage('/admin/inventory', async (page) => {
    await page.locator('table[aria-rowcount]').waitFor()
    const chips = page.locator('tr.item').getByText('Sample price')
    await chips.first().waitFor()
    await page.getByRole('button', { name: 'Confirm all' }).click()
    await waitForSnackbar(page, 'costs are confirmed')
    await chips.first().waitFor({ state: 'detached' })
    expect(await page.getByText('sample prices or costs from setup').count()).toBe(0)
    await page.locator('.snackbar').getByRole('button', { name: 'Undo' }).click()
    await chips.first().waitFor()
    await page.getByText('sample prices or costs from setup').waitFor()
  }))

test('lines, the estimate and the draft of an invoice say it, and confirm it where they stand', async () => {
  const { id } = await expectOk(admin().get(`/api/inventory/${vinyl.code}`))
  await expectOk(admin().patch(`/api/inventory/${id}`, { price: 311 }))
  await onPage(firstjob, async (page) => {
    const job = page.locator('dialog.job')
    await job.getByRole('tab', { name: 'Items and work' }).click()
    await job.locator('tr.line').getByText('Sample price').first().waitFor()
    await pictures(page, 'lines')
    expect(await faultsInBothViews(page, { part: ['dialog.job'] })).toEqual([])
    await openDialog(page, `/mail/estimate/${sample.id}`)
    const warning = page.locator('#sampleprices')
    await warning.getByText('These prices are samples from setup').waitFor()
    await warning.getByText('a sample from setup, and its price is').waitFor()
    await pictures(page, 'estimate')
    expect(await faultsInBothViews(page, { part: ['#dialog'] })).toEqual([])
    // The price of an item is set over the estimate, which stands there again afterwards.
    const [other] = trade.job.lines.filter(({ code }) => code !== vinyl.code)
    const { name } = trade.items.find(({ code }) => code === other!.code)!
    await warning.getByRole('link', { name }).click()
    const figures = page.getByRole('dialog', { name: `What ${name} costs` })
    await figures.getByLabel('Price').fill('123,45')
    await pictures(page, 'set')
    expect(await faultsInBothViews(page, { part: ['#dialog'] })).toEqual([])
    await figures.getByRole('button', { name: 'Set price and cost' }).click()
    await waitForSnackbar(page, 'The price is set, and 1 line of')
    await warning.getByText('a sample from setup, and its price is').waitFor()
    expect(await warning.getByRole('link', { name }).count()).toBe(0)
    await warning.getByRole('button', { name: 'Take R' }).waitFor()
    await warning.getByRole('button', { name: 'Keep R' }).click()
    await waitForSnackbar(page, '1 price is confirmed')
    await warning.getByText('a sample from setup, and its price is').waitFor({ state: 'detached' })
    await warning.getByRole('button', { name: 'Confirm all prices' }).waitFor()

    const lines = await expectOk(admin().get(`/api/materials/getMaterials/${sample.id}`))
    for (const { id } of lines) await expectOk(admin().patch(`/api/materials/${id}`, { consumed: 1 }))
    await expectOk(admin().post('/api/jobs/reorder', { jobid: sample.id, lane: 4, confirmed: true }))
    const draft = await expectOk(admin().post('/api/invoices', { jobid: sample.id }))
    await page.goto('/invoices')
    await openDialog(page, `/invoices/${draft.id}`)
    await warning.getByText('These prices are samples from setup').waitFor()
    await pictures(page, 'draft')
    expect(await faultsInBothViews(page, { part: ['#sampleprices'] })).toEqual([])
    await page.locator('#dialog [data-save]').click()
    await page.getByRole('alertdialog').getByText('These prices are samples from setup').waitFor()
    await pictures(page, 'question')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
    await warning.getByRole('button', { name: 'Confirm all prices' }).click()
    await waitForSnackbar(page, '2 prices are confirmed')
    await warning.waitFor({ state: 'hidden' })
    await page.locator('.snackbar').getByRole('button', { name: 'Undo' }).last().click()
    await warning.getByText('These prices are samples from setup').waitFor()
  })
})

test('a draft order has what confirms each sample cost in one column', async () => {
  const costed = trade.items.filter(({ cost }) => cost)
  const items = await Promise.all(
    costed.slice(0, 4).map(({ code }) => expectOk(admin().get(`/api/inventory/${code}`))),
  )
  const [first] = items
  const long = {
    materialname: `${first.name ?? ''} of a width and a finish that take a longer name than others`,
  }
  await expectOk(admin().patch(`/api/inventory/${first.id}`, long))
  const { id: supplier } = await expectOk(admin().post('/api/suppliers', { name: 'Vinyl Supplies' }))
  const lines = items.map(({ id }) => ({ inventoryid: id, quantity: 1 }))
  const { id } = await expectOk(admin().post('/api/purchaseorders', { supplier, lines }))
  await onPage(`/purchase/${id}`, async (page) => {
    const each = page.locator('#sampleprices').getByRole('button', { name: 'Confirm cost of' })
    await each.first().waitFor()
    expect(await each.count()).toBe(items.length)
    for (const width of [1440, 800, 560, 390]) {
      await setView(page, { width, theme: 'light' })
      const lefts = await each.evaluateAll((all) =>
        all.map((one) => Math.round(one.getBoundingClientRect().left)),
      )
      expect([width, new Set(lefts).size]).toEqual([width, 1])
    }
    await pictures(page, 'order')
    expect(await faultsInBothViews(page, { part: ['#sampleprices'] })).toEqual([])
  })
})
