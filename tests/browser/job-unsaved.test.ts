import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { expectOk } from '#tests/support/answers.ts'
import { closePage, pageErrors, screenshot, setView } from '#tests/support/browser.ts'
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
    ['/api/organisations', { name: 'Umgeni Engineering', flagdefault: true }],
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

test('Save adds what was typed in the other forms of the job, and stays open for what it cannot', async () => {
  const { job, page, dialog, tab } = await opened()
  const { admin } = on.people
  await expectOk(admin.post('/api/workers', { name: 'Thandi' }))
  await tab('Steps').click()
  await dialog.getByRole('textbox', { name: 'Add a step' }).fill('Cut the keyway')
  await tab('Notes').click()
  await dialog.getByRole('textbox', { name: 'New note' }).fill('Rang: they want it on Friday')
  await tab('Timesheet').click()
  await dialog.getByRole('button', { name: 'Add time' }).click()
  await dialog.locator('#time-worker').selectOption('Thandi')
  await dialog.locator('#time-minutes').fill('three hours or so')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Not saved yet: what was typed on Timesheet.').waitFor()
  expect(await tab('Timesheet').getAttribute('aria-selected')).toBe('true')
  await dialog.locator('#time-minutes').fill('3:00')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  const steps = await expectOk(admin.get(`/api/steps/job/${job.id}`))
  expect(steps.map(({ step }: { step: { name: string } }) => step.name)).toEqual(['Cut the keyway'])
  const notes = await expectOk(admin.get(`/api/jobs/${job.id}/notes`))
  expect(notes.map(({ message }: { message: string }) => message)).toEqual(['Rang: they want it on Friday'])
  const times = await expectOk(admin.get(`/api/jobs/${job.id}/timesheet`))
  expect(times).toHaveLength(1)
  await closePage(page)
})

test('a client that was typed and not chosen is said to be left out', async () => {
  const { page, dialog } = await opened()
  await dialog.getByRole('combobox', { name: 'Client' }).fill('Mrs Petersen')
  await dialog.getByLabel('Status note').click()
  await page.getByText('“Mrs Petersen” was left out, since it was not chosen').waitFor()
  await dialog.getByRole('combobox', { name: 'Client' }).fill('umgeni')
  await dialog.getByRole('option', { name: 'Umgeni Sugar' }).click()
  await dialog.getByLabel('Status note').click()
  await eventually(() => dialog.getByRole('combobox', { name: 'Client' }).inputValue(), 'Umgeni Sugar')
  await closePage(page)
})

test('once a part is saved, closing saves what is typed on Details, which can be undone', async () => {
  const { job, page, dialog, tab } = await opened()
  const { admin } = on.people
  const read = async () => (await expectOk(admin.get(`/api/jobs/${job.id}`))).description
  await tab('Materials used').click()
  await dialog.getByRole('combobox', { name: 'Add a line' }).fill('by hand')
  await page.getByRole('option', { name: /As free text/ }).click()
  await page.locator('tr.line').first().waitFor()
  await tab('Details').click()
  await dialog.locator('#job-form [name=description]').fill('Propeller shafts')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await dialog.waitFor({ state: 'detached' })
  expect(await read()).toBe('Propeller shafts')
  const told = page.locator('.snackbar', { hasText: `${job.reference} saved` })
  await told.getByRole('button', { name: 'Undo' }).click()
  await eventually(read, 'Drive shafts')
  expect(await expectOk(admin.get(`/api/materials/getMaterials/${job.id}`))).toHaveLength(1)
  expect(pageErrors(page)).toEqual([])
  await closePage(page)
})

test('what is typed on Details is saved as another section is shown; what is refused stays and holds up nothing', async () => {
  const { job, page, dialog, tab } = await opened()
  const read = async () => (await expectOk(on.people.admin.get(`/api/jobs/${job.id}`))).statenote
  await dialog.getByLabel('Status note').fill('Waiting for steel')
  await tab('Notes').click()
  await eventually(read, 'Waiting for steel')
  await tab('Details').click()
  await dialog.getByLabel('Scheduled duration').fill('two days or so')
  await tab('Notes').click()
  await dialog.getByRole('textbox', { name: 'New note' }).fill('Rang: Friday')
  await dialog.getByRole('button', { name: 'Add note' }).click()
  await dialog.getByText('Rang: Friday').waitFor()
  expect(await tab('Notes').getAttribute('aria-selected')).toBe('true')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await dialog.locator('#job-form [name=scheduledminutes][aria-invalid=true]').waitFor()
  await closePage(page)
})

test('a move that follows at once says what was refused as another section was shown', async () => {
  const { job, page, dialog, tab } = await opened()
  const held = Promise.withResolvers<void>()
  await page.route(`**/api/jobs/${job.id}`, async (route) => {
    if (route.request().method() === 'PATCH') await held.promise
    await route.continue()
  })
  await dialog.getByLabel('Status note').fill('Waiting for steel')
  await dialog.locator('#job-form [name=scheduledminutes]').fill('two days or so')
  await tab('Notes').click()
  await dialog.getByRole('button', { name: 'Draft' }).click()
  await page.getByRole('menuitem', { name: 'Review' }).click()
  held.resolve()
  await dialog.locator('#job-form [name=scheduledminutes][aria-invalid=true]').waitFor()
  expect((await expectOk(on.people.admin.get(`/api/jobs/${job.id}`))).status).toBe(1)
  await closePage(page)
})

