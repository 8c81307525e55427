import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import { expectOk } from '#tests/support/answers.ts'
import { axe, overflowX, screenshot, waitForSnackbar } from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { withPage } from '#tests/support/with-page.ts'
import { createJobFixtures } from '#tests/work/jobs-support.ts'

setDefaultTimeout(120_000)

let server: TestServer
const jobs: { id: string; reference: string }[] = []
beforeAll(async () => {
  server = await startTestServer()
  const { boardid } = await createJobFixtures(server)
  for (const description of ['First', 'Second', 'Third', 'Fourth'])
    jobs.push(await expectOk(server.people.admin.post('/api/jobs', { boardid, description })))
})
afterAll(() => server.stop())

const visit = (width = 1440) => ({
  path: '/jobs?sort=description',
  base: server.url,
  cookies: server.people.admin.cookie,
  width,
})
const box = (page: Page, n: number) => page.getByLabel(`Select ${jobs[n]?.reference}`)
const bar = (page: Page) => page.locator('[data-selection]')
const finishes = async () => {
  const read = await Promise.all(jobs.map(({ id }) => expectOk(server.people.admin.get(`/api/jobs/${id}`))))
  return read.map(({ finish }) => finish)
}
const order = ['First', 'Fourth', 'Second', 'Third']

test('rows from one to another are chosen, changed by one save, and taken back by one undo', () =>
  withPage(visit(), async (page) => {
    await box(page, 0).click()
    await box(page, 1).click({ modifiers: ['Shift'] })
    await page.getByText('3 jobs selected').waitFor()
    await screenshot(page, 'jobs-selected-1440')
    await bar(page).getByRole('button', { name: 'Due date' }).click()
    await page.getByRole('textbox', { name: 'Due' }).fill('2026-12-24')
    await screenshot(page, 'jobs-bulk-dialog-1440')
    expect(await axe(page, { frame: true })).toEqual([])
    await page.getByRole('button', { name: 'Change 3 jobs' }).click()
    await waitForSnackbar(page, '3 jobs due 24 Dec 2026')
    expect(await finishes()).toEqual(['2026-12-24', '2026-12-24', null, '2026-12-24'])
    // The list was drawn anew, and they are still chosen.
    await eventually(() => box(page, 0).isChecked(), true)
    await page.locator('.snackbar').getByRole('button', { name: 'Undo' }).click()
    await eventually(finishes, [null, null, null, null])
    await page.keyboard.press('Escape')
    await eventually(() => bar(page).isVisible(), false)
  }))

test('by keyboard, and each job that stays is named with its reason', () =>
  withPage(visit(), async (page) => {
    // Keys of a scanner follow each other more quickly.
    for (const key of ['j', 'x']) await page.keyboard.press(key, { delay: 60 })
    await page.keyboard.press('Shift+ArrowDown')
    await page.getByText('2 jobs selected').waitFor()
    await eventually(() => box(page, order.indexOf('First')).isChecked(), true)
    await page.keyboard.press('Control+a')
    await page.getByText('4 jobs selected').waitFor()
    await bar(page).getByRole('button', { name: 'Archive' }).click()
    await page.getByRole('button', { name: 'Archive 4 jobs' }).click()
    await page.getByText('0 jobs changed, 4 not').waitFor()
    await screenshot(page, 'jobs-bulk-refused-1440')
    for (const { reference } of jobs) await page.locator('.refusals', { hasText: reference }).waitFor()
  }))

test('what is printed and exported is what was chosen', () =>
  withPage(visit(), async (page) => {
    await box(page, 2).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      bar(page).getByRole('link', { name: 'Export' }).click(),
    ])
    expect(new URL(download.url()).searchParams.get('ids')).toBe(jobs[2]?.id ?? '')
    const file = `/jobs/export?format=csv&ids=${jobs[2]?.id}`
    const { text } = await server.people.admin.get(file)
    expect(text.trim().split('\n')).toHaveLength(2)
    expect(text).toContain('Third')
  }))

test('a finger that rests on a row begins to choose', () =>
  withPage(visit(390), async (page) => {
    await eventually(() => box(page, 0).isVisible(), false)
    const row = page.locator('tr', { hasText: 'First' })
    await row.dispatchEvent('pointerdown', { pointerType: 'touch', bubbles: true })
    await page.getByText('1 job selected').waitFor()
    await row.dispatchEvent('pointerup', { pointerType: 'touch', bubbles: true })
    await row.dispatchEvent('click')
    expect(new URL(page.url()).pathname).toBe('/jobs')
    await box(page, 1).tap()
    await page.getByText('2 jobs selected').waitFor()
    expect(await overflowX(page)).toBeLessThanOrEqual(0)
    await screenshot(page, 'jobs-selected-390')
  }))

test('cards of a board are chosen by key and by menu, and moved together', () =>
  withPage({ ...visit(), path: '/jobs/work-shop/progress' }, async (page) => {
    await page.locator('[data-island=board][data-ready]').waitFor()
    const card = (n: number) => page.locator(`[data-card="${jobs[n]?.id}"]`)
    await card(0).focus()
    await page.keyboard.press('x', { delay: 60 })
    await card(1).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Select' }).click()
    await page.getByText('2 jobs selected').waitFor()
    await screenshot(page, 'board-selected-1440')
    await bar(page).getByRole('button', { name: 'Move' }).click()
    await page.getByRole('combobox', { name: 'Lane' }).selectOption('Review')
    await page.getByRole('button', { name: 'Move 2 jobs' }).click()
    await waitForSnackbar(page, '2 jobs moved to Review')
    await page
      .locator('[data-lane="2"]')
      .filter({ has: card(0) })
      .filter({ has: card(1) })
      .waitFor()
  }))
