import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import { expectOk } from '#tests/support/answers.ts'
import { closePage, overflowX, screenshot, waitForSnackbar } from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { type BoardServer, startBoardServer } from './board-support.ts'

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
