import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import { expectOk } from '#tests/support/answers.ts'
import { closePage, overflowX, pageErrors, screenshot } from '#tests/support/browser.ts'
import { eventually, until } from '#tests/support/eventually.ts'
import type { Role } from '#tests/support/server.ts'
import { type BoardServer, startBoardServer } from './board-support.ts'

setDefaultTimeout(120_000)

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

let on: BoardServer
let category = ''
const workers: Record<string, string> = {}
const open: Page[] = []

beforeAll(async () => {
  on = await startBoardServer()
  const { admin, jobs } = on.people
  category = (await admin.post('/api/categories', { name: 'Gates', jobcategory: true, colour: '#336699' }))
    .body.data.id
  for (const [name, instruction] of [
    ['Cut', 'Saw the tube to the list, deburr both ends.'],
    ['Weld', 'MIG, full seam. Grind flush.'],
    ['Paint', 'Two coats of red oxide.'],
  ])
    await admin.post('/api/steps', { category, name, instruction, lane: 3 })
  for (const name of ['Thandi', 'Hendrik'])
    workers[name] = (
      await admin.post('/api/workers', { name, rate: 120, userid: name === 'Thandi' ? jobs.userid : null })
    ).body.data.id
})
afterAll(() => on.stop())
afterEach(async () => {
  for (const page of open.splice(0)) {
    // What is refused is asked for in the page.
    expect(pageErrors(page).filter((line) => !line.startsWith('Failed to load resource'))).toEqual([])
    await closePage(page)
  }
})

async function opened(
  tab: string,
  who: Role = 'admin',
  jobid?: string,
  width = 1440,
  scheme: 'light' | 'dark' = 'light',
) {
  const job = jobid
    ? (await on.people.admin.get(`/api/jobs/${jobid}`)).body.data
    : await on.addJob({ description: 'Gate for the yard', status: 3, categories: [category] })
  const page = await on.openBoard(who, { width, query: `?open=${job.reference.toLowerCase()}` })
  await page.emulateMedia({ colorScheme: scheme })
  open.push(page)
  const dialog = page.locator('dialog.job')
  await dialog.getByRole('tab', { name: tab }).click()
  const row = (name: string) => dialog.locator('.jobsteps li', { hasText: name }).first()
  return { job, page, dialog, row }
}
const stepsOf = async (jobid: string) => (await on.people.admin.get(`/api/steps/job/${jobid}`)).body.data

test('who sees no prices finds Estimated closed once it was approved, and enters what was used', async () => {
  const job = await on.addJob({ description: 'Geyser', status: 3 })
  const line = { jobid: job.id, role: 2, description: 'Plumber', linerate: 480 }
  await expectOk(on.people.admin.post('/api/materials', { ...line, estimated: 4 }))
  const { page, dialog } = await opened('Items and work', 'jobs', job.id, 390)
  const cell = (column: string) => dialog.locator(`[data-column=${column}]`)
  await cell('consumed').fill('6')
  await cell('consumed').press('Enter')
  expect(await cell('estimated').isDisabled()).toBe(true)
  await dialog.getByText('The estimate was sent or approved, so it stays as it is').waitFor()
  await eventually(async () => {
    const [{ estimated, consumed }] = await expectOk(
      on.people.admin.get(`/api/materials/getMaterials/${job.id}`),
    )
    return [estimated, consumed]
  }, [4, 6])
  await screenshot(page, 'estimate-kept-390')
  await dialog.getByRole('button', { name: 'Actions for line 1' }).click()
  await dialog.getByText('Use as estimated', { exact: true }).last().waitFor()
  expect(await dialog.getByRole('menuitem', { name: 'Remove' }).count()).toBe(0)
})

test('who sees no prices uses lines as estimated, and the draft asks about the time', async () => {
  const { admin } = on.people
  await admin.post('/api/organisations', { name: 'Gates and More', flagdefault: true })
  const made = { materialname: 'Drain hand', baseunit: 'hour', rate: 320, price: 480 }
  const inventoryid = (await admin.post('/api/inventory', made)).body.data.id
  const job = await on.addJob({ description: 'Drain', status: 3, client: on.clientid })
  await admin.post('/api/materials', { jobid: job.id, role: 4, inventoryid, estimated: 4 })
  await admin.post('/api/materials', { jobid: job.id, role: 2, description: 'Pipe', estimated: 3 })
  for (const minutes of [190, 20])
    await admin.post('/api/jobs/timesheet', { jobid: job.id, workerid: workers.Thandi, minutes })
  const { page, dialog } = await opened('Items and work', 'jobs', job.id, 390)
  await dialog.getByRole('button', { name: 'Use 2 lines as estimated' }).click()
  await page.locator('.snackbar', { hasText: '2 lines used as estimated' }).waitFor()
  const lines = await expectOk(admin.get(`/api/materials/getMaterials/${job.id}`))
  expect(lines.map(({ consumed }: { consumed: number }) => consumed)).toEqual([3, 4])
  await dialog.getByRole('tab', { name: 'Timesheet' }).click()
  await dialog.getByRole('button', { name: 'Add time' }).waitFor()
  expect(await dialog.getByRole('button', { name: 'Bill the time' }).count()).toBe(0)
  await expectOk(admin.post('/api/jobs/reorder', { jobid: job.id, lane: 4, confirmed: true }))
  const done = await opened('Details', 'admin', job.id)
  await done.dialog.locator('.stages').getByRole('button', { name: 'Prepare the invoice' }).click()
  const draft = done.page.locator('#dialog > dialog')
  await draft.getByRole('button', { name: /^In place of the 4.hours: R.1.680,00$/ }).click()
  await done.page.locator('.snackbar', { hasText: 'The time is charged' }).waitFor()
  const times = await expectOk(admin.get(`/api/jobs/${job.id}/timesheet`))
  expect(times.map(({ time, billed }: { time: number; billed: boolean }) => [time, billed])).toEqual(
    expect.arrayContaining([
      [190, true],
      [20, true],
    ]),
  )
})

