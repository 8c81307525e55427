import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import {
  completeJob,
  createInvoiceFixtures,
  type InvoiceFixtures,
  readDraft,
} from '#tests/sales/invoices-support.ts'
import { expectOk } from '#tests/support/answers.ts'
import { closePage, dialogDepth, pageErrors } from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { type BoardServer, findCard, startBoardServer } from './board-support.ts'

setDefaultTimeout(120_000)

let on: BoardServer
let office: InvoiceFixtures
beforeAll(async () => {
  on = await startBoardServer()
  office = await createInvoiceFixtures(on)
  await on.addJob({ description: 'Drive shafts', client: on.clientid })
})
afterAll(() => on.stop())

const dialogs = (page: Page) => page.locator('dialog:modal').count()
const clientOf = (page: Page) => page.locator('dialog.job').getByRole('combobox', { name: 'Client' })
const search = (page: Page) => new URL(page.url()).search

/** A page under which lies another, so that one Back too many would show. */
async function board(query = '') {
  const page = await on.openBoard('admin')
  await page.goto('/clients')
  await page.goto(`/jobs/floor/progress${query}`)
  await page.locator('[data-island=board][data-ready]').waitFor()
  return page
}

/** Until its history says as much as what stands open. */
const settled = (page: Page, open: number) =>
  eventually(async () => [await dialogs(page), await dialogDepth(page)], [open, open])

async function end(page: Page) {
  expect(pageErrors(page)).toEqual([])
  await closePage(page)
}

test('an address that changes while the entry of a closed dialog is taken back stays changed', async () => {
  const page = await board()
  await findCard(page, 'Drive shafts').click()
  await clientOf(page).waitFor()
  await settled(page, 1)
  await page.evaluate(() => {
    const { go } = history
    history.go = (delta) => {
      go.call(history, delta)
      history.replaceState(history.state, '', `${location.pathname}?late=yes`)
    }
  })
  await page.keyboard.press('Escape')
  await settled(page, 0)
  await eventually(() => search(page), '?late=yes')
  await end(page)
})

