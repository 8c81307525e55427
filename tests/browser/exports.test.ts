import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import { logo } from '#tests/pdf/samples.ts'
import { createInvoiceFixtures, type InvoiceFixtures } from '#tests/sales/invoices-support.ts'
import { expectOk } from '#tests/support/answers.ts'
import {
  closePage,
  faultsInBothViews,
  openPage,
  overflowX,
  pageErrors,
  screenshot,
  waitForSnackbar,
} from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { issueNote, jobToDeliver } from '#tests/work/deliveries-support.ts'
import { upload } from '#tests/work/documents-support.ts'

setDefaultTimeout(120_000)

const CRATE = 'Crate with a name of more than twenty letters'

let server: TestServer
let shop: InvoiceFixtures
let job: { id: string; reference: string }
let note: { id: string; number: string }

beforeAll(async () => {
  server = await startTestServer()
  shop = await createInvoiceFixtures(server)
  const { admin } = server.people
  const shelf = await expectOk(admin.post('/api/storage', { name: 'Rack 7', barcode: 'RK-7' }))
  const crate = await expectOk(admin.post('/api/equipment', { name: CRATE, barcode: 'CR-1' }))
  const made = await jobToDeliver(shop, [{ description: 'Oak counter', storageid: shelf.id }])
  job = made
  note = await issueNote(admin, shop.boardid, [
    { materialid: made.lines[0] as string, quantity: 1, equipmentid: crate.id },
  ])
  await upload(admin, logo, 'front.png', { referenceid: job.id, filename: 'Front' })
})
afterAll(() => server.stop())

async function openDrawer(opened: { reference: string }, width = 1440) {
  const page = await openPage({ base: server.url, cookies: server.people.admin.cookie, width })
  await page.goto(`/jobs/work-shop/progress?open=${opened.reference.toLowerCase()}`)
  await page.getByRole('button', { name: 'Exports' }).click()
  const drawer = page.getByRole('dialog', { name: 'Exports' })
  await drawer
    .getByRole('button', { name: 'Package, Roll label' })
    .or(drawer.getByText('No equipment'))
    .waitFor()
  return { page, drawer }
}

const end = async (page: Page) => {
  expect(pageErrors(page)).toEqual([])
  await closePage(page)
}

test('the drawer has the entries of the specification in its order, and each prints', async () => {
  const { page, drawer } = await openDrawer(job)
  expect(await drawer.locator('.exportrows').first().locator('.name').allTextContents()).toEqual([
    'Estimate',
    'Pro Forma',
    'Card',
    'Package',
    'Storage',
    'Delivery notes',
    'Attachment Report',
    'Picking list',
  ])
  expect(await drawer.getByRole('link', { name: /^(Estimate|Card), / }).allTextContents()).toEqual([
    'Detailed',
    'Summary',
    'Default',
  ])
  await drawer.getByLabel('Package: choose').selectOption({ label: 'Crate with a name o…, CR-1' })
  await drawer.getByLabel('Storage: choose').selectOption({ index: 1 })
  await drawer.getByLabel('Delivery notes: choose').selectOption({ label: note.number })
  await screenshot(page, 'exports')
  const links = drawer.getByRole('link')
  for (const href of await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))) {
    const { status } = await page.request.get(href).then((reply) => ({ status: reply.status() }))
    expect([href, status]).toEqual([href, 200])
  }
  expect(await faultsInBothViews(page, { part: ['.exports'] })).toEqual([])
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  await eventually(() => page.locator('dialog.job').isVisible(), true)
  await end(page)
})

test('what is of one item asks for it first, on a phone too', async () => {
  const { page, drawer } = await openDrawer(job, 390)
  await drawer.getByRole('button', { name: 'Package, Roll label' }).click()
  await drawer.getByText('Choose a piece of equipment first.').waitFor()
  await eventually(() => drawer.getByLabel('Package: choose').getAttribute('aria-invalid'), 'true')
  await drawer.getByRole('button', { name: 'Delivery notes, Note' }).click()
  await drawer.getByText('Choose a delivery note first.').waitFor()
  await screenshot(page, 'exports-phone')
  expect(await overflowX(page)).toBe(0)
  await drawer.getByLabel('Package: choose').selectOption({ index: 1 })
  await drawer.getByText('Choose a piece of equipment first.').waitFor({ state: 'detached' })
  await drawer.getByRole('button', { name: 'E-mail the estimate' }).click()
  await page.getByRole('dialog', { name: `Send Estimate ${job.reference}` }).waitFor()
  await eventually(() => drawer.count(), 0)
  await end(page)
})

test('a job with nothing to choose says what brings it there', async () => {
  const { page, drawer } = await openDrawer(await jobToDeliver(shop, [{}]))
  await drawer.getByText('No equipment is on this job.').waitFor()
  await drawer.getByText('No line of this job has a storage place.').waitFor()
  await drawer.getByText('No delivery note of this job is issued yet.').waitFor()
  await screenshot(page, 'exports-empty')
  await end(page)
})

const failures: { status: number; headers: Record<string, string> }[] = [
  { status: 500, headers: { 'x-joblane-version': 'test' } },
  { status: 502, headers: {} },
]

test.each(failures)(
  'the file of a report that is answered by $status could not be downloaded, which is said',
  async (answer) => {
    const page = await openPage({ base: server.url, cookies: server.people.admin.cookie })
    await page.goto('/reporting/sales-by-client')
    await page.route('**/files?*', (route) => route.fulfill({ ...answer, body: 'down' }))
    await page.getByRole('button', { name: 'as PDF, CSV, Excel or JSON' }).click()
    await page.getByRole('menuitem', { name: 'CSV' }).click()
    await waitForSnackbar(page, 'Unable to download')
    await closePage(page)
  },
)
