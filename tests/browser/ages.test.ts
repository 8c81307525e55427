import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import { expectOk } from '#tests/support/answers.ts'
import { axe, closePage, openPage, overflowX, screenshot } from '#tests/support/browser.ts'
import { eventually, until } from '#tests/support/eventually.ts'
import { openLine } from '#tests/support/line.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { storeBefore, storedUrls, untilStored } from '#tests/support/stored-pages.ts'

setDefaultTimeout(120_000)

let server: TestServer
let line: ReturnType<typeof openLine>
let job: { id: string; reference: string }
let client: string
beforeAll(async () => {
  server = await startTestServer()
  line = openLine(server.url)
  const { admin } = server.people
  const board = await expectOk(admin.post('/api/boards', { name: 'Yard' }))
  job = await expectOk(
    admin.post('/api/jobs', { boardid: board.id, description: 'Mend the gate', status: 3 }),
  )
  const worker = await expectOk(admin.post('/api/workers', { name: 'Ann', userid: admin.userid }))
  const step = await expectOk(admin.post('/api/steps/job', { jobid: job.id, name: 'Weld' }))
  await expectOk(admin.patch('/api/steps/job', { id: step.id, workerid: worker.id }))
  client = (await expectOk(admin.post('/api/clients', { name: 'Rivers' }))).id
  await expectOk(
    admin.post('/api/inventory', { code: 'BOLT', make: 'Bolt', inventoryclass: 2, baseunit: 'ea' }),
  )
})
afterAll(async () => {
  line.stop()
  await server.stop()
})

async function open(path: string): Promise<Page> {
  const cookies = server.people.admin.cookie
  const page = await openPage({ base: line.url, cookies, width: 390, installed: true })
  await page.goto('/suppliers')
  await page.waitForFunction(() => navigator.serviceWorker.controller)
  await page.goto(path)
  return page
}

const HOURS_MS = 3 * 3_600_000

const age = (page: Page, part?: string) => storeBefore(page, HOURS_MS, part)

test('a job that is read without a line says of each part how old it is, and no more when there is one', async () => {
  const path = `/jobs/yard/progress?open=${job.reference.toLowerCase()}`
  const page = await open(path)
  const dialog = page.locator('dialog.job')
  for (const tab of ['Notes', 'Steps']) await dialog.getByRole('tab', { name: tab }).click()
  await untilStored(page, '/progress?open', `${job.id}?brief`, `${job.id}/notes`, `/steps/job/${job.id}`)
  await age(page)
  line.cut()
  await page.goto(path)
  await page.getByText('This page is as it was 3 hours ago').waitFor({ state: 'attached' })
  const said = dialog.locator('[data-stored-part]')
  await said.getByText('the job 3 hours ago').waitFor()
  await dialog.getByRole('tab', { name: 'Steps' }).click()
  await said.getByText('steps 3 hours ago').waitFor()
  await dialog.getByRole('button', { name: 'Start Weld' }).waitFor()
  expect([await overflowX(page), await axe(page)]).toEqual([0, []])
  await screenshot(page, 'aged-job')
  line.mend()
  await page.reload()
  await dialog.getByRole('tab', { name: 'Steps' }).click()
  await dialog.getByRole('button', { name: 'Start Weld' }).waitFor()
  await eventually(() => page.locator('[data-stored-part]').count(), 0)
  await closePage(page)
})

for (const [what, path, shown] of [
  ['the dashboard', '/', 'h1'],
  ['the steps of today', '/mywork', '.mysteps:has-text("Weld")'],
  ['a board', '/jobs/yard/progress', '.card:has-text("Mend the gate")'],
  ['the clients', '/clients', 'td:has-text("Rivers")'],
  ['the items', '/admin/inventory', '.inventory:has-text("BOLT")'],
] as const)
  test(`${what} that is read without a line says how old it is`, async () => {
    const page = await open(path)
    await page.locator('main').locator(shown).first().waitFor()
    await until(async () => (await storedUrls(page)).includes(`${line.url}${path}`), 'the page to be stored')
    await age(page)
    line.cut()
    await page.goto(path)
    await page.getByText('This page is as it was 3 hours ago').waitFor()
    await page.locator('main').locator(shown).first().waitFor()
    line.mend()
    await closePage(page)
  })

