import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { closePage, pageErrors } from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { type BoardServer, startBoardServer } from './board-support.ts'

setDefaultTimeout(120_000)

let on: BoardServer
let categoryid = ''

beforeAll(async () => {
  on = await startBoardServer()
  const { admin } = on.people
  const made = async (path: string, body: object) => {
    const answer = await admin.post(path, body)
    expect(answer.status).toBe(200)
    return answer.body.data.id as string
  }
  const inventory = await made('/api/inventory', {
    code: 'HINGE',
    make: 'Cold room',
    model: 'hinge',
    rate: 385,
  })
  const client = await made('/api/clients', { name: 'Umgeni Sugar' })
  const pricinggroup = await made('/api/pricing/groups', { name: 'Mills' })
  for (const [path, body] of [
    ['/api/pricing/client', { pricinggroup, client }],
    ['/api/pricing/inventory', { pricinggroup, inventory, baserate: 300 }],
  ] as const)
    expect((await admin.post(path, body)).status).toBe(200)
  categoryid = await made('/api/categories', { name: 'Machining', jobcategory: true })
  await made('/api/categories/fields', { category: categoryid, label: 'Grade', compulsary: true })
})
afterAll(() => on.stop())

async function opened() {
  const job = await on.addJob({ description: 'Drive shafts' })
  const page = await on.openBoard('admin', { query: `?open=${job.reference.toLowerCase()}` })
  const dialog = page.locator('dialog.job')
  await dialog.getByRole('combobox', { name: 'Client' }).waitFor()
  return { job, page, dialog, tab: (name: string) => dialog.getByRole('tab', { name }) }
}

test('a line costs what the client agreed who was chosen but not saved yet', async () => {
  const { job, page, dialog, tab } = await opened()
  await dialog.getByLabel('Status note').fill('Waiting for steel')
  await dialog.getByRole('combobox', { name: 'Client' }).fill('umgeni')
  await page.getByRole('option', { name: 'Umgeni Sugar' }).click()
  await tab('Materials used').click()
  await dialog.getByRole('combobox', { name: 'Add a line' }).fill('hinge')
  await page.getByRole('option', { name: /Cold room hinge/ }).click()
  const rate = page.locator('tr.line').first().getByRole('textbox', { name: 'Rate' })
  await rate.waitFor()
  await eventually(() => rate.inputValue(), '300,00')
  await tab('Details').click()
  await eventually(() => dialog.getByLabel('Status note').inputValue(), 'Waiting for steel')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect((await on.people.admin.get(`/api/jobs/${job.id}`)).body.data).toMatchObject({
    client: { name: 'Umgeni Sugar' },
    statenote: 'Waiting for steel',
  })
  expect(pageErrors(page)).toEqual([])
  await closePage(page)
})

test('what Save refuses is shown, whichever tab it was pressed on', async () => {
  const { page, dialog, tab } = await opened()
  await dialog.getByLabel('Machining').check()
  await dialog.getByLabel('Grade').waitFor()
  await tab('Items and work').click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Grade is required.').first().waitFor()
  await eventually(() => tab('Details').getAttribute('aria-selected'), 'true')
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-invalid') === 'true')
  await dialog.getByLabel('Grade').fill('EN8')
  await page.keyboard.press('Control+Enter')
  await dialog.waitFor({ state: 'detached' })
  await closePage(page)
})

