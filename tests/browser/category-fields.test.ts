import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import { axe, closePage, pageErrors, screenshot } from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import type { Role } from '#tests/support/server.ts'
import { type BoardServer, findCard, startBoardServer } from './board-support.ts'

// What the preload sets holds for the first file of a run only.
setDefaultTimeout(120_000)

let on: BoardServer
let repair = ''
let survey = ''
const open: Page[] = []
const ids: Record<string, string> = {}

beforeAll(async () => {
  on = await startBoardServer()
  const { admin } = on.people
  const category = async (name: string) =>
    (await admin.post('/api/categories', { name, jobcategory: true })).body.data.id as string
  const field = async (category: string, label: string, values: object = {}) => {
    ids[label] = (await admin.post('/api/categories/fields', { category, label, ...values })).body.data.id
  }
  repair = await category('Repair')
  survey = await category('Survey')
  await category('Paint')
  await field(repair, 'Serial number', { compulsary: true })
  await field(repair, 'Bought', { typeid: 1 })
  await field(repair, 'Hours', { typeid: 3 })
  await field(repair, 'Insured', { typeid: 4 })
  await field(survey, 'Surveyor', { compulsary: true })
})
afterAll(() => on.stop())
afterEach(async () => {
  for (const page of open.splice(0)) {
    // What the server refuses is shown on the page; the browser notes each refusal as well.
    expect(pageErrors(page).filter((line) => !line.startsWith('Failed to load resource'))).toEqual([])
    await closePage(page)
  }
})

async function opened(categories: string[], who: Role = 'admin', width = 1440) {
  const job = await on.addJob({ description: `Job ${crypto.randomUUID().slice(0, 8)}`, categories })
  const page = await on.openBoard(who, { width, query: `?open=${job.reference.toLowerCase()}` })
  open.push(page)
  const dialog = page.locator('dialog.job')
  await dialog.locator('[role=tab]').first().waitFor()
  return { job, page, dialog }
}

const held = async (jobid: string) =>
  Object.fromEntries(
    (await on.people.admin.get(`/api/jobs/${jobid}/fields`)).body.data.map(
      ({ label, value }: { label: string; value: string }) => [label, value],
    ),
  )