test.each([1440, 390])('one line alone is used as estimated by a button: %i', async (width) => {
  const { admin } = on.people
  const job = await on.addJob({ description: 'Tap', status: 3, client: on.clientid })
  await admin.post('/api/materials', { jobid: job.id, role: 4, description: 'Tap', estimated: 3 })
  const { page, dialog } = await opened('Items and work', 'admin', job.id, width)
  const use = dialog.getByRole('button', { name: 'Use the line as estimated' })
  await use.waitFor()
  await screenshot(page, `use-one-${width}`)
  await use.click()
  await page.locator('.snackbar', { hasText: 'Used as estimated' }).waitFor()
  const [line] = await expectOk(admin.get(`/api/materials/getMaterials/${job.id}`))
  expect(line.consumed).toBe(3)
  await use.waitFor({ state: 'detached' })
})

describe('the main button of who works on steps', () => {
  test('is their own step, none where the open ones are others’, and time where there are no steps', async () => {
    const job = await on.addJob({ description: 'Gate for the yard', status: 3, categories: [category] })
    const [cut, weld, paint] = await stepsOf(job.id)
    const change = (step: { id: string; version: number }, what: object) =>
      on.people.admin.patch('/api/steps/job', { id: step.id, version: step.version, ...what })
    await change(cut, { workerid: workers.Hendrik })
    await change(weld, { workerid: workers.Thandi })
    await change(paint, { workerid: workers.Hendrik })
    const { page, dialog } = await opened('Details', 'jobs', job.id, 390)
    const main = dialog.locator('.stages > .button.primary')
    await main.filter({ hasText: 'Start Weld' }).click()
    await main.filter({ hasText: 'Finish Weld' }).waitFor()
    await screenshot(page, 'own-step-390')
    await main.click()
    await main.waitFor({ state: 'detached' })
    expect((await stepsOf(job.id))[1]).toMatchObject({ completed: true, worker: { name: 'Thandi' } })
    const bare = await opened('Details', 'jobs', (await on.addJob({ description: 'Call', status: 3 })).id)
    await bare.dialog.getByRole('button', { name: 'Enter the time worked' }).click()
    await bare.dialog.getByRole('tab', { name: 'Timesheet', selected: true }).waitFor()
  })

  test('of a foreman starts the first step by one press', async () => {
    const job = await on.addJob({ description: 'Gate for the yard', status: 3, categories: [category] })
    const [{ id, version }] = await stepsOf(job.id)
    await on.people.admin.patch('/api/steps/job', { id, version, workerid: workers.Thandi })
    const { page, dialog, row } = await opened('Details', 'admin', job.id, 390, 'dark')
    await dialog.getByRole('button', { name: 'Start the work' }).click()
    await row('Cut').getByText('Thandi').first().waitFor()
    await eventually(async () => (await stepsOf(job.id))[0].running.length, 1)
    await page.getByText('Cut started: the time of Thandi runs').waitFor()
    await dialog.getByText('Working').first().waitFor()
    const topOf = async (name: string) =>
      (await row('Cut').getByRole('button', { name }).boundingBox())?.y ?? Number.NaN
    // Both are read again while the list is still being drawn.
    await until(async () => Math.abs((await topOf('Pause Cut')) - (await topOf('More for Cut'))) < 10)
    await screenshot(page, 'foreman-390')
  })
})

test('the work of a job whose steps nobody has starts without anybody’s time, and says so', async () => {
  const { job, page, dialog } = await opened('Details')
  await dialog.getByRole('button', { name: 'Start the work' }).click()
  await page.getByText('Nobody’s time runs: choose who does Cut').waitFor()
  await dialog.getByRole('tab', { name: 'Steps', selected: true }).waitFor()
  await dialog.getByText('Working').first().waitFor()
  const [cut] = await stepsOf(job.id)
  expect(cut).toMatchObject({ worker: null, running: [], datestartedutc: null })
  expect((await on.people.admin.get(`/api/jobs/${job.id}/timesheet`)).body.data).toEqual([])
})

