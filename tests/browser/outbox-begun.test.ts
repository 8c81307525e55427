import { beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import { expectOk } from '#tests/support/answers.ts'
import { closePage, overflowX, screenshot, setView } from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { sayOnline } from '#tests/support/line.ts'
import { untilStored } from '#tests/support/stored-pages.ts'
import { serveOverLine } from './outbox-support.ts'

setDefaultTimeout(120_000)

let worker = ''
let job: { id: string; reference: string }
let stepid = ''
const on = serveOverLine(async ({ people: { admin } }) => {
  await expectOk(admin.post('/api/boards', { name: 'Yard' }))
  worker = (await expectOk(admin.post('/api/workers', { name: 'Ann', userid: admin.userid }))).id
})
const { open } = on
beforeEach(async () => {
  const { admin } = on.server.people
  const [{ id: boardid }] = await expectOk(admin.get('/api/boards'))
  job = await expectOk(admin.post('/api/jobs', { boardid, description: 'Mend the gate', status: 3 }))
  stepid = (await expectOk(admin.post('/api/steps/job', { jobid: job.id, name: 'Weld' }))).id
  await expectOk(admin.patch('/api/steps/job', { id: stepid, workerid: worker }))
})

const isFinished = async () => {
  const [step] = await expectOk(on.server.people.admin.get(`/api/steps/job/${job.id}`))
  return step.completed
}
const times = async () => {
  const all = await expectOk(on.server.people.admin.get(`/api/jobs/${job.id}/timesheet`))
  return all.map(({ time, step }: { time: number; step: { name: string } }) => [step.name, time])
}

const startsHere = (page: Page) => page.getByText('Waits to be sent: Start Weld').first().waitFor()

/** The time of what was started on the device is known to it. */
const isAsked = (page: Page) =>
  page.getByText('Done without a timer').or(page.getByLabel('How long did it take?')).first().isVisible()

async function sendAll(page: Page) {
  on.line.mend()
  await sayOnline(page)
  await eventually(isFinished, true)
  expect(await times()).toEqual([['Weld', 0]])
}

test('a step of My work that was started without a line is finished there without being asked how long it took', async () => {
  const page = await open('/mywork')
  await untilStored(page, '/mywork')
  on.line.cut()
  const row = page.locator(`#step-${stepid}`)
  await row.getByRole('button', { name: 'Start Weld' }).click()
  await startsHere(page)
  await row.getByRole('button', { name: 'Finish Weld' }).waitFor()
  expect(await row.getByRole('link', { name: 'Finish Weld' }).count()).toBe(0)
  for (const width of [390, 1440])
    for (const theme of ['light', 'dark'] as const) {
      await setView(page, { width, theme })
      expect(await overflowX(page)).toBe(0)
      await screenshot(page, `mywork-begun-${width}-${theme}`)
    }
  // A page that is drawn anew knows as well.
  await page.reload()
  await row.getByRole('button', { name: 'Finish Weld' }).waitFor()
  await row.getByRole('button', { name: 'Finish Weld' }).click()
  await row.getByText('Waits to be sent: Start Weld, Finish Weld').waitFor()
  expect(await isAsked(page)).toBe(false)
  await sendAll(page)
  await closePage(page)
})

test('so is one that was started in its dialog', async () => {
  const page = await open('/mywork')
  const dialog = page.getByRole('dialog')
  const openStep = async () => {
    await page.locator(`#step-${stepid}`).getByRole('link', { name: 'Weld', exact: true }).click()
    await dialog.getByText('This step is not needed').waitFor()
  }
  await untilStored(page, `/mywork/steps/${stepid}`)
  await openStep()
  expect(await isAsked(page)).toBe(true)
  on.line.cut()
  await dialog.getByRole('button', { name: 'Start Weld' }).click()
  await startsHere(page)
  await dialog.waitFor({ state: 'hidden' })
  await openStep()
  await eventually(() => isAsked(page), false)
  await screenshot(page, 'step-begun')
  await dialog.getByRole('button', { name: 'Finish Weld' }).click()
  await page.getByText('Waits to be sent: Start Weld, Finish Weld').first().waitFor()
  await sendAll(page)
  await closePage(page)
})

test('what waits of a step and starts nothing leaves the question how long it took', async () => {
  const page = await open(`/jobs/yard/progress?open=${job.reference.toLowerCase()}`)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('tab', { name: 'Steps' }).click()
  const chosen = dialog.getByRole('combobox', { name: 'Worker of Weld' })
  await eventually(() => chosen.inputValue(), worker)
  on.line.cut()
  await chosen.selectOption('')
  await dialog.locator('li').getByText('Waits to be sent: Give Weld to nobody').waitFor()
  await dialog.getByRole('button', { name: 'More for Weld' }).click()
  await dialog.getByRole('menuitem', { name: 'Finish' }).click()
  await dialog.getByLabel('How long did it take?').waitFor()
  await closePage(page)
})
