import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import { closePage, pageErrors, screenshot, waitForSnackbar } from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { type BoardServer, startBoardServer } from './board-support.ts'

setDefaultTimeout(120_000)

let on: BoardServer
beforeAll(async () => {
  on = await startBoardServer()
})
afterAll(() => on.stop())

async function open(who: 'admin' | 'jobs') {
  const job = await on.addJob({ description: 'Drive shafts', client: on.clientid })
  const page = await on.openBoard(who, { query: `?open=${job.reference.toLowerCase()}` })
  const dialog = page.locator('dialog.job')
  await dialog.getByRole('button', { name: 'Exports' }).waitFor()
  return { job, page, dialog }
}

async function create(page: Page, name: string) {
  const form = page.locator('form[data-create]')
  await form.getByLabel('Name', { exact: false }).first().fill(name)
  await form.getByRole('button', { name: 'Create' }).click()
  await form.waitFor({ state: 'detached' })
}

test('location, division, assignee and category are made where a job asks for them, and chosen', async () => {
  const { job, page, dialog } = await open('admin')
  for (const [label, words, name] of [
    ['Location', 'New location…', 'North yard'],
    ['Division', 'New division…', 'Machining'],
    ['Assignee', 'New worker…', 'Wendy'],
  ] as const) {
    const select = dialog.locator('#job-form').getByRole('combobox', { name: label, exact: true })
    await select.selectOption({ label: words })
    if (label === 'Location') await screenshot(page, 'job-create-location')
    await create(page, name)
    await eventually(() => select.locator('option:checked').textContent(), name)
  }
  await dialog.getByRole('button', { name: 'New category' }).click()
  await create(page, 'Repair')
  await eventually(() => dialog.getByLabel('Repair').isChecked(), true)
  await screenshot(page, 'job-create')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  const { admin } = on.people
  const saved = (await admin.get(`/api/jobs/${job.id}`)).body.data
  expect(saved).toMatchObject({
    location: { name: 'North yard' },
    division: { name: 'Machining' },
    assignee: { name: 'Wendy' },
    categories: [{ name: 'Repair' }],
  })
  // Of the job's own client, and a category of jobs.
  expect((await admin.get(`/api/locations/${saved.location.id}`)).body.data.client.id).toBe(on.clientid)
  expect((await admin.get('/api/categories?jobcategory=true')).body.data).toHaveLength(1)
  expect(pageErrors(page)).toEqual([])
  await closePage(page)
})

test('a worker is made where a step asks for one, and given the step', async () => {
  const { admin } = on.people
  const category = (await admin.post('/api/categories', { name: 'Weld', jobcategory: true })).body.data.id
  await admin.post('/api/steps', { category, name: 'Tack it', instruction: 'At four corners.', lane: 3 })
  const job = await on.addJob({ description: 'Trailer', status: 3, categories: [category] })
  const page = await on.openBoard('admin', { query: `?open=${job.reference.toLowerCase()}` })
  const dialog = page.locator('dialog.job')
  await dialog.getByRole('tab', { name: 'Steps' }).click()
  const select = dialog.getByLabel('Worker of Tack it')
  await select.selectOption({ label: 'New worker…' })
  await create(page, 'Nomsa')
  await waitForSnackbar(page, 'Nomsa added. They cannot sign in until they are invited under Users.')
  await eventually(() => select.locator('option:checked').textContent(), 'Nomsa')
  const { data } = (await admin.get(`/api/steps/job/${job.id}`)).body
  expect(data[0].worker.name).toBe('Nomsa')
  const invite = page.locator('.snackbar').getByRole('link', { name: 'invited under Users' })
  expect(await invite.getAttribute('href')).toBe(`/admin/users/new?worker=${data[0].worker.id}`)
  expect(pageErrors(page)).toEqual([])
  await closePage(page)
})

test('one that was begun and left chooses what stood before', async () => {
  const { page, dialog } = await open('admin')
  const select = dialog.locator('#job-form').getByRole('combobox', { name: 'Division', exact: true })
  await select.selectOption({ label: 'New division…' })
  await page.locator('form[data-create]').getByRole('button', { name: 'Cancel' }).click()
  await eventually(() => select.locator('option:checked').textContent(), 'No division')
  await closePage(page)
})

test('a client that was begun and left leaves the words that were typed', async () => {
  const { page, dialog } = await open('admin')
  const box = dialog.getByRole('combobox', { name: 'Client' })
  await box.fill('Mrs Naidoo')
  await page.getByRole('option', { name: 'Create client' }).click()
  await page.locator('form[data-create]').getByRole('button', { name: 'Cancel' }).click()
  await eventually(() => box.inputValue(), 'Mrs Naidoo')
  await closePage(page)
})

test('more of a client than its name is not dropped without being asked, once', async () => {
  const { page, dialog } = await open('admin')
  const box = dialog.getByRole('combobox', { name: 'Client' })
  await box.fill('Mrs Pillay')
  await page.getByRole('option', { name: 'Create client' }).click()
  const form = page.locator('form[data-create]')
  await form.getByLabel('Contact number').fill('031 555 0102')
  await page.keyboard.press('Escape')
  const question = page.locator('dialog.confirm')
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await eventually(() => form.getByLabel('Contact number').inputValue(), '031 555 0102')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await question.getByRole('button', { name: 'Close without saving' }).click()
  await form.waitFor({ state: 'detached' })
  await eventually(() => box.inputValue(), 'Mrs Pillay')
  await closePage(page)
})

test('who may not change these lists is offered nothing to make', async () => {
  const { page, dialog } = await open('jobs')
  await dialog.getByRole('combobox', { name: 'Division', exact: true }).waitFor()
  await eventually(() => dialog.locator('option', { hasText: 'New ' }).count(), 0)
  await eventually(() => dialog.getByRole('button', { name: 'New category' }).count(), 0)
  await closePage(page)
})

test('a job is begun where its client stands, and opens on its board', async () => {
  const { admin } = on.people
  const page = await on.openBoard('admin', { width: 390 })
  const asked: string[] = []
  page.on('dialog', (question) => {
    asked.push(question.type())
    void question.accept()
  })
  for (const path of [`/clients/${on.clientid}/overview`, `/clients/${on.clientid}/overview?tab=jobs`]) {
    await page.goto(path)
    await page.getByRole('button', { name: 'New job' }).first().click()
    const form = page.locator('form[data-create]')
    await eventually(() => form.getByRole('combobox', { name: 'Client' }).inputValue(), 'Ernst Handel')
    await form.getByLabel('Description').fill(`Leaking tap of ${path}`)
    await screenshot(page, 'client-new-job')
    await form.getByRole('button', { name: 'Create' }).click()
    const dialog = page.locator('dialog.job')
    await dialog.getByRole('heading', { name: /Leaking tap/ }).waitFor()
    const [job] = (await admin.get(`/api/jobs?search=${encodeURIComponent('Leaking tap')}`)).body.data
    expect(job.client.id).toBe(on.clientid)
  }
  // No question of the browser about leaving what is made.
  expect(asked).toEqual([])
  await closePage(page)
  const without = await on.openBoard('stakeholder')
  await without.goto(`/clients/${on.clientid}/overview`)
  expect(await without.getByRole('button', { name: 'New job' }).count()).toBe(0)
  await closePage(without)
})