describe('a step on a phone', () => {
  test('is rung and found by a thumb, and names who is there once', async () => {
    const { admin } = on.people
    const person = { name: 'Priya Naidoo', contactname: 'Priya Naidoo', contactnumber: '082 555 0199' }
    const client = (await expectOk(admin.post('/api/clients', person))).id
    const place = { name: 'Flat', client, addressline1: '12 Glenwood Drive' }
    const location = (await expectOk(admin.post('/api/locations', place))).id
    const more = { client, location, categories: [category] }
    const job = await on.addJob({ description: 'Geyser', status: 3, ...more })
    const [cut] = await stepsOf(job.id)
    await expectOk(admin.patch('/api/steps/job', { id: cut.id, workerid: workers.Thandi }))
    const page = await on.openBoard('jobs', { width: 390 })
    open.push(page)
    await page.goto('/mywork')
    const card = page.locator(`#job-${job.id}`)
    await eventually(() => card.getByText('Priya Naidoo').count(), 1)
    for (const link of await card.locator('.where a').all())
      expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    expect(await card.locator('.where a').count()).toBe(2)
    expect(await card.locator(`#step-${cut.id}`).count()).toBe(1)
  })

  test('takes one photo and note after another in the same dialog, and says what is none', async () => {
    const job = await on.addJob({ description: 'Leak', status: 3, categories: [category] })
    const [cut] = await stepsOf(job.id)
    await on.people.admin.patch('/api/steps/job', {
      id: cut.id,
      version: cut.version,
      workerid: workers.Thandi,
    })
    const page = await on.openBoard('jobs', { width: 390 })
    open.push(page)
    await page.goto('/mywork')
    await page.locator(`#step-${cut.id} .rowlink`).click()
    const take = (name: string, buffer: Buffer) =>
      page.locator('#step-photo').setInputFiles({ name, mimeType: 'image/png', buffer })
    for (const at of [0, 1, 2]) {
      await take(`${at}.png`, Buffer.from(PIXEL, 'base64'))
      await page.locator('.stepfiles li').nth(at).waitFor()
    }
    for (const note of ['Valve seized', 'New valve fitted']) {
      if (note === 'Valve seized') await page.getByText('Write a note').click()
      await page.getByLabel('New note').fill(note)
      await page.getByRole('button', { name: 'Add note' }).click()
      await page.locator('#stepnotes', { hasText: note }).waitFor()
      await eventually(() => page.getByLabel('New note').inputValue(), '')
    }
    await take('3.jpg', Buffer.from('No picture'))
    await page.getByText('This is no picture, whatever its name says.').waitFor()
    expect(await overflowX(page)).toBe(0)
    await screenshot(page, 'step-photos-390')
    await page.getByRole('button', { name: 'Close' }).last().click()
    await page.locator('.stepmore').waitFor({ state: 'detached' })
  })
})