test('a part that comes from the store into a page that is fresh says so in its place', async () => {
  const page = await open(`/clients/${client}`)
  const dialog = page.locator('#dialog > dialog')
  await page.goto('/clients')
  await page.getByRole('link', { name: 'Edit Rivers' }).click()
  await dialog.waitFor()
  await untilStored(page, `/parts/partial?${line.url}/clients/${client}`)
  await age(page, '/parts/')
  await page.goto('/clients')
  await page.getByRole('link', { name: 'Edit Rivers' }).waitFor()
  line.cut()
  await page.getByRole('link', { name: 'Edit Rivers' }).click()
  await dialog.getByText('as it was 3 hours ago').waitFor()
  await eventually(() => page.getByText('This page is as it was').isVisible(), false)
  expect([await overflowX(page), await axe(page)]).toEqual([0, []])
  await screenshot(page, 'aged-client')
  await dialog.locator('[name=name]').fill('Rivers and Sons')
  line.mend()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await eventually(() => page.getByText('Without a network').filter({ visible: true }).count(), 0)
  expect(await dialog.locator('[name=name]').inputValue()).toBe('Rivers and Sons')
  await closePage(page)
})

test('a board on which a card changed is up to date again once the line is back', async () => {
  const page = await open('/jobs/yard/progress')
  const card = page.locator('.card', { hasText: job.reference })
  await page.locator('[data-island=board][data-ready]').waitFor()
  const { version } = await expectOk(server.people.admin.get(`/api/jobs/${job.id}`))
  await expectOk(
    server.people.admin.patch(`/api/jobs/${job.id}`, { description: 'Mend the gate soon', version }),
  )
  await untilStored(page, '/api/jobs?ids=')
  await card.getByText('Mend the gate soon').waitFor()
  await page.context().setOffline(true)
  await page.locator('[data-stored-part]').getByText('cards just now').waitFor()
  await page.context().setOffline(false)
  await until(async () => (await page.locator('[data-stored-part]').count()) === 0, 'it to be up to date')
  await closePage(page)
})

test('what is no longer shown is not called old where something else is', async () => {
  const page = await open(`/jobs/yard/progress?open=${job.reference.toLowerCase()}`)
  const dialog = page.locator('dialog.job')
  await dialog.getByRole('tab', { name: 'Notes' }).click()
  await dialog.getByText('Nobody has written a note yet.').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  await page.getByRole('link', { name: job.reference }).first().click()
  await dialog.getByRole('tab', { name: 'Steps' }).click()
  await dialog.getByRole('button', { name: 'Start Weld' }).waitFor()
  await page.context().setOffline(true)
  await dialog.locator('[data-stored-part]').getByText('steps just now').waitFor()
  expect(await dialog.locator('[data-stored-part]').textContent()).not.toContain('notes')
  await page.context().setOffline(false)
  await closePage(page)
})

test('an item, and a page that was kept up to date, say since when they are not', async () => {
  const page = await open('/admin/inventory')
  await page.getByText('BOLT').first().click()
  const dialog = page.locator('dialog.item')
  await dialog.getByRole('tab').first().waitFor()
  await page.context().setOffline(true)
  await dialog.locator('[data-stored-part]').getByText('the item just now').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  await page.getByText('This page is as it was just now').waitFor()
  await screenshot(page, 'aged-items')
  await page.context().setOffline(false)
  await until(async () => (await page.locator('[data-stored-part]').count()) === 0, 'it to be up to date')
  await closePage(page)
})

test('a dialog that came from the store is drawn anew once the line is back', async () => {
  const page = await open('/mywork')
  const link = page.locator(`a[hx-get="/mywork/jobs/${job.id}"]`).first()
  await untilStored(page, `/mywork/jobs/${job.id}`)
  await age(page, '/mywork/jobs/')
  line.cut()
  await page.evaluate(() => dispatchEvent(new Event('offline')))
  await link.click()
  const dialog = page.locator('#dialog > dialog')
  await dialog.getByText('Without a network: as it was 3 hours ago').waitFor()
  await dialog.getByText('parts used are not saved').waitFor()
  expect([await overflowX(page), await axe(page)]).toEqual([0, []])
  await screenshot(page, 'aged-mywork-job')
  await expectOk(server.people.admin.post(`/api/jobs/${job.id}/notes`, { message: 'Bring the ladder' }))
  line.mend()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await eventually(() => dialog.locator('[data-stored-part]').count(), 0)
  await dialog.getByText('Bring the ladder').waitFor()
  expect(await dialog.evaluate((one) => one.matches(':modal'))).toBe(true)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await closePage(page)
})
