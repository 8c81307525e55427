import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import { expectOk } from '#tests/support/answers.ts'
import { axe, closePage, openPage, overflowX, screenshot } from '#tests/support/browser.ts'
import { eventually, until } from '#tests/support/eventually.ts'
import { openLine } from '#tests/support/line.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { readOutbox } from '#tests/support/stored-pages.ts'
import { png } from '#tests/work/documents-support.ts'
import { shortDate } from '#views/format.ts'
import { missing } from '#views/ui/field-rules.ts'

setDefaultTimeout(120_000)

let server: TestServer
let line: ReturnType<typeof openLine>
let [board, worker] = ['', '']
let job: { id: string; reference: string }
beforeAll(async () => {
  server = await startTestServer()
  line = openLine(server.url)
  const { admin } = server.people
  board = (await expectOk(admin.post('/api/boards', { name: 'Yard' }))).id
  worker = (await expectOk(admin.post('/api/workers', { name: 'Ann', userid: admin.userid }))).id
})
afterAll(async () => {
  line.stop()
  await server.stop()
})
beforeEach(async () => {
  line.mend()
  const { admin } = server.people
  job = await expectOk(admin.post('/api/jobs', { boardid: board, description: 'Mend the gate', status: 3 }))
  const { id } = await expectOk(admin.post('/api/steps/job', { jobid: job.id, name: 'Weld' }))
  await expectOk(admin.patch('/api/steps/job', { id, workerid: worker }))
})

const read = (path: string) => expectOk(server.people.admin.get(path))
const steps = async () =>
  (await read(`/api/steps/job/${job.id}`)).map(
    (one: { datestartedutc: string | null; completed: boolean }) => [
      one.datestartedutc !== null,
      one.completed,
    ],
  )
const notes = async () =>
  (await read(`/api/jobs/${job.id}/notes`)).map(({ message }: { message: string }) => message)
const times = async () =>
  (await read(`/api/jobs/${job.id}/timesheet`)).map(({ time }: { time: number }) => time)
const files = async () =>
  (await read(`/api/documents/reference/${job.id}`)).map(({ filename }: { filename: string }) => filename)

/** The job on its board, on a phone, at one of its tabs. */
async function openJob(tab: string, { cookie: cookies } = server.people.admin): Promise<Page> {
  const page = await openPage({ base: line.url, cookies, width: 390, installed: true })
  await page.goto(`/jobs/yard/progress?open=${job.reference.toLowerCase()}`)
  await page.waitForFunction(() => navigator.serviceWorker.controller)
  await page.getByRole('dialog').getByRole('tab', { name: tab }).click()
  return page
}

async function sendAgain(page: Page) {
  line.mend()
  await page.evaluate(() => dispatchEvent(new Event('online')))
}

/** At the step or entry, and at the head of its job. */
async function saidTwice(page: Page, words: string) {
  for (const place of ['li, td', '.body > .waits'])
    await page.getByRole('dialog').locator(place).filter({ hasText: words }).first().waitFor()
}

const emptied = (page: Page) =>
  until(() => page.evaluate(() => localStorage.getItem('outbox') === null), 'nothing to wait')

