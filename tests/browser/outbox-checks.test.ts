import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import type { Locator, Page } from 'playwright'
import { expectOk } from '#tests/support/answers.ts'
import { axe, closePage, openPage, overflowX, screenshot } from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { openLine } from '#tests/support/line.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { readOutbox, untilStored } from '#tests/support/stored-pages.ts'
import { COUNTED_BELOW_ZERO, fileTooLarge, missing, tooLargeError } from '#views/ui/field-rules.ts'

setDefaultTimeout(120_000)

let server: TestServer
let line: ReturnType<typeof openLine>
let [jobid, reference, stepid, item] = ['', '', '', '']

beforeAll(async () => {
  server = await startTestServer(undefined, ['--max-upload-mb', '1'])
  line = openLine(server.url)
  const { admin } = server.people
  const board = await expectOk(admin.post('/api/boards', { name: 'Yard' }))
  const job = await expectOk(
    admin.post('/api/jobs', { boardid: board.id, description: 'Mend the gate', status: 3 }),
  )
  jobid = job.id
  reference = job.reference
  const worker = await expectOk(admin.post('/api/workers', { name: 'Ann', userid: admin.userid }))
  stepid = (await expectOk(admin.post('/api/steps/job', { jobid, name: 'Weld' }))).id
  await expectOk(admin.patch('/api/steps/job', { id: stepid, workerid: worker.id }))
  const shelf = (await expectOk(admin.post('/api/storage', { name: 'Shelf A' }))).id
  const tube = { code: 'TUBE', inventoryclass: 2, baseunit: 'm', rate: 12, defaultstorageid: shelf }
  item = (await expectOk(admin.post('/api/inventory', tube))).id
  await expectOk(admin.post('/api/inventory/inbound', { inventoryid: item, quantity: 20 }))
})
beforeEach(() => line.mend())
afterAll(async () => {
  line.stop()
  await server.stop()
})

async function open(path: string): Promise<Page> {
  const cookies = server.people.admin.cookie
  const page = await openPage({ base: line.url, cookies, width: 390, installed: true })
  await page.goto(path)
  await page.waitForFunction(() => navigator.serviceWorker.controller)
  return page
}

/** Not below the fold, nor under what stands over the page. */
const isInSight = (one: Locator) =>
  one.evaluate((said) => {
    const { left, top, width, height } = said.getBoundingClientRect()
    const at = document.elementFromPoint(left + width / 2, top + height - 1)
    return at !== null && (said.contains(at) || at.contains(said))
  })

const nothingWaits = (page: Page) => page.evaluate(() => localStorage.getItem('outbox') === null)

const countNotes = async (message: string) => {
  const all = await expectOk(server.people.admin.get(`/api/jobs/${jobid}/notes`))
  return all.filter((note: { message: string }) => note.message === message).length
}

async function sign(page: Page, length: number) {
  const box = await page.locator('canvas').boundingBox()
  if (!box) throw new Error('There is no box to sign in.')
  await page.mouse.move(box.x + 30, box.y + 40)
  await page.mouse.down()
  await page.mouse.move(box.x + 30 + length, box.y + 50, { steps: 5 })
  await page.mouse.up()
}

test('without a network a signature without a name, a line or ink is refused in the form, and does not wait', async () => {
  const page = await open('/mywork')
  await untilStored(page, `/mywork/jobs/${jobid}/signoff`)
  line.cut()
  await page.getByRole('link', { name: `Have the client sign for ${reference}` }).click()
  const dialog = page.getByRole('dialog')
  const save = dialog.getByRole('button', { name: 'Sign', exact: true })
  await dialog.getByText(/^The client draws it in the box/).waitFor()
  await save.click()
  await dialog.getByText(missing.signer).last().waitFor()
  await dialog.getByText(missing.signature).waitFor()
  expect(await page.getByLabel('Name of who signs').getAttribute('aria-invalid')).toBe('true')
  expect([await overflowX(page), await axe(page)]).toEqual([0, []])
  await screenshot(page, 'signoff-refused-offline')
  await page.getByLabel('Name of who signs').fill('Mrs Naidoo')
  await sign(page, 4)
  await save.click()
  await dialog.getByText('The signature has hardly any ink.').waitFor()
  expect(await nothingWaits(page)).toBe(true)
  await sign(page, 150)
  await save.click()
  await page.locator('#outbox').getByText('One change waits on this device to be sent.').waitFor()
  await closePage(page)
})