test('a link that is followed out of a dialog leads on, however slow it is and whatever is pressed meanwhile', async () => {
  const page = await board()
  const held = Promise.withResolvers<void>()
  await page.route('**/invoices', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.route('**/waited', async (route) => {
    held.resolve()
    await route.fulfill({ status: 204 })
  })
  await findCard(page, 'Drive shafts').click()
  await clientOf(page).waitFor()
  await settled(page, 1)
  // As a save does that closes its dialog and leads on. All from within: a page that loads another is asked nothing.
  await page.evaluate(() => {
    document.querySelector<HTMLDialogElement>('dialog.job')?.close()
    document.querySelector<HTMLAnchorElement>('a[href="/invoices"]')?.click()
    const press = () => document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
    setTimeout(press, 60)
    // Longer than an entry waits before it is taken back.
    setTimeout(() => navigator.sendBeacon('/waited'), 200)
  })
  await page.waitForURL('**/invoices')
  await page.unroute('**/invoices')
  await page.unroute('**/waited')
  await end(page)
})

test('after a file was fetched out of a dialog it closes as any other', async () => {
  const page = await board()
  await findCard(page, 'Drive shafts').click()
  await clientOf(page).waitFor()
  await settled(page, 1)
  const fetched = page.waitForEvent('download')
  await page.evaluate(() => {
    const link = document.createElement('a')
    link.href = '/clients/export?format=csv'
    document.querySelector('dialog.job')?.append(link)
    link.click()
  })
  await (await fetched).cancel()
  await page.keyboard.press('Escape')
  await settled(page, 0)
  await end(page)
})

test('Back closes the job dialog, and leaves the page only then', async () => {
  const page = await board()
  await findCard(page, 'Drive shafts').click()
  await clientOf(page).waitFor()
  await settled(page, 1)
  expect(search(page)).toContain('open=')
  await page.goBack()
  await settled(page, 0)
  await eventually(() => search(page), '')
  await page.goBack()
  await page.waitForURL('**/clients')
  await end(page)
})

test('a dialog that is closed otherwise takes its entry back, with its address', async () => {
  const page = await board()
  await findCard(page, 'Drive shafts').focus()
  await page.keyboard.press('Enter')
  await clientOf(page).waitFor()
  await settled(page, 1)
  await page.keyboard.press('Escape')
  await settled(page, 0)
  await eventually(() => search(page), '')
  // The page was not loaded anew, and the keys are where they were.
  await eventually(() => page.evaluate(() => document.activeElement?.textContent?.includes('Drive')), true)
  await page.goBack()
  await page.waitForURL('**/clients')
  await end(page)
})

test('what was typed is asked about, and stays', async () => {
  const page = await board()
  await findCard(page, 'Drive shafts').click()
  const note = page.getByLabel('Status note')
  await note.fill('Waiting for steel')
  await page.goBack()
  await settled(page, 2)
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await settled(page, 1)
  await eventually(() => note.inputValue(), 'Waiting for steel')
  await page.goBack()
  await settled(page, 2)
  // Back answers a question by what is safe.
  await page.goBack()
  await settled(page, 1)
  await eventually(() => note.inputValue(), 'Waiting for steel')
  await page.goBack()
  await page.getByRole('button', { name: 'Close without saving' }).click()
  await settled(page, 0)
  await end(page)
})

test('of dialogs over each other the topmost closes', async () => {
  await on.addJob({ description: 'Walk-in' })
  const page = await board()
  await findCard(page, 'Walk-in').click()
  await clientOf(page).fill('New Marina')
  await page.getByRole('option', { name: /Create/ }).click()
  await page.locator('form[data-create]').waitFor()
  await settled(page, 2)
  await page.goBack()
  await settled(page, 1)
  await eventually(() => page.locator('dialog.job').count(), 1)
  await end(page)
})

test('a form of a list closes, and a link out of a dialog leads back to it', async () => {
  const page = await board()
  await page.goto('/clients')
  await page.getByRole('link', { name: 'Add client' }).first().click()
  await settled(page, 1)
  await page.goBack()
  await settled(page, 0)
  await page.goto('/jobs/floor/progress')
  await findCard(page, 'Drive shafts').click()
  await clientOf(page).waitFor()
  await settled(page, 1)
  await page.evaluate(() => location.assign('/suppliers'))
  await page.waitForURL('**/suppliers')
  await page.goBack()
  await page.locator('dialog.job').waitFor()
  await settled(page, 1)
  await page.goBack()
  await settled(page, 0)
  await page.goBack()
  await page.waitForURL('**/clients')
  await end(page)
})

test('the address of a dialog, and loading it anew, leave no dead entry', async () => {
  const { reference } = await on.addJob({ description: 'Gate' })
  const page = await board(`?open=${reference.toLowerCase()}`)
  await page.locator('dialog.job').waitFor()
  await settled(page, 1)
  await page.reload()
  await page.locator('dialog.job').waitFor()
  await settled(page, 1)
  await page.goBack()
  await settled(page, 0)
  await eventually(() => search(page), '')
  await end(page)
})

test('after mending what a draft lacks one is back at the draft, which closes', async () => {
  const bare = (await expectOk(on.people.admin.post('/api/clients', { name: 'New Marina' }))).id
  const jobid = await completeJob(office, [{ linerate: 450, consumed: 2 }], { client: bare })
  const draft = (await readDraft(office, jobid)).id
  const page = await on.openBoard('admin')
  await page.goto(`/invoices/${draft}`)
  const dialog = page.locator('#dialog > dialog')
  await dialog.getByRole('link', { name: 'the address of New Marina' }).click()
  await dialog.getByLabel('Address line 1').fill('1 Long Street')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.locator('#missingfacts').waitFor({ state: 'attached' })
  await eventually(() => dialog.getByRole('link', { name: 'the address of New Marina' }).count(), 0)
  await settled(page, 1)
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  await settled(page, 0)
  await end(page)
})

test('the client of an estimate is mended on the way, and leads back to sending it', async () => {
  const bare = (await expectOk(on.people.admin.post('/api/clients', { name: 'Old Marina' }))).id
  const jobid = await completeJob(office, [{ linerate: 450 }], { client: bare, status: 1 })
  const firm = (values: object) =>
    expectOk(on.people.admin.patch(`/api/organisations/${office.vendor}`, values))
  const page = await on.openBoard('admin')
  await firm({ addressline1: '', city: '', postalcode: '' })
  await page.evaluate((url) => void window.joblane.dialog(url), `/mail/estimate/${jobid}`)
  const dialog = page.locator('#dialog > dialog')
  // Each leads to its own: the firm is no matter of the client.
  const own = dialog.getByRole('link', { name: 'Open your own details' })
  expect(await own.getAttribute('href')).toMatch(/^\/admin\/organisations\/.*tab=contact$/)
  await firm({ addressline1: '14 Blacksmith Road', city: 'Durban', postalcode: '4052' })
  await dialog.getByRole('link', { name: 'Open the client' }).click()
  await dialog.getByLabel('Address line 1').waitFor()
  await page.goBack()
  await dialog.getByRole('button', { name: 'Mark as sent' }).waitFor()
  await settled(page, 1)
  await page.keyboard.press('Escape')
  await settled(page, 0)
  await end(page)
})

test('what a client lacks is said on the job, and mended over it', async () => {
  const bare = (await expectOk(on.people.admin.post('/api/clients', { name: 'Third Marina' }))).id
  const { reference } = await on.addJob({ description: 'Jetty', client: bare })
  const page = await board(`?open=${reference.toLowerCase()}`)
  const job = page.locator('dialog.job')
  const needs = job.getByText('The invoice will need the address of Third Marina.')
  await needs.waitFor()
  await job.getByRole('button', { name: 'Open the client' }).click()
  const dialog = page.locator('#dialog > dialog')
  await dialog.getByLabel('Address line 1').fill('1 Long Street')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await needs.waitFor({ state: 'detached' })
  await settled(page, 1)
  await eventually(() => job.count(), 1)
  await end(page)
})
