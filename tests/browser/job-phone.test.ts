import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import { expectOk } from '#tests/support/answers.ts'
import { closePage, overflowX, screenshot, waitForSnackbar } from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { type BoardServer, startBoardServer, waitForBoard } from './board-support.ts'

setDefaultTimeout(120_000)

let on: BoardServer
beforeAll(async () => {
  on = await startBoardServer()
  await expectOk(on.people.admin.post('/api/organisations', { name: 'Joinery' }))
})
afterAll(() => on.stop())

/** What a phone's 844 pixels are spent on. */
const measure = (page: Page) =>
  page.locator('dialog.job').evaluate((dialog) => {
    const bottomOf = (selector: string) =>
      dialog.querySelector(selector)?.getBoundingClientRect().bottom ?? Number.NaN
    return { above: bottomOf('.tablist'), foot: bottomOf('.foot') }
  })

async function expectRoom(page: Page) {
  const { above, foot } = await measure(page)
  expect(foot).toBeLessThanOrEqual(844)
  expect(above).toBeLessThanOrEqual(220)
  expect(await overflowX(page)).toBe(0)
  // A lower phone, or one with its keyboard open.
  const beyond = await page.locator('dialog.job').evaluate((dialog) => {
    dialog.style.height = '480px'
    const foot = dialog.querySelector('.foot')?.getBoundingClientRect().bottom ?? Number.NaN
    const past = foot - dialog.getBoundingClientRect().bottom
    dialog.style.height = ''
    return past
  })
  expect(beyond).toBeLessThanOrEqual(0)
}

test('on a phone the buttons of a job stay in the window from step to step', async () => {
  const job = await on.addJob({ description: 'Gate for the yard, with a lock', client: on.clientid })
  const line = { jobid: job.id, role: 2, description: 'Gate', estimated: 2, linerate: 450 }
  await on.people.admin.post('/api/materials', line)
  const page = await on.openBoard('admin', { width: 390, query: `?open=${job.reference.toLowerCase()}` })
  const dialog = page.locator('dialog.job')
  const next = dialog.locator('.stages .primary')
  await dialog.getByRole('button', { name: 'Send the estimate' }).tap()
  await page.getByRole('button', { name: 'Mark as sent' }).tap()
  await dialog.getByRole('button', { name: 'Approve' }).waitFor()
  await page.locator('.snackbar').first().waitFor()
  await expectRoom(page)
  const [asked, approve] = [
    await dialog.getByLabel('Accepted by', { exact: true }).boundingBox(),
    await next.boundingBox(),
  ]
  expect(approve?.y).toBe(asked?.y ?? Number.NaN)
  await next.tap()
  await dialog.getByRole('button', { name: 'Start the work' }).waitFor()
  await on.people.admin.post('/api/steps/job', { jobid: job.id, name: 'Weld' })
  await dialog.getByRole('button', { name: 'Start the work' }).tap()
  await dialog.getByRole('tab', { name: 'Steps', selected: true }).waitFor()
  await expectRoom(page)
  await closePage(page)
})