test('without a network a step that nobody started asks how long it took, in a time that can be read', async () => {
  const page = await open('/mywork')
  await untilStored(page, 'finishing')
  line.cut()
  await page.getByRole('link', { name: 'Finish Weld' }).click()
  const dialog = page.getByRole('dialog')
  const tries = [
    ['', missing.unclocked],
    ['soon', 'It must be a time such as'],
    ['8', 'Are these hours or minutes?'],
    ['9 h', 'is more than a day of 8 hours'],
  ] as const
  for (const [typed, said] of tries) {
    await dialog.getByLabel('How long did it take?').fill(typed)
    await dialog.getByRole('button', { name: 'Finish', exact: true }).click()
    await dialog.getByText(said).last().waitFor()
    expect(await dialog.getByText(said).filter({ visible: true }).count()).toBe(1)
  }
  await screenshot(page, 'finish-refused-offline')
  expect(await nothingWaits(page)).toBe(true)
  await dialog.getByLabel('Yes, it was that long').check()
  await dialog.getByRole('button', { name: 'Finish', exact: true }).click()
  await page.locator('#outbox').getByText('One change waits on this device to be sent.').waitFor()
  await closePage(page)
})

test('an empty note does not wait, and one that is pressed twice waits once', async () => {
  const page = await open('/mywork')
  await untilStored(page, stepid)
  line.cut()
  await page
    .getByRole('link', { name: 'Weld', exact: true })
    .or(page.getByRole('link', { name: 'Finish Weld' }))
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Write a note').click()
  const add = dialog.getByRole('button', { name: 'Add note' })
  await add.click()
  await dialog.getByText('This is required.').waitFor()
  expect(await nothingWaits(page)).toBe(true)
  await page.getByLabel('New note').fill('Gate locked')
  await add.dblclick()
  await eventually(() => readOutbox(page), [['New note: Gate locked']])
  await page.getByLabel('New note').fill('Key under the mat')
  await add.evaluate((button: HTMLElement) => {
    button.click()
    button.click()
  })
  const both = [['New note: Gate locked'], ['New note: Key under the mat']]
  await eventually(() => readOutbox(page), both)
  await add.click()
  await dialog.getByText('This is required.').waitFor()
  expect(await readOutbox(page)).toEqual(both)
  line.mend()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await eventually(() => countNotes('Key under the mat'), 1)
  expect(await countNotes('Gate locked')).toBe(1)
  await closePage(page)
})

test('without a network a photo that is empty or too large is refused at its button, and does not wait', async () => {
  const page = await open('/mywork')
  await page.getByRole('link', { name: 'Finish Weld' }).click()
  const chooser = page.locator('#step-photo')
  await chooser.waitFor({ state: 'attached' })
  line.cut()
  const most = server.services.config.maxuploadmb
  const photo = { name: 'gate.jpg', mimeType: 'image/jpeg' }
  for (const [bytes, said] of [
    [0, missing.file],
    [most * 1024 * 1024 + 1, fileTooLarge(most)],
  ] as const) {
    await chooser.setInputFiles({ ...photo, buffer: Buffer.alloc(bytes) })
    const error = page.locator('.photoform').getByText(said)
    await error.waitFor()
    expect(await isInSight(error)).toBe(true)
    await screenshot(page, 'photo-in-sight')
    await page.locator('dialog[open] .body').evaluate((body) => body.scrollTo(0, 0))
  }
  await screenshot(page, 'photo-refused-offline')
  expect([await overflowX(page), await axe(page)]).toEqual([0, []])
  expect(await nothingWaits(page)).toBe(true)
  await closePage(page)
})