test('nothing that was only typed is kept by Cancel', async () => {
  const { job, page, dialog } = await opened()
  await dialog.getByLabel('Status note').fill('Waiting for steel')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('Close without saving what you changed?').waitFor()
  await page.getByRole('button', { name: 'Close without saving' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect((await expectOk(on.people.admin.get(`/api/jobs/${job.id}`))).statenote).toBe('')
  await closePage(page)
})

test('where a note is typed, too, closing asks, and saves both', async () => {
  const { job, page, dialog, tab } = await opened()
  await dialog.getByLabel('Status note').fill('Waiting for steel')
  await tab('Notes').click()
  await eventually(() => dialog.getByRole('button', { name: 'Cancel' }).count(), 0)
  await dialog.getByRole('textbox', { name: 'New note' }).fill('Rang: Friday')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.getByText('Save New note before you close?').waitFor()
  await page.getByRole('button', { name: 'Save and close' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await expectOk(on.people.admin.get(`/api/jobs/${job.id}/notes`))).toHaveLength(1)
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
  await page.getByText('Save Name before you close?').waitFor()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  // A save that is refused draws the dialog again.
  await dialog.getByRole('tab').first().click()
  await dialog.locator('#f-name').fill('')
  await page.keyboard.press('Control+Enter')
  await dialog.locator('[aria-invalid=true]').first().waitFor()
  await eventually(() => dialog.getByRole('button', { name: 'Cancel' }).count(), 0)
  await dialog.locator('#f-name').fill('Steel')
  await page.keyboard.press('Escape')
  await setView(page, { width: 390, theme: 'light' })
  await screenshot(page, 'save-before-closing-390')
  await page.getByRole('button', { name: 'Save and close' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect((await expectOk(on.people.admin.get(`/api/suppliers/${supplier}`))).name).toBe('Steel')
  await closePage(page)
})

/** On Items and work, with an estimate that could not be changed from 4 to 9. */
async function withoutLine() {
  const { job, page, dialog, tab } = await opened()
  const planned = { jobid: job.id, role: 2, description: 'Shaft', estimated: 4, linerate: 100 }
  const line = await expectOk(on.people.admin.post('/api/materials', planned))
  await tab('Items and work').click()
  const estimated = dialog.getByRole('textbox', { name: 'Estimated' })
  await eventually(() => estimated.inputValue(), '4')
  await page.route('**/api/materials/*', (route) => route.abort())
  await estimated.fill('9')
  await estimated.press('Tab')
  await eventually(() => estimated.getAttribute('aria-invalid'), 'true')
  const stored = async () =>
    (await on.people.admin.get(`/api/materials/getMaterials/${job.id}`)).body.data[0].estimated
  const mend = () => page.unroute('**/api/materials/*')
  return { page, dialog, line, estimated, stored, mend }
}

const goOn = [
  { press: 'Save', opens: undefined },
  { press: 'Send the estimate', opens: '#dialog > dialog' },
  { press: 'Exports', opens: 'dialog.exports' },
] as const

for (const { press, opens } of goOn)
  test(`${press} first saves what could not be saved, and does not go on before`, async () => {
    const { page, dialog, estimated, stored, mend } = await withoutLine()
    const button = dialog.getByRole('button', { name: press, exact: true })
    await button.click()
    await page.getByText('Not saved yet: Estimated of Shaft.').waitFor()
    expect(await page.locator('dialog:modal').count()).toBe(1)
    expect(await stored()).toBe(4)
    await mend()
    await button.click()
    if (opens) await page.locator(opens).waitFor()
    else await dialog.waitFor({ state: 'detached' })
    expect(await stored()).toBe(9)
    if (opens) await eventually(() => estimated.getAttribute('aria-invalid'), null)
    await closePage(page)
  })

test('a figure that is put back to what is saved, before it ever left, is not unsaved', async () => {
  const { page, estimated, mend } = await withoutLine()
  await mend()
  await page.context().setOffline(true)
  await page.context().setOffline(false)
  await eventually(() => estimated.getAttribute('aria-invalid'), null)
  await page.context().setOffline(true)
  for (const [figure, invalid] of [
    ['7', 'true'],
    ['9', null],
  ] as const) {
    await estimated.fill(figure)
    await estimated.press('Tab')
    await eventually(() => estimated.getAttribute('aria-invalid'), invalid)
  }
  await closePage(page)
})

test('what could not be saved is tried again once there is a line', async () => {
  const { page, estimated, stored, mend } = await withoutLine()
  await mend()
  await page.context().setOffline(true)
  await page.context().setOffline(false)
  await eventually(stored, 9)
  await eventually(() => estimated.getAttribute('aria-invalid'), null)
  await closePage(page)
})

test('what is tried again does not go over what somebody else wrote meanwhile', async () => {
  const { page, dialog, line, stored, mend } = await withoutLine()
  await expectOk(on.people.admin.patch(`/api/materials/${line.id}`, { estimated: 7, version: line.version }))
  await eventually(() => dialog.getByText('700,00').first().isVisible(), true)
  await mend()
  await page.context().setOffline(true)
  await page.context().setOffline(false)
  await dialog.getByText('Someone else saved 7. Press Enter to save yours.').waitFor()
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Not saved yet: Estimated of Shaft. Someone else').waitFor()
  expect(await stored()).toBe(7)
  await closePage(page)
})
