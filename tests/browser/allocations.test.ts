import { afterAll, afterEach, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import { closePage, openPage, overflowX, pageErrors, screenshot } from '#tests/support/browser.ts'
import { eventually, until } from '#tests/support/eventually.ts'
import type { Role } from '#tests/support/server.ts'
import { type BoardServer, startBoardServer } from './board-support.ts'

setDefaultTimeout(120_000)

let on: BoardServer
let category = ''
const workers: Record<string, string> = {}
const open: Page[] = []

beforeAll(async () => {
  on = await startBoardServer()
  const { admin, jobs } = on.people
  const gates = await admin.post('/api/categories', { name: 'Gates', jobcategory: true, colour: '#336699' })
  category = gates.body.data.id
  for (const name of ['Cut', 'Weld', 'Paint'])
    await admin.post('/api/steps', { category, name, instruction: `How to ${name}`, lane: 3 })
  for (const name of ['Thandi', 'Hendrik']) {
    const userid = name === 'Thandi' ? jobs.userid : null
    workers[name] = (await admin.post('/api/workers', { name, rate: 120, userid })).body.data.id
  }
})
afterAll(() => on.stop())
afterEach(async () => {
  for (const page of open.splice(0)) {
    // What is refused is asked for in the page.
    expect(pageErrors(page).filter((line) => !line.startsWith('Failed to load resource'))).toEqual([])
    await closePage(page)
  }
})

const newJob = (description: string) => on.addJob({ description, status: 3, categories: [category] })

async function allocations(who: Role = 'admin', { width = 1440, query = '' } = {}) {
  const page = await openPage({ base: on.url, cookies: on.people[who].cookie, width })
  open.push(page)
  await page.goto(`/jobs/floor/panel/allocations${query}`)
  await page.locator('[data-island=allocations][data-ready]').waitFor()
  const job = (description: string) => page.locator('.allocated', { hasText: description })
  return { page, job }
}

const stepsOf = async (jobid: string) => (await on.people.admin.get(`/api/steps/job/${jobid}`)).body.data
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test('two people see each other’s taps at once, and a second finish is told of the first', async () => {
  const { id } = await newJob('Two people')
  const [one, two] = [await allocations(), await allocations('operations')]
  const [mine, theirs] = [one.job('Two people'), two.job('Two people')]
  await mine.getByLabel('Worker of Cut').selectOption('Hendrik')
  await theirs.locator('.stephead', { hasText: 'Cut' }).getByText('Hendrik').waitFor()
  await theirs.getByRole('button', { name: 'Start Cut' }).click()
  await mine.getByRole('button', { name: 'Pause Cut' }).waitFor()
  await one.page.locator('.loads li', { hasText: 'Hendrik' }).getByLabel('Working now').waitFor()
  // Their page knows nothing yet of what another does.
  await two.page.route('**/api/steps/approved*', (route) => route.abort())
  await mine.getByRole('button', { name: 'Finish Cut' }).click()
  await mine.locator('.stephead.completed', { hasText: 'Completed' }).waitFor()
  await theirs.getByRole('button', { name: 'Finish Cut' }).click()
  await theirs.locator('.stephead.completed', { hasText: 'Cut' }).waitFor()
  const [cut] = await stepsOf(id)
  expect([cut.completed, cut.running]).toEqual([true, []])
  await screenshot(one.page, 'allocations-two-1440')
})

test('a worker who is missing is made where a step is given to them', async () => {
  const { id } = await newJob('New hands')
  const { page, job } = await allocations()
  await job('New hands').getByLabel('Worker of Cut').selectOption('New worker…')
  const form = page.getByRole('dialog', { name: 'Create worker' })
  await form.getByText('Job title').click()
  const title = form.getByRole('textbox', { name: 'Job title' })
  await eventually(() => title.evaluate((field) => field === document.activeElement), true)
  await form.getByLabel('Name', { exact: false }).first().fill('Sipho')
  await form.getByRole('button', { name: 'Create' }).click()
  await job('New hands').locator('.stephead', { hasText: 'Cut' }).getByText('Sipho').waitFor()
  await page.locator('.loads li', { hasText: 'Sipho' }).waitFor()
  expect((await stepsOf(id))[0].worker.name).toBe('Sipho')
  const theirs = await allocations('jobs')
  await theirs.job('New hands').locator('.stephead', { hasText: 'Cut' }).waitFor()
  await eventually(() => theirs.page.locator('option', { hasText: 'New worker' }).count(), 0)
})

test('a step is skipped for a reason, and what is being written stays while others work', async () => {
  const { id } = await newJob('Being written')
  const { job } = await allocations()
  const row = job('Being written')
  await row.getByRole('button', { name: 'More for Cut' }).click()
  await row.getByRole('menuitem', { name: 'Skip' }).click()
  await row.getByLabel('Why is it skipped?').fill('Came cut')
  const [cut, weld] = await stepsOf(id)
  const change = (body: object) => on.people.admin.patch('/api/steps/job', body)
  await change({ id: weld.id, action: 'start', workerid: workers.Hendrik })
  await row.locator('.stephead.running', { hasText: 'Weld' }).waitFor()
  await eventually(() => row.getByLabel('Why is it skipped?').inputValue(), 'Came cut')
  await row.getByLabel('Why is it skipped?').press('Enter')
  await row.locator('.stephead.skipped', { hasText: 'Cut' }).waitFor()
  expect((await stepsOf(id))[0]).toMatchObject({ id: cut.id, skipped: true, skipreason: 'Came cut' })
})

test('a job comes when it is approved, stays seen when its last step is done, and goes when it is moved', async () => {
  const { page, job } = await allocations()
  const { id } = await newJob('Comes and goes')
  const row = job('Comes and goes')
  await row.waitFor()
  for (const { id: step } of await stepsOf(id))
    await on.people.admin.patch('/api/steps/job', { id: step, action: 'skip', note: 'None' })
  await row.getByText('3 of 3 steps done').waitFor()
  await row.getByText('All steps are done.').waitFor()
  await row.getByRole('button', { name: 'Do the steps again' }).click()
  await row.getByLabel('Why is the work done once more?').fill('Rust')
  await row.getByRole('button', { name: 'Add the steps' }).click()
  await row.getByText('Round 2').waitFor()
  await eventually(() => row.locator('section').first().getAttribute('aria-label'), 'Round 2')
  await on.people.admin.post('/api/jobs/reorder', { jobid: id, lane: 4, confirmed: true })
  await row.waitFor({ state: 'detached' })
  await eventually(() => page.locator('.allocated', { hasText: 'Comes and goes' }).count(), 0)
})

test('by the keys: j and k over the jobs, Enter opens one, and back to it', async () => {
  await newJob('By the keys')
  const { page } = await allocations()
  await page.keyboard.press('j')
  await page.locator('.allocated:focus').waitFor()
  const first = await page.locator('.allocated:focus').getAttribute('data-job')
  await page.keyboard.press('j')
  await until(async () => (await page.locator('.allocated:focus').getAttribute('data-job')) !== first)
  await page.keyboard.press('k')
  await until(async () => (await page.locator('.allocated:focus').getAttribute('data-job')) === first)
  await page.keyboard.press('Enter')
  await page.locator('dialog.job [role=tab]').first().waitFor()
  expect(page.url()).toContain('?open=')
  await page.keyboard.press('Escape')
  await page.locator('dialog.job').waitFor({ state: 'detached' })
  await eventually(() => page.locator('.allocated:focus').getAttribute('data-job'), first)
})

test('the output of a job is shown to the mouse, the keyboard and a tap', async () => {
  const job = await newJob('With output')
  const line = { jobid: job.id, role: 2, description: 'Gate, 3 m', estimated: 2, unit: 'unit' }
  await on.people.admin.post('/api/materials', line)
  const { page, job: find } = await allocations()
  const button = find('With output').getByRole('button', { name: `Output of ${job.reference}` })
  const table = find('With output').locator('.outputs table')
  await button.hover()
  await table.getByText('Gate, 3 m').waitFor()
  await eventually(() => table.locator('th').allTextContents(), ['Item', 'Quoted'])
  await page.mouse.move(5, 5)
  await table.waitFor({ state: 'hidden' })
  await find('With output').getByRole('link', { name: job.reference, exact: true }).focus()
  await page.keyboard.press('Tab')
  await table.getByText('Gate, 3 m').waitFor()
  await page.keyboard.press('Escape')
  await table.waitFor({ state: 'hidden' })
  const phone = await allocations('admin', { width: 390 })
  await phone
    .job('With output')
    .getByRole('button', { name: /^Output of/ })
    .tap()
  await phone.job('With output').locator('.outputs table').getByText('2').waitFor()
  await screenshot(phone.page, 'allocations-output-390')
})

test('dates, words and a worker narrow the list, and stand in the address', async () => {
  await on.addJob({ description: 'Far away', status: 3, categories: [category], finish: '2099-01-01' })
  const { page, job } = await allocations()
  await eventually(() => job('Far away').count(), 0)
  await page.getByLabel('Up to').fill('2099-12-31')
  await job('Far away').waitFor()
  await page.locator('[data-search]').fill('far away')
  await page
    .getByRole('status')
    .getByText(/^1 of \d+ jobs$/)
    .waitFor()
  await press(page, 'This week')
  await page.getByText('No job matches.').waitFor()
  expect(new URL(page.url()).search).toBe('?search=far+away')
  await page.locator('[data-search]').fill('')
  await page.locator('.loads button', { hasText: 'Hendrik' }).click()
  await page.waitForURL(/worker=/)
  for (const text of await page.locator('.allocated').allTextContents()) expect(text).toContain('Hendrik')
})

test('a worker does their own on a phone, and is given no choice of others', async () => {
  const { id } = await newJob('On a phone')
  const { page, job } = await allocations('jobs', { width: 390 })
  const row = job('On a phone')
  await row.getByRole('button', { name: 'Start Cut' }).tap()
  await row.locator('.stephead.running', { hasText: 'Thandi' }).waitFor()
  await row.getByRole('button', { name: 'Finish Cut' }).tap()
  await until(async () => (await stepsOf(id))[0].completed)
  await row.getByRole('button', { name: 'Start Weld' }).waitFor()
  await eventually(() => row.locator('select').count(), 0)
  await eventually(() => row.getByRole('button', { name: 'Do the steps again' }).count(), 0)
  for (const button of await row.getByRole('button').all())
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(40)
  expect(await overflowX(page)).toBe(0)
  await screenshot(page, 'allocations-390')
})

test('an answer to what was asked before a tap does not undo it', async () => {
  await newJob('Tapped meanwhile')
  const { page, job } = await allocations()
  const [asked, told] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route('**/api/steps/approved*', async (route) => {
    // What the page asks once it hears of the tap would show the step as it is.
    if (route.request().url().includes('ids=')) return route.abort()
    const response = await route.fetch()
    asked.resolve()
    await told.promise
    await route.fulfill({ response })
  })
  await newJob('Found meanwhile')
  await page.evaluate(() =>
    document.dispatchEvent(new CustomEvent('joblane:hub', { detail: { event: 'Reload', args: [] } })),
  )
  await asked.promise
  await job('Tapped meanwhile').getByLabel('Worker of Cut').selectOption('Hendrik')
  const taken = job('Tapped meanwhile').locator('.stephead', { hasText: 'Cut' }).getByText('Hendrik')
  await taken.waitFor()
  told.resolve()
  await job('Found meanwhile').waitFor()
  expect(await taken.count()).toBe(1)
})

test('whoever helps on the step of another pauses their own time', async () => {
  const { id } = await newJob('Helped')
  const [cut] = await stepsOf(id)
  const change = (body: object) => on.people.admin.patch('/api/steps/job', { id: cut.id, ...body })
  await change({ workerid: workers.Hendrik })
  for (const workerid of [workers.Hendrik, workers.Thandi]) await change({ action: 'start', workerid })
  const { job, page } = await allocations('jobs')
  await page.locator('.loads li', { hasText: 'Thandi' }).locator('.runs', { hasText: 'Cut, ' }).waitFor()
  await job('Helped').getByRole('button', { name: 'Pause Cut' }).click()
  await job('Helped').locator('.stephead.running .state').getByText('Hendrik', { exact: true }).waitFor()
  const [{ running }] = await stepsOf(id)
  expect(running.map(({ worker }: { worker: { name: string } }) => worker.name)).toEqual(['Hendrik'])
})

test('what the server drew is taken over without a difference', async () => {
  const job = await newJob('Running since')
  const [cut] = await stepsOf(job.id)
  await on.people.admin.patch('/api/steps/job', { id: cut.id, action: 'start', workerid: workers.Hendrik })
  const { page } = await allocations()
  expect(pageErrors(page)).toEqual([])
})