test('a file that is empty is refused in its box before it is sent or waits', async () => {
  const page = await open(`/jobs/yard/progress?open=${reference.toLowerCase()}`)
  await page.getByRole('dialog').getByRole('tab', { name: 'Photos and files' }).click()
  const box = page.locator('[data-upload]').first()
  const chooser = box.locator('[data-upload-now][multiple]')
  await chooser.waitFor({ state: 'attached' })
  line.cut()
  await chooser.setInputFiles({ name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(0) })
  await box.getByText(missing.file).waitFor()
  expect(await isInSight(box.getByText(missing.file))).toBe(true)
  await screenshot(page, 'file-refused-offline')
  expect(await nothingWaits(page)).toBe(true)
  await closePage(page)
})

test('a note does not wait for a photo of the same job that was refused', async () => {
  const page = await open('/mywork')
  await page.getByRole('link', { name: 'Finish Weld' }).click()
  await page.locator('#step-photo').waitFor({ state: 'attached' })
  line.cut()
  const photo = { name: 'gate.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') }
  await page.locator('#step-photo').setInputFiles(photo)
  await page.locator('#outbox').getByText('One change waits on this device to be sent.').waitFor()
  await page.getByRole('dialog').getByText('Write a note').click()
  await page.getByLabel('New note').fill('Rust below the hinge')
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.locator('#outbox').getByText('2 changes wait on this device to be sent.').waitFor()
  line.mend()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await page.locator('#outbox').getByText('One was refused and not saved.').waitFor()
  await eventually(() => countNotes('Rust below the hinge'), 1)
  await closePage(page)
})

test('without a network a count of a sheet is a quantity, and the next line opens only after one', async () => {
  const { id } = await expectOk(server.people.admin.post('/api/stockcounts', { codes: 'TUBE' }))
  const page = await open(`/admin/stock/counts/${id}`)
  await page.getByRole('link', { name: 'Count', exact: true }).click()
  const field = page.getByLabel('Counted', { exact: true })
  await field.waitFor()
  line.cut()
  for (const [typed, said] of [
    ['abc', 'It must be a number with at most 6 decimals.'],
    ['-5', COUNTED_BELOW_ZERO],
    ['1e3', 'It must be a number with at most 6 decimals.'],
    ['123456789012345', tooLargeError('quantity')],
  ] as const) {
    await field.fill(typed)
    await page.keyboard.press('Enter')
    await page.getByText(said).waitFor()
    expect(await field.inputValue()).toBe(typed)
    // In the place of the hint.
    expect(await field.getAttribute('aria-describedby')).toBe(`${await field.getAttribute('id')}-error`)
    expect(await page.getByText('Nothing there is 0').isVisible()).toBe(false)
  }
  await screenshot(page, 'count-refused-offline')
  expect(await nothingWaits(page)).toBe(true)
  await field.fill('1 234,5')
  await page.keyboard.press('Enter')
  await eventually(() => readOutbox(page), [['Counted: 1234,5']])
  await closePage(page)
})

test('without a network the count of an item needs a figure at one place', async () => {
  const page = await open(`/inventory/${item}/stock`)
  await page.getByRole('link', { name: 'Count', exact: true }).click()
  const dialog = page.getByRole('dialog')
  const save = dialog.getByRole('button', { name: 'Book count' })
  await save.waitFor()
  line.cut()
  await save.click()
  await dialog.getByText(missing.counts).waitFor()
  await dialog.getByLabel('Counted at Shelf A').fill('-1')
  await save.click()
  await dialog.getByText(COUNTED_BELOW_ZERO).waitFor()
  await screenshot(page, 'item-count-refused-offline')
  expect([await overflowX(page), await axe(page)]).toEqual([0, []])
  expect(await nothingWaits(page)).toBe(true)
  await closePage(page)
})