test('a note that is written on the card without a line waits there, and is said to be sent', async () => {
  const page = await openJob('Notes')
  line.cut()
  await page.getByLabel('New note').fill('The hinge is worn')
  await page.getByRole('button', { name: 'Add note' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(`Waits to be sent: Note on ${job.reference}`).waitFor()
  await eventually(() => page.getByLabel('New note').inputValue(), '')
  await eventually(() => dialog.locator('.notes li').count(), 0)
  expect([await overflowX(page), await axe(page)]).toEqual([0, []])
  await screenshot(page, 'card-note-waits')
  await eventually(() => readOutbox(page), [['New note: The hinge is worn']])
  expect(await notes()).toEqual([])
  await sendAgain(page)
  await dialog.getByText(`Sent: Note on ${job.reference}.`).waitFor()
  await dialog.locator('.notes li').getByText('The hinge is worn').waitFor()
  expect(await notes()).toEqual(['The hinge is worn'])
  await closePage(page)
})

test('a step is started and finished on the card without a line, in that order and for the time between', async () => {
  const page = await openJob('Steps')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Start Weld' }).waitFor()
  line.cut()
  await dialog.getByRole('button', { name: 'Start Weld' }).click()
  await saidTwice(page, 'Waits to be sent: Start Weld')
  await dialog.getByRole('button', { name: 'More for Weld' }).click()
  await dialog.getByRole('menuitem', { name: 'Finish' }).click()
  await saidTwice(page, 'Waits to be sent: Start Weld, Finish Weld')
  await eventually(() => dialog.getByText('Completed').count(), 0)
  await screenshot(page, 'card-step-waits')
  expect(await steps()).toEqual([[false, false]])
  await sendAgain(page)
  await saidTwice(page, 'Sent: Start Weld, Finish Weld.')
  await dialog.getByText('Completed').waitFor()
  expect(await steps()).toEqual([[true, true]])
  await closePage(page)
})

test('a step that nobody started asks on the device how long it took, where the server cannot', async () => {
  const page = await openJob('Steps')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'More for Weld' }).click()
  line.cut()
  await dialog.getByRole('menuitem', { name: 'Finish' }).click()
  const finish = dialog.getByRole('button', { name: 'Finish step' })
  for (const [typed, said] of [
    ['', missing.unclocked],
    ['8', 'Are these hours or minutes?'],
  ] as const) {
    await dialog.getByLabel('How long did it take?').fill(typed)
    await finish.click()
    await dialog.locator('.askstep .error', { hasText: said }).waitFor()
    expect(await dialog.locator('.askstep').getByText(said).count()).toBe(1)
  }
  expect(await axe(page)).toEqual([])
  await screenshot(page, 'card-finish-refused')
  await dialog.getByLabel('How long did it take?').fill('1:30')
  await finish.click()
  await saidTwice(page, 'Waits to be sent: Finish Weld')
  await eventually(() => readOutbox(page), [['How long did it take?: 1:30']])
  await sendAgain(page)
  await eventually(times, [90])
  expect(await steps()).toEqual([[true, true]])
  await closePage(page)
})

test('a step that is given to somebody without a line waits, and says to whom', async () => {
  const page = await openJob('Steps')
  const dialog = page.getByRole('dialog')
  const chosen = dialog.getByRole('combobox', { name: 'Worker of Weld' })
  await eventually(() => chosen.inputValue(), worker)
  line.cut()
  await chosen.selectOption('')
  await saidTwice(page, 'Waits to be sent: Give Weld to nobody')
  await sendAgain(page)
  await eventually(() => chosen.inputValue(), '')
  line.cut()
  await chosen.selectOption('Ann')
  await saidTwice(page, 'Waits to be sent: Give Weld')
  await eventually(() => readOutbox(page), [['Worker of Weld: Ann']])
  await sendAgain(page)
  await eventually(async () => (await read(`/api/steps/job/${job.id}`))[0].worker?.name, 'Ann')
  await emptied(page)
  await closePage(page)
})

test('time that is added on the card without a line waits, and so does its correction', async () => {
  const page = await openJob('Timesheet')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Add time' }).click()
  line.cut()
  await dialog.locator('#time-minutes').fill('0:45')
  const date = `Date: ${shortDate(await dialog.locator('#time-date').inputValue())}`
  await dialog.getByRole('button', { name: 'Add time' }).click()
  await dialog.getByText(`Waits to be sent: 0 h 45 of time on ${job.reference}`).waitFor()
  expect(await times()).toEqual([])
  await eventually(() => readOutbox(page), [[date, 'Time: 0:45', 'Charged to the client: Yes']])
  await sendAgain(page)
  await eventually(times, [45])
  await dialog.getByRole('button', { name: /Correct the time of Ann/ }).click()
  line.cut()
  await dialog.locator('#time-minutes').fill('1:00')
  await dialog.getByLabel('Charged to the client').uncheck()
  await dialog.getByRole('button', { name: 'Save correction' }).click()
  await saidTwice(page, `Waits to be sent: Correct time on ${job.reference}`)
  expect(await times()).toEqual([45])
  await eventually(() => readOutbox(page), [[date, 'Time: 1:00', 'Worker: Ann', 'Charged to the client: No']])
  await screenshot(page, 'card-time-waits')
  await sendAgain(page)
  await eventually(times, [60])
  await emptied(page)
  await closePage(page)
})

