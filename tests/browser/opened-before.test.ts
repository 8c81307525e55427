import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import { expectOk } from '#tests/support/answers.ts'
import { axe, closePage, openPage, overflowX, screenshot, setView } from '#tests/support/browser.ts'
import { openLine } from '#tests/support/line.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { untilStored } from '#tests/support/stored-pages.ts'
import { png, upload } from '#tests/work/documents-support.ts'

setDefaultTimeout(120_000)

let server: TestServer
let line: ReturnType<typeof openLine>
let job: { id: string; reference: string }
let stepid = ''
beforeAll(async () => {
  server = await startTestServer()
  line = openLine(server.url)
  const { admin } = server.people
  const board = (await expectOk(admin.post('/api/boards', { name: 'Yard' }))).id
  const workerid = (await expectOk(admin.post('/api/workers', { name: 'Ann', userid: admin.userid }))).id
  const values = { boardid: board, description: 'Mend the gate', status: 3, assignee: workerid }
  job = await expectOk(admin.post('/api/jobs', values))
  stepid = (await expectOk(admin.post('/api/steps/job', { jobid: job.id, name: 'Weld' }))).id
  await expectOk(admin.patch('/api/steps/job', { id: stepid, workerid }))
  await expectOk(upload(admin, png(), 'gate.png', { filename: 'The gate', referenceid: job.id }))
})
afterAll(async () => {
  line.stop()
  await server.stop()
})

async function openDialog(page: Page, link: RegExp) {
  await page.goto('/mywork')
  await page.getByRole('link', { name: link }).first().click()
  await page.locator('dialog .stepmore').waitFor()
}

test('without a network the dialogs of a step and a job say what opens: what was opened, and no file', async () => {
  const { cookie: cookies } = server.people.admin
  const page = await openPage({ base: line.url, cookies, width: 390, installed: true })
  await page.goto('/mywork')
  await page.waitForFunction(() => navigator.serviceWorker.controller)
  await page.goto(`/picking/${job.id}`)
  await untilStored(page, `/picking/${job.id}`)
  await openDialog(page, /^Finish Weld$/)
  await untilStored(page, stepid, `/mywork/jobs/${job.id}`)
  const said = page.getByText('Photos and files do not open.')
  expect(await said.isVisible()).toBe(false)
  line.cut()
  for (const [name, link] of [
    ['job', new RegExp(`^${job.reference} Mend the gate`)],
    ['step', /^Finish Weld$/],
  ] as const) {
    await openDialog(page, link)
    await said.waitFor()
    for (const width of [390, 1440])
      for (const theme of ['light', 'dark'] as const) {
        await setView(page, { width, theme })
        await screenshot(page, `${name}-offline-${width}-${theme}`)
        expect([await overflowX(page), await axe(page)]).toEqual([0, []])
        const foot = page.locator('dialog[open] .foot')
        expect(await foot.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
        const [first, box] = [
          await foot.locator('.button:visible').first().boundingBox(),
          await foot.boundingBox(),
        ]
        expect(first!.x).toBeGreaterThanOrEqual(box!.x)
      }
  }
  const file = await page.locator('.stepfiles a').getAttribute('href')
  const follow = async (name: string) => {
    await openDialog(page, /^Finish Weld$/)
    await page.getByRole('dialog').getByRole('link', { name }).click()
  }
  const offline = page.getByRole('heading', { name: 'You are offline' })
  await follow('Picking list')
  await page.getByRole('heading', { name: job.reference }).first().waitFor()
  await follow('Parts used')
  await offline.waitFor()
  // The board is kept of itself, without the job that is opened over it.
  await follow('Open the job')
  await page.waitForURL((url) => url.pathname.startsWith('/jobs/') && !url.search)
  await page.goto(file!)
  await offline.waitFor()
  await closePage(page)
})