test('on a phone the name of a job is not cut short by the lane, which stands below it', async () => {
  const job = await on.addJob({
    description: 'Refurbish the cold room door, hinges too',
    client: on.clientid,
  })
  const page = await on.openBoard('admin', { width: 390, query: `?open=${job.reference.toLowerCase()}` })
  const dialog = page.locator('dialog.job')
  const title = dialog.locator('#job-title')
  await dialog.locator('.stages').waitFor()
  expect(await title.evaluate((one) => one.scrollHeight - one.clientHeight)).toBe(0)
  const lane = await dialog.locator('.head .chip').boundingBox()
  const name = await title.boundingBox()
  expect(lane?.y).toBeGreaterThanOrEqual((name?.y ?? 0) + (name?.height ?? 844))
  expect((await dialog.locator('.statusbutton').boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await expectRoom(page)
  await closePage(page)
})

test('on a phone a tab that was not pressed comes into view', async () => {
  const job = await on.addJob({ description: 'Gate', client: on.clientid })
  const page = await on.openBoard('admin', { width: 390, query: `?open=${job.reference.toLowerCase()}` })
  const dialog = page.locator('dialog.job')
  await dialog.getByRole('button', { name: 'Add lines' }).tap()
  const box = await dialog.getByRole('tab', { selected: true }).boundingBox()
  expect(box?.x).toBeGreaterThanOrEqual(0)
  expect((box?.x ?? 390) + (box?.width ?? 0)).toBeLessThanOrEqual(390)
  await closePage(page)
})

test('on a phone the tab that a page or a dialog begins with lies in view, and so does the next one', async () => {
  const page = await on.openBoard('admin', { width: 390 })
  const chosen = () =>
    page
      .locator('.tablist [aria-selected=true]:visible')
      .first()
      .evaluate((tab) => {
        const { left, right } = tab.getBoundingClientRect()
        return left >= 0 && right <= innerWidth
      })
  await page.goto(`/clients/${on.clientid}/overview?tab=documents`)
  await page.locator('#tab-documents[aria-selected=true]').waitFor()
  await eventually(chosen, true)
  await page.goto(`/clients/${on.clientid}`)
  await page.getByRole('tab', { name: 'Details', selected: true }).press('End')
  await page.getByRole('tab', { name: 'History', selected: true }).waitFor()
  await eventually(chosen, true)
  await closePage(page)
})

test('on a phone a menu at the end of the tabs lists all of them, by finger and by keyboard', async () => {
  const job = await on.addJob({ description: 'Gate', client: on.clientid })
  const page = await on.openBoard('admin', { width: 390, query: `?open=${job.reference.toLowerCase()}` })
  const dialog = page.locator('dialog.job')
  const more = dialog.getByRole('button', { name: /^More.*Sections of the job/ })
  await more.tap()
  const menu = dialog.getByRole('menu', { name: 'Sections of the job' })
  await menu.getByRole('menuitem', { name: 'Details' }).waitFor()
  const names = await dialog.getByRole('tab').allTextContents()
  expect(await menu.getByRole('menuitem').allTextContents()).toEqual(names)
  await screenshot(page, 'tabs-more-390')
  await page.emulateMedia({ colorScheme: 'dark' })
  await screenshot(page, 'tabs-more-390-dark')
  await menu.getByRole('menuitem', { name: 'History' }).tap()
  await dialog.getByRole('tab', { name: 'History', selected: true }).waitFor()
  await screenshot(page, 'tabs-history-390')
  const [tab, button] = [
    await dialog.getByRole('tab', { selected: true }).boundingBox(),
    await more.boundingBox(),
  ]
  expect((tab?.x ?? 390) + (tab?.width ?? 0)).toBeLessThanOrEqual(button?.x ?? 0)
  expect((button?.x ?? 390) + (button?.width ?? 0)).toBeLessThanOrEqual(390)
  await more.press('Enter')
  await menu.getByRole('menuitem', { name: 'Details' }).press('End')
  await page.keyboard.press('Enter')
  await dialog.getByRole('tab', { name: names.at(-1) ?? '', selected: true }).waitFor()
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-selected'))
  await eventually(focused, 'true')
  await page.setViewportSize({ width: 1440, height: 900 })
  await more.waitFor({ state: 'hidden' })
  await screenshot(page, 'tabs-1440-dark')
  await closePage(page)
})

test('on a phone a message is undone by a button as large as a finger', async () => {
  const page = await on.openBoard('admin', { width: 390 })
  await page.evaluate(() =>
    window.joblane.snackbar({ level: 'info', message: 'Moved', undo: { url: '/nowhere' } }),
  )
  await waitForSnackbar(page, 'Moved')
  expect((await page.getByRole('button', { name: 'Undo' }).boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await closePage(page)
})

test('on a phone what is seldom filled in is folded, and saved all the same', async () => {
  const job = await on.addJob({ description: 'Gate', client: on.clientid })
  const page = await on.openBoard('admin', { width: 390, query: `?open=${job.reference.toLowerCase()}` })
  const dialog = page.locator('dialog.job')
  const fixed = dialog.getByLabel('Fixed price')
  await dialog.getByText('More: who invoices').waitFor()
  expect(await fixed.isVisible()).toBe(false)
  await dialog.getByText('More: who invoices').tap()
  await fixed.tap()
  await dialog.getByText('More: who invoices').tap()
  await fixed.waitFor({ state: 'hidden' })
  await dialog.getByRole('button', { name: 'Save' }).tap()
  await dialog.waitFor({ state: 'detached' })
  expect((await on.people.admin.get(`/api/jobs/${job.id}`)).body.data.fixedprice).toBe(true)
  await closePage(page)
})

test('an empty board says to whoever may add nothing that it is empty', async () => {
  const { admin } = on.people
  await expectOk(admin.post('/api/boards', { name: 'Bare' }))
  for (const [who, words] of [
    ['stakeholder', 'No job stands here yet, or none that you may see.'],
    ['admin', 'Nothing to do here. Press + to add a job.'],
  ] as const) {
    const page = await on.openBoard(who, { width: 390 })
    await page.goto('/jobs/bare/progress')
    await waitForBoard(page)
    // A phone has no key to name.
    expect((await page.locator('.lane > .hint').innerText()).trim()).toEndWith(words)
    await closePage(page)
  }
})

test('on a phone a line in own words is priced right after its quantity, and again by a press on its price', async () => {
  const job = await on.addJob({ description: 'Leaking geyser', client: on.clientid })
  const page = await on.openBoard('admin', { width: 390, query: `?open=${job.reference.toLowerCase()}` })
  const dialog = page.locator('dialog.job')
  await dialog.getByRole('button', { name: 'Add lines' }).tap()
  const words = dialog.getByRole('combobox', { name: 'Add a line' })
  await words.fill('Isolator valve 22 mm')
  await dialog.getByRole('option', { name: /As free text/ }).waitFor()
  await words.press('Enter')
  const focused = () => page.evaluate(() => (document.activeElement as HTMLElement).dataset.column)
  await eventually(focused, 'estimated')
  await page.keyboard.type('2')
  await page.keyboard.press('Enter')
  await eventually(focused, 'linerate')
  await page.keyboard.press('Enter')
  await eventually(focused, undefined)
  const price = dialog.getByRole('button', { name: 'Price of Isolator valve 22 mm: 0,00' })
  expect(await price.textContent()).toBe('Set a price')
  await screenshot(page, 'line-without-price-390')
  await price.tap()
  await eventually(focused, 'linerate')
  await page.keyboard.type('350')
  await screenshot(page, 'line-price-390')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Price of Isolator valve 22 mm: 350,00' }).waitFor()
  expect(await overflowX(page)).toBe(0)
  await page.emulateMedia({ colorScheme: 'dark' })
  await screenshot(page, 'line-priced-390-dark')
  const [line] = await expectOk(on.people.admin.get(`/api/materials/getMaterials/${job.id}`))
  expect(line).toMatchObject({ estimated: 2, linerate: 350 })
  await closePage(page)
})

test('on a phone the papers of an invoiced job are folded, and each line says its whole name and its unit price', async () => {
  const { admin } = on.people
  const job = await on.addJob({ description: 'New geyser', client: on.clientid, status: 4 })
  const line = { description: 'Braided flex connector 500', estimated: 1, consumed: 1, linerate: 7020 }
  await expectOk(admin.post('/api/materials', { jobid: job.id, role: 2, ...line }))
  await expectOk(admin.post('/api/invoices', { jobid: job.id }))
  const page = await on.openBoard('admin', { width: 390, query: `?open=${job.reference.toLowerCase()}` })
  const dialog = page.locator('dialog.job')
  const papers = dialog.getByRole('button', { name: 'Its papers' })
  await papers.waitFor()
  const middle = (box: { x: number; width: number; y: number; height: number } | null) =>
    box && [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)]
  expect(middle(await papers.locator('svg').boundingBox())).toEqual(middle(await papers.boundingBox()))
  expect((await measure(page)).above).toBeLessThanOrEqual(162)
  await eventually(() => dialog.locator('.invoicefacts').isVisible(), false)
  await papers.tap()
  await dialog.locator('.invoicefacts').getByText('Draft invoice').waitFor()
  await dialog.getByRole('tab', { name: 'Items and work' }).tap()
  await dialog.locator('.unitprice', { hasText: '7 020,00' }).waitFor()
  const isCut = (input: HTMLElement) => input.scrollWidth > input.clientWidth
  expect(await dialog.locator('.what [data-column=description]').evaluate(isCut)).toBe(false)
  await dialog.locator('[data-column=estimated]').tap()
  expect(await dialog.locator('[data-column=linerate]').evaluate(isCut)).toBe(false)
  await screenshot(page, 'job-phone-line')
  await closePage(page)
})

test('on a phone what changed since the client approved is in sight, and can be sent again', async () => {
  const { admin } = on.people
  const job = await on.addJob({ description: 'Geyser', client: on.clientid })
  const line = { jobid: job.id, role: 2, description: 'Geyser', estimated: 1, linerate: 500 }
  const { id } = await expectOk(admin.post('/api/materials', line))
  await expectOk(admin.post(`/api/jobs/${job.id}/estimatesent`))
  await expectOk(admin.patch(`/api/jobs/${job.id}`, { status: 3, acceptedby: 'Mrs Dlamini' }))
  await expectOk(admin.patch(`/api/materials/${id}`, { estimated: 3 }))
  const page = await on.openBoard('admin', { width: 390, query: `?open=${job.reference.toLowerCase()}` })
  const stages = page.locator('dialog.job .stages')
  await stages.getByText('Changed since Mrs Dlamini approved').waitFor()
  await stages.getByRole('button', { name: 'Send it again' }).waitFor()
  expect(await overflowX(page)).toBe(0)
  await screenshot(page, 'job-phone-changed')
  await closePage(page)
})
