import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { expectOk, htmxRequest } from '#tests/support/answers.ts'
import { axe, closePage, openPage, overflowX, screenshot } from '#tests/support/browser.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

setDefaultTimeout(120_000)

let server: TestServer
let job: { id: string; reference: string }
beforeAll(async () => {
  server = await startTestServer()
  const { admin, jobs } = server.people
  const boardid = (await expectOk(admin.post('/api/boards', { name: 'Yard' }))).id
  const worker = { name: 'Ann', userid: jobs.userid, boards: [boardid] }
  const assignee = (await expectOk(admin.post('/api/workers', worker))).id
  const values = { boardid, description: 'Replace the geyser', status: 3, assignee }
  job = await expectOk(admin.post('/api/jobs', values))
  const line = { jobid: job.id, role: 2, estimated: 1 }
  for (const description of ['Geyser', 'Valve'])
    await expectOk(admin.post('/api/materials', { ...line, description }))
  await htmxRequest(server, jobs, 'POST', `/mywork/jobs/${job.id}/start`)
  const [step] = (await admin.get(`/api/steps/job/${job.id}`)).body.data
  await htmxRequest(server, jobs, 'POST', `/mywork/steps/${step.id}/finish`)
})
afterAll(() => server.stop())

test('a worker enters the parts used, and completes the job without leaving My work', async () => {
  const { cookie: cookies } = server.people.jobs
  const page = await openPage({ base: server.url, cookies, width: 390 })
  await page.goto('/mywork')
  await screenshot(page, 'mywork-done-390')
  await page.getByRole('link', { name: job.reference }).first().click()
  await page.getByRole('dialog').getByRole('link', { name: 'Parts used' }).waitFor()
  await screenshot(page, 'mywork-job-390')
  await page.getByRole('dialog').getByRole('link', { name: 'Parts used' }).click()
  const used = page.getByRole('dialog').getByRole('textbox', { name: 'Done', exact: true }).first()
  await used.waitFor()
  await screenshot(page, 'mywork-parts-390')
  await used.fill('1')
  await used.press('Enter')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^(Close|Cancel)$/ })
    .first()
    .click()
  await page.waitForURL('**/mywork')
  await page.getByText('1 line used').waitFor()
  await page.getByRole('link', { name: `Complete the job ${job.reference}` }).click()
  const question = page.getByRole('dialog')
  await question.getByText('Nothing is used yet on 1 line').waitFor()
  await screenshot(page, 'mywork-complete-390')
  expect([await overflowX(page), await axe(page)]).toEqual([0, []])
  await question.getByRole('button', { name: 'Complete', exact: true }).click()
  await page.getByRole('heading', { name: 'Completed today' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/mywork')
  await screenshot(page, 'mywork-completed-390')
  expect((await server.people.admin.get(`/api/jobs/${job.id}`)).body.data.status).toBe(4)
  await closePage(page)
})