test('a photo that is added to the files of the card without a line waits, bytes and all', async () => {
  const page = await openJob('Photos and files')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('tab', { name: 'Upload' }).click()
  line.cut()
  const photo = { name: 'hinge.png', mimeType: 'image/png', buffer: Buffer.from(png(3000, 2000)) }
  await dialog.locator('#upload-file').setInputFiles(photo)
  await dialog.getByRole('button', { name: 'Upload' }).click()
  await dialog.getByText('Waits to be sent: File “hinge”').filter({ visible: true }).waitFor()
  await eventually(() => dialog.locator('#upload-filename').inputValue(), '')
  expect(await files()).toEqual([])
  await eventually(() => readOutbox(page), [['Photo: hinge.png', 'Description: hinge']])
  await screenshot(page, 'card-file-waits')
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  await page.locator('#outbox').getByRole('button', { name: 'Show' }).click()
  const image = page.locator('#outboxdialog').getByRole('img', { name: 'hinge.png' })
  await until(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth === 3000), 'it to be drawn')
  expect(await image.evaluate((one) => one.clientWidth <= one.closest('dd')!.clientWidth)).toBe(true)
  expect(await axe(page)).toEqual([])
  await screenshot(page, 'outbox-photo')
  await sendAgain(page)
  await eventually(files, ['hinge'])
  const [{ id }] = await read(`/api/documents/reference/${job.id}`)
  const headers = { cookie: server.people.admin.cookie }
  const stored = await fetch(`${server.url}/api/documents/download/${id}`, { headers })
  expect(Buffer.from(await stored.arrayBuffer()).equals(photo.buffer)).toBe(true)
  await closePage(page)
})

test('two photos of one name wait as two, and one that is pressed twice as one', async () => {
  const page = await openJob('Photos and files')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('tab', { name: 'Upload' }).click()
  line.cut()
  const bytes = Buffer.from(png())
  for (const buffer of [bytes, bytes, Buffer.concat([bytes, Buffer.from([0])])]) {
    await dialog.locator('#upload-file').setInputFiles({ name: 'image.png', mimeType: 'image/png', buffer })
    await dialog.getByRole('button', { name: 'Upload' }).click()
    await eventually(() => dialog.locator('#upload-filename').inputValue(), '')
  }
  await page.getByText('2 changes wait on this device to be sent.').waitFor()
  await sendAgain(page)
  await eventually(async () => (await files()).filter((name: string) => name === 'image').length, 2)
  await closePage(page)
})

test('the same note of another person on the same phone waits too, and each goes out as its own', async () => {
  const { admin, management } = server.people
  const authors = async () =>
    (await read(`/api/jobs/${job.id}/notes`)).map(({ name }: { name: string }) => name).sort()
  const add = async () => {
    line.cut()
    await page.getByLabel('New note').fill('Ready')
    await page.getByRole('button', { name: 'Add note' }).click()
    await page.getByText(`Waits to be sent: Note on ${job.reference}`).first().waitFor()
  }
  const signInAs = async ({ cookie }: { cookie: string }) => {
    const [name = '', value = ''] = cookie.split(/=(.*)/s)
    // The page itself would send what waits, or go elsewhere.
    await page.goto('about:blank')
    await page.context().clearCookies()
    await page.context().addCookies([{ name, value, url: line.url }])
    line.mend()
    await page.goto(`/jobs/yard/progress?open=${job.reference.toLowerCase()}`)
    await page.getByRole('dialog').getByRole('tab', { name: 'Notes' }).click()
  }
  const page = await openJob('Notes')
  await add()
  await signInAs(management)
  await page
    .getByText('What somebody else did on this device waits until they sign in here.', { exact: true })
    .waitFor()
  await add()
  await sendAgain(page)
  // Here, and not on the server alone: what is left without its answer waits on.
  await page.getByText(`Sent: Note on ${job.reference}.`).first().waitFor()
  expect((await authors()).length).toBe(1)
  await signInAs(admin)
  await eventually(async () => new Set(await authors()).size, 2)
  await emptied(page)
  await closePage(page)
})

test('what comes after a change that waits does not overtake it, though the line is back', async () => {
  const page = await openJob('Notes')
  const add = async (note: string) => {
    await page.getByLabel('New note').fill(note)
    await page.getByRole('button', { name: 'Add note' }).click()
  }
  line.cut()
  await add('First')
  await page.getByText(`Waits to be sent: Note on ${job.reference}`).first().waitFor()
  // Nobody has told the page that the line is back.
  line.mend()
  await add('Second')
  await eventually(notes, ['Second', 'First'])
  await emptied(page)
  await closePage(page)
})

