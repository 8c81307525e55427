import { beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import { expectOk } from '#tests/support/answers.ts'
import { axe, closePage, overflowX, screenshot, setView, waitForSnackbar } from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { sayOnline } from '#tests/support/line.ts'
import { untilStored } from '#tests/support/stored-pages.ts'
import { attemptsOnly, serveOverLine } from './outbox-support.ts'

setDefaultTimeout(120_000)

let [board, worker, inventoryid] = ['', '', '']
let job: { id: string; reference: string }
let stepid = ''

const on = serveOverLine(async ({ people: { admin } }) => {
  board = (await expectOk(admin.post('/api/boards', { name: 'Yard' }))).id
  worker = (await expectOk(admin.post('/api/workers', { name: 'Ann', userid: admin.userid }))).id
  const bolt = { code: 'BOLT', make: 'BOLT', inventoryclass: 2, baseunit: 'm' }
  inventoryid = (await expectOk(admin.post('/api/inventory', bolt))).id
  await expectOk(admin.post('/api/inventory/inbound', { inventoryid, quantity: 9 }))
})

beforeEach(async () => {
  const { admin } = on.server.people
  const values = { boardid: board, description: 'Mend the gate', status: 3 }
  job = await expectOk(admin.post('/api/jobs', values))
  stepid = (await expectOk(admin.post('/api/steps/job', { jobid: job.id, name: 'Weld' }))).id
  await expectOk(admin.patch('/api/steps/job', { id: stepid, workerid: worker }))
  await expectOk(admin.post('/api/materials', { jobid: job.id, inventoryid, estimated: 4, role: 1 }))
})

const startWeld = (page: Page) =>
  page.locator(`#step-${stepid}`).getByRole('button', { name: 'Start Weld' }).click()

const isStarted = async () => {
  const [step] = await expectOk(on.server.people.admin.get(`/api/steps/job/${job.id}`))
  return step.datestartedutc !== null
}

const showOutbox = (page: Page) => page.locator('#outbox').getByRole('button', { name: 'Show' }).click()

const entry = (page: Page, label: string) => page.locator('#outboxdialog li').filter({ hasText: label })

test('what waits for a job is named wherever the job says what waits, whichever page made it', async () => {
  const path = `/jobs/yard/progress?open=${job.reference.toLowerCase()}`
  const page = await on.open('/clients', { before: attemptsOnly })
  await page.goto(path)
  await page.locator('dialog.job').getByRole('tab', { name: 'Steps' }).click()
  await page.locator('dialog.job').getByRole('button', { name: 'Start Weld' }).waitFor()
  await untilStored(page, path, `/api/jobs/${job.id}`, `/api/steps/job/${job.id}`)
  await page.goto('/mywork')
  await untilStored(page, '/mywork', `/mywork/jobs/${job.id}`, `/mywork/jobs/${job.id}/signoff`)
  on.line.cut()
  await startWeld(page)
  const words = 'Waits to be sent: Start Weld'
  // Once, at the step.
  await page.locator(`#step-${stepid}`).getByText(words).waitFor()
  expect(await page.getByText(words).filter({ visible: true }).count()).toBe(1)
  const dialog = page.getByRole('dialog')
  await page.getByRole('link', { name: new RegExp(`^${job.reference} `) }).click()
  await dialog.getByText(words).filter({ visible: true }).waitFor()
  expect([await overflowX(page), await axe(page)]).toEqual([0, []])
  await screenshot(page, 'mywork-job-waits')
  await dialog.getByRole('button', { name: 'Show', exact: true }).click()
  await entry(page, 'Start Weld').waitFor()
  await page.locator('#outboxdialog').getByRole('button', { name: 'Close' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: `Have the client sign for ${job.reference}` }).click()
  await dialog.getByText(words).waitFor()
  await screenshot(page, 'signoff-waits')
  await page.goto(path)
  await page.locator('dialog.job .body > .waits', { hasText: words }).waitFor()
  expect([await overflowX(page), await axe(page)]).toEqual([0, []])
  for (const theme of ['light', 'dark'] as const) {
    await setView(page, { width: 390, theme })
    await screenshot(page, `card-waits-${theme}`)
  }
  await closePage(page)
})

test('what waits names its job, or its count, in the outbox and before it is removed', async () => {
  const { admin } = on.server.people
  const sheet = (await expectOk(admin.post('/api/stockcounts', { codes: 'BOLT' }))).id
  const { number, lines } = await expectOk(admin.get(`/api/stockcounts/${sheet}`))
  const page = await on.open(`/admin/stock/counts/${sheet}`, { before: attemptsOnly })
  await untilStored(page, `/admin/stock/counts/${sheet}/count?line=`)
  await page.goto(`/picking/${job.id}`)
  await untilStored(page, `/picking/${job.id}`)
  await page.goto('/mywork')
  await untilStored(page, '/mywork', `/mywork/steps/${stepid}`)
  on.line.cut()
  await startWeld(page)
  await page.getByRole('link', { name: 'Weld', exact: true }).last().click()
  await page.getByRole('dialog').getByText('Write a note').click()
  await page.getByLabel('New note').fill('The hinge is worn')
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.getByText('2 changes wait on this device to be sent.').waitFor()
  await page.goto(`/picking/${job.id}`)
  await page.getByRole('button', { name: 'Pick 4 m of BOLT' }).click()
  await page.getByText('3 changes wait on this device to be sent.').waitFor()
  await page.goto(`/admin/stock/counts/${sheet}/count?line=${lines[0].id}`)
  await page.getByLabel('Counted', { exact: true }).click()
  await page.keyboard.type('7\n')
  await page.getByText('4 changes wait on this device to be sent.').waitFor()
  await showOutbox(page)
  for (const [label, names] of [
    ['Start Weld', [`For ${job.reference}`]],
    [`Note on ${job.reference}`, []],
    ['Pick 4 m of BOLT', [`For ${job.reference}`]],
    ['Count BOLT', [`For count ${number}`]],
  ] as const)
    await eventually(() => entry(page, label).locator('p.hint').allInnerTexts(), [...names])
  for (const [width, theme] of [
    [390, 'light'],
    [390, 'dark'],
    [1440, 'light'],
  ] as const) {
    await setView(page, { width, theme })
    expect([await overflowX(page), await axe(page)]).toEqual([0, []])
    await screenshot(page, `outbox-names-${width}-${theme}`)
  }
  await entry(page, 'Start Weld').getByRole('button', { name: 'Remove' }).click()
  await page.getByText(`Remove “Start Weld” for ${job.reference}?`).waitFor()
  await closePage(page)
})

test('what a version before kept without the name of its job is shown as before, and sent', async () => {
  const page = await on.open('/mywork', { before: attemptsOnly })
  await untilStored(page, '/mywork')
  on.line.cut()
  await startWeld(page)
  await page.getByText('One change waits on this device to be sent.').waitFor()
  await page.evaluate(async () => {
    const asked = indexedDB.open('joblane')
    await new Promise((done) => asked.addEventListener('success', done))
    const tx = asked.result.transaction('waiting', 'readwrite')
    const store = tx.objectStore('waiting')
    const all = store.getAll()
    await new Promise((done) => all.addEventListener('success', done))
    for (const { of: _, ...before } of all.result) store.put(before)
    await new Promise((done) => tx.addEventListener('complete', done))
    asked.result.close()
  })
  await showOutbox(page)
  await page.reload()
  // Open as it was.
  await entry(page, 'Start Weld').waitFor()
  await page.locator(`#step-${stepid}`).getByText('Waits to be sent: Start Weld').waitFor()
  await eventually(() => entry(page, 'Start Weld').locator('p.hint').count(), 0)
  on.line.mend()
  await sayOnline(page)
  await eventually(isStarted, true)
  await closePage(page)
})

test('a start that waits and is pressed again is said to wait already, and waits once', async () => {
  const page = await on.open('/mywork', { before: attemptsOnly })
  await untilStored(page, '/mywork')
  on.line.cut()
  await startWeld(page)
  await waitForSnackbar(page, 'No network: “Start Weld” waits on this device')
  await startWeld(page)
  await waitForSnackbar(page, '“Start Weld” waits on this device already')
  await eventually(() => page.locator('#outboxdialog li').count(), 1)
  await closePage(page)
})