test('what was typed before a line is saved with it, said so, and undone by itself', async () => {
  const { job, page, dialog, tab } = await opened()
  const read = async () => (await on.people.admin.get(`/api/jobs/${job.id}`)).body.data
  await dialog.getByLabel('Status note').fill('Waiting for steel')
  await tab('Materials used').click()
  await dialog.getByRole('combobox', { name: 'Add a line' }).fill('by hand')
  await page.getByRole('option', { name: /As free text/ }).click()
  await page.locator('tr.line').first().waitFor()
  expect(await read()).toMatchObject({ statenote: 'Waiting for steel' })
  const told = page.locator('.snackbar', {
    hasText: `What you typed on Details of ${job.reference} is saved`,
  })
  await told.getByRole('button', { name: 'Undo' }).click()
  await eventually(async () => (await read()).statenote, '')
  // A move goes on top of it, and so does its undo.
  await tab('Details').click()
  await dialog.getByLabel('Status note').fill('Steel is here')
  await dialog.getByRole('button', { name: 'Draft' }).click()
  await page.getByRole('menuitem', { name: 'Review' }).click()
  await page
    .locator('.snackbar', { hasText: 'moved to Review' })
    .getByRole('button', { name: 'Undo' })
    .click()
  await page.getByText(`${job.reference} moved to Draft`).waitFor()
  expect(await read()).toMatchObject({ statenote: 'Steel is here', status: 1 })
  // Nothing is left to take back, so nothing says Cancel.
  await eventually(() => dialog.getByRole('button', { name: 'Cancel' }).count(), 0)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await dialog.waitFor({ state: 'detached' })
  expect(pageErrors(page)).toEqual([])
  await closePage(page)
})

test('closing names what is lost and what stays, once a line was added', async () => {
  const { job, page, dialog, tab } = await opened()
  await tab('Materials used').click()
  await dialog.getByRole('combobox', { name: 'Add a line' }).fill('by hand')
  await page.getByRole('option', { name: /As free text/ }).click()
  await page.locator('tr.line').first().waitFor()
  await tab('Details').click()
  await dialog.locator('#job-form [name=description]').fill('Propeller shafts')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.getByText('Close without saving Description? Saved before, and kept: Materials used.').waitFor()
  await eventually(() => page.getByRole('button', { name: 'Discard' }).count(), 0)
  await page.getByRole('button', { name: 'Close without saving' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect((await on.people.admin.get(`/api/jobs/${job.id}`)).body.data.description).toBe('Drive shafts')
  expect((await on.people.admin.get(`/api/materials/getMaterials/${job.id}`)).body.data).toHaveLength(1)
  await closePage(page)
})

test('a client that was made by the picker is named among what stays', async () => {
  const { page, dialog } = await opened()
  await dialog.getByRole('combobox', { name: 'Client' }).fill('New Marina')
  await page.getByRole('option', { name: /Create/ }).click()
  await page.locator('form[data-create]').getByRole('button', { name: 'Create' }).click()
  await eventually(() => dialog.getByRole('combobox', { name: 'Client' }).inputValue(), 'New Marina')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.getByText('Close without saving Client? Saved before, and kept: New Marina.').waitFor()
  await page.getByRole('button', { name: 'Close without saving' }).click()
  await dialog.waitFor({ state: 'detached' })
  await closePage(page)
})

test('a supplier whose contact was added keeps it, and the question says so', async () => {
  const supplier = (await on.people.admin.post('/api/suppliers', { name: 'Steel & Tube' })).body.data.id
  const page = await on.openBoard('admin')
  await page.goto(`/suppliers/${supplier}`)
  const dialog = page.locator('dialog:modal').first()
  await dialog.locator('#f-name').fill('Steel')
  await dialog.getByRole('tab', { name: 'Contacts' }).click()
  await dialog.locator('.addstep [name=personname]').fill('Sipho')
  await dialog.getByRole('button', { name: 'Add contact' }).click()
  await dialog.getByRole('button', { name: 'Edit Sipho' }).waitFor()
  await eventually(() => dialog.getByRole('button', { name: 'Cancel' }).count(), 0)
  await page.keyboard.press('Escape')
  await page.getByText('Close without saving Name? Saved before, and kept: Contacts.').waitFor()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  // A save that is refused draws the dialog again.
  await dialog.getByRole('tab').first().click()
  await dialog.locator('#f-name').fill('')
  await page.keyboard.press('Control+Enter')
  await dialog.locator('[aria-invalid=true]').first().waitFor()
  await eventually(() => dialog.getByRole('button', { name: 'Cancel' }).count(), 0)
  await closePage(page)
})