describe('steps in the job dialog', () => {
  test('are given, started, paused, finished, skipped for a reason and reopened', async () => {
    const { job, page, dialog, row } = await opened('Steps')
    await row('Cut').getByRole('combobox').selectOption('Thandi')
    await row('Cut').getByRole('button', { name: 'Start Cut' }).click()
    await row('Cut').locator('.chip', { hasText: 'Thandi' }).waitFor()
    await screenshot(page, 'steps-running-1440')
    await row('Cut').getByRole('button', { name: 'Pause Cut' }).click()
    await row('Cut').getByRole('button', { name: 'Start Cut' }).click()
    await row('Cut').getByRole('button', { name: 'Finish Cut' }).click()
    await row('Cut').locator('.chip', { hasText: 'Completed' }).waitFor()
    await row('Weld').getByRole('combobox').selectOption('Hendrik')
    await row('Weld').getByRole('button', { name: 'More for Weld' }).click()
    await page.getByRole('menuitem', { name: 'Finish' }).locator('visible=true').click()
    await row('Weld').getByLabel('How long did it take?').fill('soon')
    await page.keyboard.press('Enter')
    await row('Weld').locator('.error').waitFor()
    await row('Weld').getByLabel('How long did it take?').fill('1 h 30')
    await page.keyboard.press('Enter')
    await row('Weld').locator('.number', { hasText: '1 h 30' }).waitFor()
    await row('Paint').getByRole('button', { name: 'More for Paint' }).click()
    await page.getByRole('menuitem', { name: 'Skip' }).locator('visible=true').click()
    await row('Paint').getByLabel('Why is it skipped?').fill('Galvanised')
    await page.keyboard.press('Enter')
    await row('Paint').getByText('Skipped: Galvanised').waitFor()
    await page.getByText(`All steps of ${job.reference} are done.`).waitFor()
    await screenshot(page, 'steps-done-1440')
    await row('Paint').getByRole('button', { name: 'Reopen Paint' }).click()
    await row('Paint').getByRole('button', { name: 'Start Paint' }).waitFor()
    await dialog.getByRole('button', { name: 'Do the steps again' }).click()
    await dialog.getByLabel('Why is the work done once more?').fill('Runs in the paint')
    await screenshot(page, 'steps-iteration-1440')
    await dialog.getByRole('button', { name: 'Add the steps' }).click()
    await dialog.getByText('Round 2').waitFor()
    expect(await stepsOf(job.id)).toHaveLength(6)
    await screenshot(page, 'steps-two-1440')
  })

  test('show what somebody else taps at once', async () => {
    const { job, row } = await opened('Steps')
    const [cut] = await stepsOf(job.id)
    await on.people.admin.patch('/api/steps/job', { id: cut.id, action: 'start', workerid: workers.Hendrik })
    await row('Cut').locator('.chip', { hasText: 'Hendrik' }).waitFor()
  })

  test('leave My work at once with their job, and come back with it', async () => {
    const job = await on.addJob({ description: 'Gone', status: 3, categories: [category] })
    const { page } = await opened('Steps', 'jobs', job.id)
    await page.goto('/mywork')
    const shown = page.locator('.mysteps li', { hasText: 'Gone' }).first()
    await shown.waitFor()
    const move = (status: number) => on.people.admin.patch(`/api/jobs/${job.id}`, { status, confirmed: true })
    await move(4)
    await shown.waitFor({ state: 'detached' })
    await move(3)
    await shown.waitFor()
  })

  test('a worker takes and does their own, on a phone', async () => {
    const job = await on.addJob({ description: 'Phone', status: 3, categories: [category] })
    const [, weld] = await stepsOf(job.id)
    await on.people.admin.patch('/api/steps/job', { id: weld.id, workerid: workers.Hendrik })
    const { page, row, dialog } = await opened('Steps', 'jobs', job.id, 390, 'dark')
    await row('Cut').getByRole('button', { name: 'Start Cut' }).click()
    await row('Cut').locator('.chip', { hasText: 'Thandi' }).waitFor()
    await eventually(() => row('Weld').getByRole('button').count(), 0)
    await eventually(() => dialog.getByRole('button', { name: 'Do the steps again' }).count(), 0)
    await screenshot(page, 'steps-390-dark')
    await row('Cut').getByRole('button', { name: 'Finish Cut' }).click()
    await until(async () => (await stepsOf(job.id))[0].completed)
  })

  test('of a new job are typed one after the other, and taken back', async () => {
    const job = await on.addJob({ description: 'New' })
    const { page, dialog, row } = await opened('Steps', 'admin', job.id, 390)
    const box = dialog.getByRole('textbox', { name: 'Add a step' })
    await box.fill('Measure')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Bend')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Mistake')
    await page.keyboard.press('Enter')
    await row('Mistake').waitFor()
    expect(await dialog.locator('.jobsteps .name').allTextContents()).toEqual(['Measure', 'Bend', 'Mistake'])
    await eventually(() => box.evaluate((one) => one === document.activeElement), true)
    await screenshot(page, 'steps-typed-390')
    await row('Mistake').getByRole('button', { name: 'Remove Mistake' }).click()
    await row('Mistake').waitFor({ state: 'detached' })
    const names = (await stepsOf(job.id)).map(({ step }: { step: { name: string } }) => step.name)
    expect(names).toEqual(['Measure', 'Bend'])
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.emulateMedia({ colorScheme: 'dark' })
    await screenshot(page, 'steps-typed-1440-dark')
  })

  test('say why nobody can be given one yet, and are removed also from whom they were given', async () => {
    const { admin } = on.people
    const early = await on.addJob({ description: 'Early' })
    await expectOk(admin.post('/api/steps/job', { jobid: early.id, name: 'Measure' }))
    const asked = await opened('Steps', 'admin', early.id)
    await asked.row('Measure').getByText('Given out once the job is approved').waitFor()
    const job = await on.addJob({ description: 'Given', status: 3 })
    const step = await expectOk(admin.post('/api/steps/job', { jobid: job.id, name: 'Mistake' }))
    await expectOk(admin.patch('/api/steps/job', { id: step.id, workerid: workers.Thandi }))
    const { row } = await opened('Steps', 'admin', job.id)
    await row('Mistake').getByRole('button', { name: 'Remove Mistake' }).click()
    await row('Mistake').waitFor({ state: 'detached' })
    await eventually(() => stepsOf(job.id), [])
  })

  test('that were removed are not brought back by an answer from before', async () => {
    const { admin } = on.people
    const job = await on.addJob({ description: 'Overtaken', status: 3 })
    const kept = (await admin.post('/api/steps/job', { jobid: job.id, name: 'Measure' })).body.data
    await admin.patch('/api/steps/job', { id: kept.id, workerid: workers.Thandi })
    await admin.post('/api/steps/job', { jobid: job.id, name: 'Mistake' })
    const { page, row } = await opened('Steps', 'admin', job.id)
    await row('Mistake').waitFor()
    // One answer comes when it is let go. News of the hub, which would ask anew, do not come at all.
    await page.evaluate(() => {
      const ask = window.fetch
      const held: (() => void)[] = []
      const hold = async (path: string, init?: RequestInit) => {
        const answer = await ask(path, init)
        if (init?.method === 'GET' && path.startsWith('/api/steps/job/')) {
          const said = await answer.json()
          answer.json = async () => said
          await new Promise<void>((go) => held.push(go))
        }
        return answer
      }
      Object.assign(window, { held, fetch: hold })
    })
    const held = () => page.evaluate(() => (window as unknown as { held: unknown[] }).held.length)
    await page.evaluate(() => {
      document.dispatchEvent(new CustomEvent('joblane:hub', { detail: { event: 'Reload', args: [] } }))
      window.addEventListener('joblane:hub', (news) => news.stopImmediatePropagation(), true)
    })
    await until(async () => (await held()) > 0, 'the answer from before')
    await row('Mistake').getByRole('button', { name: 'Remove Mistake' }).click()
    await row('Mistake').waitFor({ state: 'detached' })
    await page.evaluate(() => (window as unknown as { held: (() => void)[] }).held[0]?.())
    await row('Measure').getByRole('button', { name: 'Start Measure' }).click()
    await row('Measure').getByRole('button', { name: 'Pause Measure' }).waitFor()
    expect(await row('Mistake').count()).toBe(0)
  })

  test('of a job that is not approved come later', async () => {
    const { admin } = on.people
    const early = { category, name: 'Measure', instruction: 'Photograph the opening.', lane: 1 }
    const step = (await admin.post('/api/steps', early)).body.data
    const job = await on.addJob({ description: 'Draft', categories: [category] })
    const { page } = await opened('Steps', 'admin', job.id)
    await page.getByText('Steps come with the approval.').waitFor()
    const before = page.getByRole('region', { name: 'Before the approval' })
    await before.getByText('Photograph the opening.').waitFor()
    await eventually(() => before.getByRole('listitem').count(), 1)
    await screenshot(page, 'steps-empty-1440')
    await admin.delete(`/api/steps/${step.id}`)
  })
})

