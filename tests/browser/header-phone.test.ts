import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { addSeat } from '#server/access/accounts.ts'
import { expectOk } from '#tests/support/answers.ts'
import { axe, closePage, openPage, overflowX, screenshot, setView } from '#tests/support/browser.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

setDefaultTimeout(120_000)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  const { people, services, otherid, otherroleids } = server
  const { admin } = people
  const roleids = [otherroleids.Management as string]
  await addSeat(services.platform, services.tenants, { accountid: otherid, userid: admin.userid, roleids })
  const board = await expectOk(admin.post('/api/boards', { name: 'Yard' }))
  const values = { boardid: board.id, description: 'Mend the gate', status: 3 }
  const job = await expectOk(admin.post('/api/jobs', values))
  const worker = await expectOk(admin.post('/api/workers', { name: 'Ann', userid: admin.userid }))
  const step = await expectOk(admin.post('/api/steps/job', { jobid: job.id, name: 'Weld' }))
  await expectOk(admin.patch('/api/steps/job', { id: step.id, workerid: worker.id }))
  await expectOk(admin.patch('/api/steps/job', { id: step.id, action: 'start' }))
})
afterAll(() => server.stop())

test('on a phone the name of the account can be read beside a running timer', async () => {
  const page = await openPage({ base: server.url, cookies: server.people.admin.cookie, width: 390 })
  await page.goto('/mywork')
  await page.locator('.timing').waitFor()
  const name = page.locator('#accountname')
  for (const theme of ['light', 'dark'] as const) {
    await setView(page, { width: 390, theme })
    await screenshot(page, `header-timing-${theme}`)
    const cut = await name.evaluate((one) => one.scrollWidth - one.clientWidth)
    expect([cut, await overflowX(page), await axe(page, { frame: true })]).toEqual([0, 0, []])
  }
  await name.evaluate((one) => {
    one.textContent = 'Northwind Traders of the Eastern Cape'
  })
  await screenshot(page, 'header-timing-long')
  expect(await name.evaluate((one) => one.clientWidth)).toBeGreaterThan(60)
  expect(await overflowX(page)).toBe(0)
  await closePage(page)
})
