import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import { expectOk } from '#tests/support/answers.ts'
import { closePage, openPage } from '#tests/support/browser.ts'
import { type BoardServer, startBoardServer } from './board-support.ts'

setDefaultTimeout(120_000)

let on: BoardServer
let category: string
let worker: string
beforeAll(async () => {
  on = await startBoardServer()
  const { admin } = on.people
  category = (await expectOk(admin.post('/api/categories', { name: 'Gates', jobcategory: true }))).id
  for (const name of ['Cut', 'Weld'])
    await expectOk(admin.post('/api/steps', { category, name, instruction: `How to ${name}`, lane: 3 }))
  worker = (await expectOk(admin.post('/api/workers', { name: 'Hendrik', rate: 120 }))).id
})
afterAll(() => on.stop())

/** A page whose every change is refused, each for a reason of its own; gives the one that was said last. */
async function openRefused(path: string): Promise<{ page: Page; said: { count: number } }> {
  const said = { count: 0 }
  const page = await openPage({ base: on.url, cookies: on.people.admin.cookie, isolated: true })
  await page.route(
    () => true,
    (route) => {
      const request = route.request()
      if (request.method() === 'GET') return route.fallback()
      const message = `Reason ${++said.count}.`
      const headers = { 'x-joblane-version': '1' }
      if (new URL(request.url()).pathname.startsWith('/api/'))
        return route.fulfill({ status: 400, headers, json: { message } })
      const body = `<div id="snackbars" hx-swap-oob="beforeend"></div><p class="error">${message}</p>`
      return route.fulfill({ status: 422, headers, contentType: 'text/html; charset=utf-8', body })
    },
  )
  await page.goto(path)
  return { page, said }
}

async function expectReason(
  { page, said }: Awaited<ReturnType<typeof openRefused>>,
  act: () => Promise<unknown>,
) {
  const before = said.count
  await act()
  await page
    .getByText(`Reason ${before + 1}.`)
    .filter({ visible: true })
    .first()
    .waitFor()
}

test('whatever refuses a change of the allocations, its reason is read there', async () => {
  const { admin } = on.people
  const running = await on.addJob({ description: 'Runs', status: 3, categories: [category] })
  await on.addJob({ description: 'Waits', status: 3, categories: [category] })
  const [cut] = (await admin.get(`/api/steps/job/${running.id}`)).body.data
  await expectOk(admin.patch('/api/steps/job', { id: cut.id, action: 'start', workerid: worker }))
  const opened = await openRefused('/jobs/floor/panel/allocations')
  const { page } = opened
  await page.locator('[data-island=allocations][data-ready]').waitFor()
  const row = (name: string) => page.locator('.allocated', { hasText: name })
  const press = (name: string, within = row('Waits')) =>
    expectReason(opened, () => within.getByRole('button', { name }).click())
  await expectReason(opened, () => row('Waits').getByLabel('Worker of Cut').selectOption('Hendrik'))
  await press('Start Cut')
  await press('Pause Cut', row('Runs'))
  await press('Finish Cut', row('Runs'))
  const choose = async (item: string) => {
    await row('Waits').getByRole('button', { name: 'More for Cut' }).click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }
  await choose('Skip')
  await row('Waits').getByLabel('Why is it skipped?').fill('Not needed')
  await press('Skip step')
  // What was written is not lost with it.
  expect(await row('Waits').getByLabel('Why is it skipped?').inputValue()).toBe('Not needed')
  await closePage(page)
})

test('whatever refuses a plan on the scheduler, its reason is read there', async () => {
  const { id } = await on.addJob({ description: 'Gate', start: '2027-02-02', assignee: worker })
  for (const range of ['week', 'day']) {
    const opened = await openRefused(`/jobs/floor/scheduler?date=2027-02-02&range=${range}`)
    const { page } = opened
    await page.locator('[data-island=scheduler][data-ready]').waitFor({ state: 'attached' })
    const bar = page.locator(`#bar-${id}`)
    await bar.focus()
    await page.keyboard.press('ArrowRight')
    await expectReason(opened, () => page.keyboard.press('Enter'))
    await bar.focus()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowRight')
    await expectReason(opened, () => page.keyboard.press('Enter'))
    await page.locator('.person[data-name=Hendrik]').locator(`#bar-${id}`).waitFor()
    expect(await page.locator('.ghost').count()).toBe(0)
    await closePage(page)
  }
})