test('Done: invoice it carries on to the draft once the worked time is charged', async () => {
  const { admin } = on.people
  await admin.post('/api/organisations', { name: 'Gates and More', flagdefault: true })
  const made = { materialname: 'Plumber', baseunit: 'hour', rate: 320, price: 480 }
  const inventoryid = (await admin.post('/api/inventory', made)).body.data.id
  const job = await on.addJob({ description: 'Drip', status: 3, client: on.clientid })
  await admin.post('/api/materials', { jobid: job.id, role: 4, inventoryid, estimated: 6 })
  await admin.post('/api/jobs/timesheet', { jobid: job.id, workerid: workers.Thandi, minutes: 360 })
  const { page, dialog } = await opened('Details', 'admin', job.id)
  await dialog.getByRole('button', { name: 'Done: invoice it' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Invoice it' }).click()
  const draft = page.locator('#dialog > dialog')
  await draft.getByRole('button', { name: /^Issue/ }).waitFor()
  expect((await admin.get(`/api/jobs/${job.id}`)).body.data.status).toBe(4)
})

test('an estimate that was changed since it was sent is sent again first, and approved as it stands', async () => {
  const { admin } = on.people
  await admin.post('/api/organisations', { name: 'Gates and More', flagdefault: true })
  const job = await on.addJob({ description: 'Cabinet', status: 1, client: on.clientid })
  const line = { jobid: job.id, role: 2, description: 'Cabinet', linerate: 100, estimated: 1 }
  await expectOk(admin.post('/api/materials', line))
  await expectOk(admin.post(`/api/jobs/${job.id}/links`, { purpose: 'approve' }))
  await expectOk(admin.post(`/api/jobs/${job.id}/estimatesent`))
  await expectOk(admin.post('/api/materials', { ...line, description: 'Brass handle' }))
  const { page, dialog } = await opened('Details', 'admin', job.id)
  const stages = dialog.locator('.stages')
  await stages.getByText('Changed since the estimate was sent').waitFor()
  await stages.getByRole('button', { name: 'Approve as it stands' }).waitFor()
  await screenshot(page, 'estimate-outdated-1440')
  await page.setViewportSize({ width: 390, height: 844 })
  await screenshot(page, 'estimate-outdated-390')
  await stages.getByRole('button', { name: 'Send again' }).click()
  await page
    .locator('#dialog dialog')
    .getByRole('heading', { name: /^Send Estimate/ })
    .waitFor()
})

test('the sum of an invoice at once follows the time that is chosen', async () => {
  const { admin } = on.people
  await admin.post('/api/organisations', { name: 'Gates and More', flagdefault: true })
  const made = { materialname: 'Tiler', baseunit: 'hour', rate: 320, price: 480 }
  const inventoryid = (await admin.post('/api/inventory', made)).body.data.id
  const job = await on.addJob({ description: 'Tiles', status: 3, client: on.clientid })
  await admin.post('/api/materials', { jobid: job.id, role: 4, inventoryid, estimated: 3 })
  await admin.post('/api/jobs/timesheet', { jobid: job.id, workerid: workers.Thandi, minutes: 60 })
  const { page, dialog } = await opened('Details', 'admin', job.id, 390)
  await dialog.getByRole('button', { name: 'Done: invoice it' }).click()
  const asked = page.getByRole('alertdialog', { name: `Invoice ${job.reference} at once?` })
  await asked.getByText('What the invoice comes to is said here once that is chosen.').waitFor()
  expect(await asked.getByText(/^The invoice comes to/).count()).toBe(0)
  const choose = async (choice: RegExp, sum: RegExp) => {
    await asked.getByText(choice).click()
    await asked.getByText(sum).waitFor()
    expect(await asked.getByText(/^The invoice comes to/).count()).toBe(1)
  }
  await choose(/^Charge both/, /^The invoice comes to R.1.920,00[.]$/)
  await choose(/^Charge the 3.hours estimated/, /^The invoice comes to R.1.440,00[.]$/)
  await choose(/^Charge the 1.hour worked/, /^The invoice comes to R.480,00[.]$/)
  await screenshot(page, 'at-once-sum-follows-390')
  await asked.getByRole('button', { name: 'Invoice it' }).click()
  await page
    .locator('#dialog > dialog')
    .getByRole('button', { name: /^Issue/ })
    .waitFor()
  const lines = (await admin.get(`/api/materials/getMaterials/${job.id}`)).body.data
  expect(lines).toMatchObject([{ consumed: 1, actualnet: 480 }])
})

test('what is estimated is charged though less was worked, where that is chosen', async () => {
  const { admin } = on.people
  await admin.post('/api/organisations', { name: 'Gates and More', flagdefault: true })
  const made = { materialname: 'Millwright', baseunit: 'hour', rate: 320, price: 480 }
  const inventoryid = (await admin.post('/api/inventory', made)).body.data.id
  const job = await on.addJob({ description: 'Tap', status: 3, client: on.clientid })
  await admin.post('/api/materials', { jobid: job.id, role: 4, inventoryid, estimated: 2 })
  await admin.post('/api/jobs/timesheet', { jobid: job.id, workerid: workers.Thandi, minutes: 20 })
  const { page, dialog } = await opened('Details', 'admin', job.id)
  await dialog.locator('.stages').getByRole('button', { name: 'Use as estimated' }).click()
  const asked = page.getByRole('alertdialog', { name: 'Charge the time that was worked?' })
  await asked.getByText(/^Charge the 20.min worked, R.160,00, in place of the 2.hours estimated$/).waitFor()
  await asked.getByText(/^Charge the 2.hours estimated, R.960,00/).click()
  await asked.getByRole('button', { name: 'Charge as chosen' }).click()
  await dialog.locator('.stages').getByRole('button', { name: 'Complete' }).waitFor()
  const lines = (await admin.get(`/api/materials/getMaterials/${job.id}`)).body.data
  expect(lines).toMatchObject([{ consumed: 2, actualnet: 960 }])
  expect((await admin.get(`/api/jobs/${job.id}/timesheet`)).body.data).toMatchObject([{ billable: false }])
})

test('Done: invoice it says what the long way would ask before anything is written', async () => {
  const { admin } = on.people
  await admin.post('/api/organisations', { name: 'Gates and More', flagdefault: true })
  const made = { materialname: 'Brass elbow', baseunit: 'each', rate: 10, price: 20 }
  const inventoryid = (await admin.post('/api/inventory', made)).body.data.id
  const job = await on.addJob({ description: 'Elbow', status: 1, client: on.clientid })
  await admin.post('/api/materials', { jobid: job.id, role: 2, inventoryid, estimated: 3 })
  const { page, dialog } = await opened('Details', 'admin', job.id)
  const button = dialog.getByRole('button', { name: 'Done: invoice it' })
  await button.click()
  const asked = page.getByRole('alertdialog', { name: `Invoice ${job.reference} at once?` })
  await asked.getByText(/^Stock of Brass elbow goes to −3[.]$/).waitFor()
  await asked.getByText(/^The invoice comes to R.60,00[.]$/).waitFor()
  await asked.getByText(/^The job is recorded as approved by .+[.]$/).waitFor()
  await screenshot(page, 'ask-at-once-1440')
  await asked.getByRole('button', { name: 'Cancel' }).click()
  await asked.waitFor({ state: 'detached' })
  const stands = async () => {
    const { status, materials } = (await admin.get(`/api/jobs/${job.id}`)).body.data
    return [status, materials[0].consumed]
  }
  expect(await stands()).toEqual([1, 0])
  await button.click()
  await asked.getByRole('button', { name: 'Invoice it' }).click()
  await page
    .locator('#dialog > dialog')
    .getByRole('button', { name: /^Issue/ })
    .waitFor()
  expect(await stands()).toEqual([4, 3])
})

test('a job that charges nothing yet leads to the price that is missing, in place of an invoice', async () => {
  const { admin } = on.people
  const job = await on.addJob({ description: 'Shelves', status: 1 })
  const line = { jobid: job.id, role: 2, estimated: 2 }
  await expectOk(
    admin.post('/api/materials/many', [
      { ...line, description: 'Shelf' },
      { ...line, description: 'Bracket' },
    ]),
  )
  const { page, dialog } = await opened('Details', 'admin', job.id)
  expect(await dialog.getByRole('button', { name: 'Done: invoice it' }).count()).toBe(0)
  await screenshot(page, 'enter-the-prices-1440')
  await dialog.getByRole('button', { name: 'Enter prices' }).click()
  await page
    .locator('.snackbar', { hasText: 'Nothing is charged yet: enter prices and quantities.' })
    .waitFor()
  await page.waitForFunction(() =>
    document.activeElement?.matches('tr.line:first-child [data-column=linerate]'),
  )
  await page.keyboard.type('80')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Done: invoice it' }).waitFor()
  expect((await admin.get(`/api/jobs/${job.id}`)).body.data).toMatchObject({ status: 1, quoted: 160 })
  await closePage(page)
})

test('the question before completing says the step and the lane', async () => {
  const { admin } = on.people
  const job = await on.addJob({ description: 'Tap', status: 3, client: on.clientid })
  await admin.post('/api/materials', { jobid: job.id, role: 2, description: 'Tap', estimated: 1 })
  const { page, dialog } = await opened('Details', 'admin', job.id)
  await dialog.getByRole('button', { name: /^Lane/ }).click()
  await page.getByRole('menuitem', { name: /^Move to (Done|Complete)/ }).click()
  const name = new RegExp(`^Complete ${job.reference}[?] It moves to the lane .+[.]$`)
  await page.getByRole('alertdialog', { name }).waitFor()
})

test('worked time is asked about before its line is used as estimated, and charged in its place', async () => {
  const { admin } = on.people
  await admin.post('/api/organisations', { name: 'Gates and More', flagdefault: true })
  const made = { materialname: 'Artisan', baseunit: 'hour', rate: 320, price: 480 }
  const inventoryid = (await admin.post('/api/inventory', made)).body.data.id
  const job = await on.addJob({ description: 'Leak', status: 3, client: on.clientid })
  await admin.post('/api/materials', { jobid: job.id, role: 4, inventoryid, estimated: 6 })
  await admin.post('/api/materials', { jobid: job.id, role: 2, description: 'Pipe', estimated: 3 })
  await admin.post('/api/jobs/timesheet', { jobid: job.id, workerid: workers.Thandi, minutes: 300 })
  const { page, dialog } = await opened('Details', 'admin', job.id, 390)
  await dialog.locator('.stages').getByRole('button', { name: 'Use as estimated' }).click()
  const asked = page.getByRole('alertdialog', { name: 'Charge the time that was worked?' })
  await asked.getByText('Artisan at').waitFor()
  expect((await asked.textContent())?.replaceAll('\u00a0', ' ')).toContain('5 h 00 booked by Thandi')
  const choices = (await asked.locator('label').allTextContents()).map((words) =>
    words.replaceAll('\u00a0', ' '),
  )
  expect(choices).toEqual([
    'Charge the 5 hours worked, R 2 400,00, in place of the 6 hours estimated',
    'Charge the 6 hours estimated, R 2 880,00; the time is not charged',
    'Charge both, R 5 280,00',
  ])
  const charge = asked.getByRole('button', { name: 'Charge as chosen' })
  expect([await asked.locator('input:checked').count(), await charge.isDisabled()]).toEqual([0, true])
  await asked.getByText(/in place of/).click()
  await screenshot(page, 'ask-time-390')
  await charge.click()
  await dialog.locator('.stages').getByRole('button', { name: 'Complete' }).waitFor()
  const lines = (await admin.get(`/api/materials/getMaterials/${job.id}`)).body.data
  expect(lines.map(({ consumed }: { consumed: number }) => consumed)).toEqual([3, 5])
  await admin.post('/api/jobs/timesheet', { jobid: job.id, workerid: workers.Thandi, minutes: 30 })
  await dialog.locator('.stages').getByRole('button', { name: 'Complete' }).click()
  // It came after its line was used.
  await asked.getByText(/0.h.30 booked by Thandi/).waitFor()
  await asked.getByText(/^Charge the 0,5.hours worked/).click()
  await charge.click()
  const stages = dialog.locator('.stages')
  await stages.getByRole('button', { name: 'Prepare the invoice' }).waitFor()
  const charged = (await admin.get(`/api/materials/getMaterials/${job.id}`)).body.data
  expect(charged.map(({ consumed }: { consumed: number }) => consumed)).toEqual([3, 5, 0.5])
  await admin.post('/api/jobs/timesheet', { jobid: job.id, workerid: workers.Thandi, minutes: 60 })
  await dialog.locator('.stages').getByRole('button', { name: 'Prepare the invoice' }).click()
  const draft = page.locator('#dialog > dialog')
  await draft.getByText(/1.h.00 booked by Thandi/).waitFor()
  await screenshot(page, 'draft-time-390')
  await draft.getByRole('button', { name: /^Issue/ }).click()
  const confirm = page.locator('dialog.confirm')
  await confirm.getByText(/1.h.00 booked by Thandi/).waitFor()
  await eventually(() => confirm.getByRole('button', { name: /Add the time/ }).count(), 0)
  await confirm.getByRole('button', { name: /Cancel|No/ }).click()
  await draft.getByRole('button', { name: /Add the time: 1.hour, R.480,00/ }).click()
  await page.getByText('The time is charged').waitFor()
  await draft.getByText(/booked by Thandi/).waitFor({ state: 'detached' })
})

test('time of today is corrected on My work, which says how it is read while it is typed', async () => {
  const job = await on.addJob({ description: 'Geyser', status: 3 })
  const { jobs } = on.people
  await expectOk(jobs.post('/api/jobs/timesheet', { jobid: job.id, minutes: 20, detail: 'Drained' }))
  const page = await on.openBoard('jobs', { width: 390 })
  open.push(page)
  await page.goto('/mywork')
  await page.getByRole('link', { name: new RegExp(`Correct the time on ${job.reference} Drained`) }).click()
  const dialog = page.locator('#dialog dialog')
  const time = dialog.getByLabel('Time').first()
  for (const [typed, read] of [
    ['20', /^= 0.h.20$/],
    ['1.5', /^= 1.h.30$/],
    ['8', 'Are these hours or minutes?'],
    ['25:00', /^= 25.h.00, more than 24.h.00$/],
    ['0', /^= 0.h.00, less than 0.h.01$/],
  ] as const) {
    await time.fill(typed)
    await dialog.getByText(read).waitFor()
  }
  await time.fill('1,5')
  await screenshot(page, 'mywork-correct-390')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await page
    .locator('.worked li', { hasText: 'Drained' })
    .getByText(/1.h.30/)
    .waitFor()
  const { body } = await on.people.admin.get(`/api/jobs/${job.id}/timesheet`)
  expect([body.minutes, body.total]).toEqual([90, 1])
})

describe('the timesheet', () => {
  test('takes time by hand, corrects it, and brings back what was removed', async () => {
    const { job, page, dialog } = await opened('Timesheet')
    await dialog.getByText('No time has been worked on this job yet.').waitFor()
    await screenshot(page, 'timesheet-empty-1440')
    await dialog.getByRole('button', { name: 'Add time' }).click()
    await dialog.locator('#time-minutes').fill('1 h 30')
    await dialog.locator('#time-worker').selectOption('Thandi')
    await dialog.locator('#time-detail').fill('Measured on site')
    await screenshot(page, 'timesheet-form-1440')
    await page.keyboard.press('Enter')
    const row = dialog.locator('.timesheet tbody tr')
    await row.filter({ hasText: 'Measured on site' }).waitFor()
    expect((await row.first().textContent())?.replaceAll('\u00a0', ' ')).toContain('1 h 30')
    await row.getByRole('button', { name: /^Correct/ }).click()
    await dialog.locator('#time-minutes').fill('2:00')
    await dialog.locator('#time-reason').fill('Drove twice')
    await page.keyboard.press('Enter')
    await row.getByText('2 h 00').waitFor()
    await row.getByRole('button', { name: /^Remove/ }).click()
    await dialog.getByText('No time has been worked').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await row.getByText('2 h 00').waitFor()
    const { body } = await on.people.admin.get(`/api/jobs/${job.id}/timesheet`)
    expect([body.minutes, body.total]).toEqual([120, 1])
  })

  test('takes a labour item by typing as the time is billed, and its sums follow', async () => {
    const { admin } = on.people
    const job = await on.addJob({ description: 'Fitted', status: 3, categories: [category] })
    await admin.post('/api/inventory', { code: 'FIT', make: 'Fitting', rate: 256.5, baseunit: 'hour' })
    await admin.post('/api/jobs/timesheet', { jobid: job.id, workerid: workers.Thandi, minutes: 95 })
    const { page, dialog } = await opened('Timesheet', 'admin', job.id)
    await dialog.getByRole('button', { name: 'Bill the time' }).click()
    const box = page.locator('#bill-inventory')
    await box.pressSequentially('fit')
    await page.locator('#bill-inventory-list [data-value]').filter({ hasText: 'Fitting' }).waitFor()
    const answer = page.waitForResponse((response) => response.url().endsWith('/sums'))
    await page.keyboard.press('Enter')
    expect((await answer).status()).toBe(200)
    await page.locator('#billsums', { hasText: '406,13' }).waitFor()
    await page.getByRole('button', { name: 'Add to the job' }).click()
    await box.waitFor({ state: 'detached' })
    const { body } = await admin.get(`/api/jobs/${job.id}/timesheet`)
    expect(body.data[0]).toMatchObject({ billed: true, total: 406.13 })
  })

  test('reads well when it is full, at both widths', async () => {
    const job = await on.addJob({ description: 'Full', status: 3, categories: [category] })
    const [cut] = await stepsOf(job.id)
    const { admin } = on.people
    const rate = { code: 'LAB', make: 'Labour', model: 'workshop', rate: 450, baseunit: 'hour' }
    const item = (await admin.post('/api/inventory', rate)).body.data.id
    const add = (more: object) =>
      admin.post('/api/jobs/timesheet', { jobid: job.id, workerid: workers.Thandi, minutes: 90, ...more })
    await add({ detail: 'Measured on site', inventoryid: item })
    await add({ jobstepid: cut.id, inventoryid: item, minutes: 1500 })
    await add({ detail: 'Waited for the client', billable: false, startutc: '2026-01-05T08:00:00Z' })
    await add({ startutc: '2026-01-05T09:00:00Z', workerid: workers.Thandi })
    await admin.patch('/api/steps/job', { id: cut.id, action: 'start', workerid: workers.Hendrik })
    for (const [width, scheme] of [
      [1440, 'light'],
      [390, 'light'],
      [1440, 'dark'],
    ] as const) {
      const { page, dialog } = await opened('Timesheet', 'admin', job.id, width, scheme)
      await dialog.getByText('Together').waitFor()
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
      await screenshot(page, `timesheet-${width}-${scheme}`)
    }
  })
})

test('Done: invoice it asks who the job is for where nobody is named', async () => {
  const { admin } = on.people
  await admin.post('/api/organisations', { name: 'Gates and More', flagdefault: true })
  const job = await on.addJob({ description: 'Gutter', status: 3 })
  await admin.post('/api/materials', {
    jobid: job.id,
    role: 2,
    description: 'Gutter',
    estimated: 1,
    linerate: 90,
  })
  const { page, dialog } = await opened('Details', 'admin', job.id, 390)
  await dialog.getByRole('button', { name: 'Done: invoice it' }).click()
  const asked = page.getByRole('dialog', { name: `Who is ${job.reference} for?` })
  await asked.getByRole('button', { name: 'Invoice this client' }).click()
  await asked.getByText('Choose who the invoice is for.').waitFor()
  const { name } = (await admin.get(`/api/clients/${on.clientid}`)).body.data
  await asked.getByRole('combobox', { name: 'Client' }).fill(name)
  await page.getByRole('option', { name, exact: true }).click()
  await screenshot(page, 'ask-client-390')
  await asked.getByRole('button', { name: 'Invoice this client' }).click()
  await page
    .locator('#dialog > dialog')
    .getByRole('button', { name: /^Issue/ })
    .waitFor()
  expect((await admin.get(`/api/jobs/${job.id}`)).body.data).toMatchObject({ status: 4, client: { name } })
})

test('Done: invoice it says who can help where nobody is named and clients may not be seen', async () => {
  const { admin } = on.people
  const { data: roles } = (await admin.get('/api/auth/roles')).body
  const { id: roleid } = roles.find(({ name }: { name: string }) => name === 'Management')
  await expectOk(admin.post('/api/auth/roles/claims', { roleid, claim: 'clients.read', allowed: false }))
  const job = await on.addJob({ description: 'Gutter', status: 3 })
  const line = { jobid: job.id, role: 2, description: 'Gutter', estimated: 1, linerate: 90 }
  await expectOk(admin.post('/api/materials', line))
  const { page, dialog } = await opened('Details', 'management', job.id, 390)
  const button = dialog.getByRole('button', { name: 'Done: invoice it' })
  // Its name is read, beside the next step.
  await button.getByText('Invoice it', { exact: true }).waitFor()
  const next = await dialog.getByRole('button', { name: 'Start the work' }).boundingBox()
  const box = await button.boundingBox()
  expect((box?.y ?? 0) + (box?.height ?? 0) / 2).toBeCloseTo((next?.y ?? 0) + (next?.height ?? 0) / 2, 0)
  await button.click()
  const said = page.getByRole('dialog', { name: `${job.reference} has no client yet` })
  await said.getByText('Ask somebody who sees them').waitFor()
  await screenshot(page, 'client-missing-390')
  await said.getByRole('button', { name: 'Close' }).click()
  await said.waitFor({ state: 'detached' })
  expect((await admin.get(`/api/jobs/${job.id}`)).body.data.status).toBe(3)
})

test('steps of a job that is paid are not said to be done by nobody yet, nor counted where none was done', async () => {
  const { admin } = on.people
  const job = await on.addJob({ description: 'Over', status: 3 })
  for (const name of ['Measure', 'Bend'])
    await expectOk(admin.post('/api/steps/job', { jobid: job.id, name }))
  const { page, dialog, row } = await opened('Steps', 'admin', job.id)
  await row('Bend').waitFor()
  await dialog.getByText('0 of 2 done').waitFor()
  const line = { jobid: job.id, role: 2, description: 'Gate', estimated: 1, consumed: 1, linerate: 100 }
  await expectOk(admin.post('/api/materials', line))
  await expectOk(admin.patch(`/api/jobs/${job.id}`, { status: 4, confirmed: true }))
  await expectOk(admin.post('/api/organisations', { name: 'Gate Works', prefix: 'GW' }))
  const { id } = await expectOk(admin.post('/api/invoices', { jobid: job.id }))
  const { total } = await expectOk(admin.post(`/api/invoices/${id}/issue`))
  await expectOk(admin.post(`/api/invoices/${id}/payments`, { amount: total }))
  await page.reload()
  await dialog.getByRole('tab', { name: 'Steps' }).click()
  await row('Bend').waitFor()
  const said = await dialog.locator('.jobsteps').textContent()
  for (const part of ['Nobody yet', 'of 2 done', 'Given out once']) expect(said).not.toContain(part)
})