describe('the fields of a job’s categories', () => {
  test('a category that is ticked is saved as Steps are shown, else is known there', async () => {
    const { page, dialog, job } = await opened([])
    const stored = async () => {
      const { categories } = (await on.people.admin.get(`/api/jobs/${job.id}`)).body.data
      return categories.map(({ name }: { name: string }) => name)
    }
    const tab = (name: string) => dialog.getByRole('tab', { name }).click()
    await dialog.getByRole('checkbox', { name: 'Paint' }).check()
    await tab('Steps')
    await dialog.getByText('Steps come with the approval.').waitFor()
    expect(await stored()).toEqual(['Paint'])
    await tab('Details')
    await dialog.getByRole('checkbox', { name: 'Paint' }).uncheck()
    await dialog.getByRole('checkbox', { name: 'Repair' }).check()
    const serial = dialog.getByRole('group', { name: 'Repair' }).getByLabel('Serial number')
    await serial.waitFor()
    await tab('Steps')
    await dialog.getByText('A category that you ticked in Details is not saved yet.').waitFor()
    expect(await stored()).toEqual(['Paint'])
    await dialog.getByRole('button', { name: 'Save details' }).click()
    await dialog.getByText('Serial number is required.').first().waitFor()
    await serial.fill('ABC-0042')
    await tab('Steps')
    await eventually(stored, ['Repair'])
    // Nothing is left to ask about.
    await dialog.getByRole('button', { name: 'Close' }).first().click()
    await dialog.waitFor({ state: 'detached' })
    await eventually(() => page.locator('dialog.confirm').count(), 0)
  })

  test('are read and filled by their type, and a compulsory one is asked for beside its name', async () => {
    const { page, dialog, job } = await opened([repair])
    const group = dialog.getByRole('group', { name: 'Repair' })
    await group.getByLabel('Bought').fill('2024-02-29')
    await group.getByLabel('Hours').fill('1 250,5')
    await group.getByLabel('Insured').selectOption('Yes')
    expect(await axe(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await group.getByText('Serial number is required.').waitFor()
    await screenshot(page, 'job-fields-1440')
    expect(await held(job.id)).toMatchObject({ Hours: '', Bought: '' })
    await group.getByLabel('Serial number').fill('ABC-0042')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    const saved = { 'Serial number': 'ABC-0042', Bought: '2024-02-29', Hours: '1250.5', Insured: 'true' }
    expect(await held(job.id)).toEqual(saved)
    await findCard(page, job.reference).click()
    await eventually(() => group.getByLabel('Hours').inputValue(), '1250,5')
    await eventually(() => group.getByLabel('Insured').inputValue(), 'true')
    // Nothing was changed, so nothing is saved.
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await held(job.id)).toEqual(saved)
  })

  test('of a category that is ticked come at once, and are saved with it or not at all', async () => {
    const { dialog, job } = await opened([])
    await dialog.getByLabel('Description').fill('With a survey')
    await dialog.getByLabel('Survey', { exact: true }).check()
    const surveyor = dialog.getByLabel('Surveyor')
    await surveyor.waitFor()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.locator('.field').getByText('Surveyor is required.').waitFor()
    const before = (await on.people.admin.get(`/api/jobs/${job.id}`)).body.data
    expect(before).toMatchObject({ categories: [], version: job.version })
    await surveyor.fill('Nomvula')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await held(job.id)).toEqual({ Surveyor: 'Nomvula' })
    const { data } = (await on.people.admin.get(`/api/jobs/${job.id}`)).body
    expect(data).toMatchObject({ description: 'With a survey', categories: [{ name: 'Survey' }] })
  })

  test('when someone filled one first both values are seen, and what was typed is kept', async () => {
    const { dialog, job } = await opened([survey])
    const surveyor = dialog.getByLabel('Surveyor')
    await surveyor.fill('Mine')
    await on.people.operations.post('/api/jobs/fields', {
      jobid: job.id,
      fields: [{ id: ids.Surveyor, value: 'Theirs' }],
    })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Now saved: Theirs').waitFor()
    await eventually(() => surveyor.inputValue(), 'Mine')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await held(job.id)).toEqual({ Surveyor: 'Mine' })
  })

  test('that cannot be read are told of in so many words', async () => {
    const job = await on.addJob({ description: 'No fields', categories: [repair] })
    const page = await on.openBoard('admin')
    open.push(page)
    await page.route('**/api/jobs/*/fields', (route) => route.fulfill({ status: 500, body: '{}' }))
    await findCard(page, job.reference).click()
    await page.locator('dialog.job').getByText('Unable to load fields').waitFor()
  })

  test('stand for reading where a person may only look', async () => {
    const { admin, stakeholder } = on.people
    const location = (await admin.post('/api/locations', { name: 'Yard', client: on.clientid })).body.data.id
    await admin.post(`/api/locations/stakeholder/${location}/${stakeholder.userid}`, {})
    const job = await on.addJob({
      description: 'To look at',
      categories: [repair],
      client: on.clientid,
      location,
    })
    const value = { 'Serial number': 'ABC-1', Bought: '2024-02-29', Hours: '2.5', Insured: false }
    const fields = Object.entries(value).map(([label, value]) => ({ id: ids[label], value }))
    await admin.post('/api/jobs/fields', { jobid: job.id, fields })
    const page = await on.openBoard('stakeholder', { query: `?open=${job.reference.toLowerCase()}` })
    open.push(page)
    const dialog = page.locator('dialog.job')
    await dialog.getByText('ABC-1').waitFor()
    for (const words of ['29 Feb 2024', '2,5', 'no'])
      expect(await dialog.locator('dd', { hasText: words }).count()).toBeGreaterThan(0)
  })

  test('have room on a phone', async () => {
    const { page, dialog } = await opened([repair, survey], 'admin', 390)
    await dialog.getByLabel('Serial number').waitFor()
    await dialog.getByLabel('Insured').scrollIntoViewIfNeeded()
    await screenshot(page, 'job-fields-390')
    const wide = await dialog.locator('.body').evaluate((node) => node.scrollWidth - node.clientWidth)
    expect(wide).toBeLessThanOrEqual(0)
  })
})