test('on a job that was removed meanwhile it is said by whom, and what waits is copied, or sent once it is restored', async () => {
  const { admin, agent } = server.people
  const page = await openJob('Details', agent)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const dialog = page.locator('dialog.job')
  line.cut()
  await dialog.getByLabel('Description').fill('Mend the gate today')
  await dialog.getByRole('tab', { name: 'Notes' }).click()
  await page.getByLabel('New note').fill('The hinge is worn')
  await page.getByRole('button', { name: 'Add note' }).click()
  await dialog.getByText(`Waits to be sent: Note on ${job.reference}`).waitFor()
  await expectOk(admin.delete(`/api/jobs/${job.id}`))
  await sendAgain(page)
  const why = `Job ${job.reference} was removed by admin Tester on`
  await dialog.getByText(`Not saved: Note on ${job.reference}. ${why}`).waitFor()
  await dialog.locator('.banner').getByText(why).waitFor()
  await eventually(() => dialog.getByRole('button', { name: 'Save' }).count(), 0)
  await eventually(() => dialog.getByText('Without a network').count(), 0)
  await dialog.getByRole('tab', { name: 'Details' }).click()
  expect(await dialog.getByLabel('Description').inputValue()).toBe('Mend the gate today')
  expect([await overflowX(page), await axe(page)]).toEqual([0, []])
  await screenshot(page, 'card-job-removed')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('button', { name: 'Close without saving' }).click()
  await page.locator('#outbox').getByRole('button', { name: 'Show' }).click()
  const outbox = page.locator('#outboxdialog')
  await outbox.getByText('It is sent by itself once it can be').waitFor()
  await eventually(() => outbox.getByRole('button', { name: 'Try again' }).count(), 0)
  await screenshot(page, 'outbox-job-removed')
  await outbox.getByRole('button', { name: 'Copy' }).click()
  await eventually(() => page.evaluate(() => navigator.clipboard.readText()), 'The hinge is worn')
  await expectOk(admin.patch(`/api/jobs/restore/${job.id}`, {}))
  await sendAgain(page)
  await eventually(notes, ['The hinge is worn'])
  await emptied(page)
  await closePage(page)
})

test('on a job that somebody closed meanwhile a step is refused in words on the card, and its note arrives', async () => {
  const { admin } = server.people
  const page = await openJob('Steps')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Start Weld' }).waitFor()
  line.cut()
  await dialog.getByRole('button', { name: 'Start Weld' }).click()
  await saidTwice(page, 'Waits to be sent: Start Weld')
  await dialog.getByRole('tab', { name: 'Notes' }).click()
  await page.getByLabel('New note').fill('The hinge is worn')
  await page.getByRole('button', { name: 'Add note' }).click()
  await dialog.getByText(`Waits to be sent: Start Weld, Note on ${job.reference}`).waitFor()
  await expectOk(admin.post('/api/jobs/reorder', { jobid: job.id, lane: 4, confirmed: true }))
  await sendAgain(page)
  await dialog.getByText(`Sent: Note on ${job.reference}.`).waitFor()
  await dialog.getByRole('tab', { name: 'Steps' }).click()
  await saidTwice(page, 'Not saved: Start Weld.')
  await dialog.getByText('move it back first').first().waitFor()
  expect(await steps()).toEqual([[false, false]])
  expect(await notes()).toEqual(['The hinge is worn'])
  expect([await overflowX(page), await axe(page)]).toEqual([0, []])
  await screenshot(page, 'card-refused')
  await closePage(page)
})

test('a note on a device whose storage is full stays typed on the card, and is not said to wait', async () => {
  const page = await openJob('Notes')
  const dialog = page.getByRole('dialog')
  await page.evaluate(() => {
    IDBObjectStore.prototype.add = () => {
      throw new DOMException('The disk is full.', 'QuotaExceededError')
    }
  })
  line.cut()
  await page.getByLabel('New note').fill('The hinge is worn')
  await page.getByRole('button', { name: 'Add note' }).click()
  await dialog.locator('#note-error').getByText('its storage is full or closed to this site').waitFor()
  await eventually(() => page.getByLabel('New note').inputValue(), 'The hinge is worn')
  await eventually(() => dialog.getByText('Waits to be sent').count(), 0)
  line.mend()
  await page.getByRole('button', { name: 'Add note' }).click()
  await eventually(notes, ['The hinge is worn'])
  await closePage(page)
})
