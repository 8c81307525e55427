import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { closePage, openPage, overflowX, pageErrors, waitForSnackbar } from '#tests/support/browser.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { by } from '#tests/work/jobs-support.ts'
import { addApprovedJob, createWorkShop, type WorkShop } from '#tests/work/steps-support.ts'

setDefaultTimeout(300_000)

let server: TestServer
let shop: WorkShop
let jobid: string
beforeAll(async () => {
  server = await startTestServer()
  shop = await createWorkShop(server)
  jobid = await server.services.tenants.write(server.accountid, by, (tx) => addApprovedJob(tx, shop))
  await server.people.jobs.post('/api/jobs/timesheet', { jobid, date: '2025-03-04', minutes: 90 })
})
afterAll(() => server.stop())

test('a worker goes from week to week by keys, changes time in its cell, and submits the week', async () => {
  const page = await openPage({ base: server.url, cookies: server.people.jobs.cookie })
  await page.goto('/timesheets?date=2025-03-10')
  await page.keyboard.press('[')
  await page.getByRole('heading', { name: '3 Mar 2025 – 9 Mar 2025' }).waitFor()
  await page.getByRole('link', { name: /Gate, 4 Mar 2025: 1 h 30/ }).click()
  await page.locator('dialog[open] #dialog-title').waitFor()
  await page.locator('dialog[open] input[name=minutes]').first().fill('2:15')
  await page.locator('dialog[open]').getByRole('button', { name: 'Save' }).click()
  await waitForSnackbar(page, '2 h 15 kept')
  await page.locator('.weektable tfoot', { hasText: '2 h 15' }).waitFor()
  await page.getByRole('button', { name: 'Submit the week' }).click()
  await page.locator('.weekstanding', { hasText: 'Waits for approval' }).waitFor()
  await page.keyboard.press(']')
  await page.getByRole('heading', { name: '10 Mar 2025 – 16 Mar 2025' }).waitFor()
  expect(pageErrors(page)).toEqual([])
  await closePage(page)
})

test('whoever manages time approves it on a phone, from the list of those who wait', async () => {
  const page = await openPage({ base: server.url, cookies: server.people.admin.cookie, width: 390 })
  await page.goto('/timesheets/waiting')
  await page.getByRole('button', { name: 'Approve the week of Wendy from 3 Mar 2025' }).click()
  await page.locator('text=No week waits to be approved.').waitFor()
  await page.goto(`/timesheets?workerid=${shop.worker}&date=2025-03-04`)
  await page.locator('.weekstanding', { hasText: 'Its time is locked until it is reopened.' }).waitFor()
  expect(await overflowX(page)).toBeLessThanOrEqual(0)
  expect(pageErrors(page)).toEqual([])
  await closePage(page)
})
