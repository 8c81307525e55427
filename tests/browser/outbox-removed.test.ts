import { expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import { expectOk } from '#tests/support/answers.ts'
import { axe, closePage, overflowX, screenshot, setView } from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { sayOnline } from '#tests/support/line.ts'
import { untilStored } from '#tests/support/stored-pages.ts'
import { attemptsOnly, serveOverLine } from './outbox-support.ts'

setDefaultTimeout(120_000)

let jobid = ''
let worker = ''

const on = serveOverLine(async ({ people: { admin } }) => {
  const board = await expectOk(admin.post('/api/boards', { name: 'Yard' }))
  const job = { boardid: board.id, description: 'Mend the gate', status: 3 }
  jobid = (await expectOk(admin.post('/api/jobs', job))).id
  worker = (await expectOk(admin.post('/api/workers', { name: 'Ann', userid: admin.userid }))).id
})

async function addStep(name: string) {
  const { admin } = on.server.people
  const { id } = await expectOk(admin.post('/api/steps/job', { jobid, name }))
  await expectOk(admin.patch('/api/steps/job', { id, workerid: worker }))
}

async function isStarted(name: string): Promise<boolean> {
  const all = await expectOk(on.server.people.admin.get(`/api/steps/job/${jobid}`))
  const found = all.find((one: { step: { name: string } }) => one.step.name === name)
  return found.datestartedutc !== null
}

async function openMyWork(): Promise<Page> {
  const page = await on.open('/mywork', { before: attemptsOnly })
  await untilStored(page, '/mywork')
  return page
}

async function startOffline(page: Page, step: string) {
  on.line.cut()
  await page.getByRole('button', { name: `Start ${step}` }).click()
  await page.getByText(`Waits to be sent: Start ${step}`).waitFor()
}

const showOutbox = (page: Page) => page.locator('#outbox').getByRole('button', { name: 'Show' }).click()

const entry = (page: Page, label: string) => page.locator('#outboxdialog li').filter({ hasText: label })

const askToRemove = (page: Page, label: string) =>
  entry(page, label).getByRole('button', { name: 'Remove' }).click()

const agree = (page: Page) =>
  page
    .locator('dialog[open]')
    .filter({ hasText: 'Remove “' })
    .last()
    .getByRole('button', { name: 'Remove', exact: true })
    .click()

test('a start that waits is removed once that is agreed to, and what was done after it goes with it', async () => {
  await addStep('Weld')
  const page = await openMyWork()
  await startOffline(page, 'Weld')
  await page.getByRole('button', { name: 'Finish Weld' }).click()
  await page.getByText('2 changes wait on this device to be sent.').waitFor()
  await showOutbox(page)
  for (const [width, theme] of [
    [390, 'light'],
    [1440, 'dark'],
  ] as const) {
    await setView(page, { width, theme })
    expect([await overflowX(page), await axe(page)]).toEqual([0, []])
    await screenshot(page, `outbox-waits-remove-${width}-${theme}`)
  }
  await askToRemove(page, 'Start Weld')
  await page.getByText('What was done after it goes with it: Finish Weld.').waitFor()
  await page
    .getByText('If it reached the program before and only the answer was lost, it stays saved there.')
    .waitFor()
  await screenshot(page, 'outbox-remove-asked')
  await page.getByRole('button', { name: 'Cancel' }).last().click()
  await entry(page, 'Finish Weld').waitFor()
  await askToRemove(page, 'Start Weld')
  await agree(page)
  await page.getByText('Start Weld and Finish Weld were removed, and wait no more').waitFor()
  await eventually(() => page.locator('#outbox').isVisible(), false)
  await eventually(() => page.locator('#outboxdialog li').count(), 0)
  on.line.mend()
  await sayOnline(page)
  await page.reload()
  await page.getByRole('button', { name: 'Start Weld' }).waitFor()
  expect(await isStarted('Weld')).toBe(false)
  await closePage(page)
})

test('what is being sent cannot be removed, in the tab that sends it nor in another, and is never called removed', async () => {
  await addStep('Grind')
  const page = await openMyWork()
  await startOffline(page, 'Grind')
  const other = await page.context().newPage()
  await attemptsOnly(other)
  // It sends nothing as it opens.
  await other.goto('/mywork')
  for (const one of [page, other]) await showOutbox(one)
  await swallow(page)
  const asked = page.waitForRequest((request) => request.method() === 'POST')
  await sayOnline(page)
  await asked
  for (const one of [page, other]) {
    await askToRemove(one, 'Start Grind')
    await agree(one)
    await one.getByText('“Start Grind” is just being sent, so it cannot be removed').waitFor()
  }
  await screenshot(page, 'outbox-remove-sending')
  on.line.release()
  await eventually(() => isStarted('Grind'), true)
  await eventually(() => page.locator('#outboxdialog li').count(), 0)
  await closePage(page)
})

/** The program is heard, and what it is asked besides gets no answer. */
async function swallow(page: Page) {
  on.line.mend()
  on.line.hold()
  await page.route('**/health', (route) =>
    route.fulfill({ status: 200, headers: { 'x-joblane-version': '1' } }),
  )
}

test('what is removed is listed no more, and what is sent is called so, also while it gets no answer', async () => {
  for (const name of ['Bend', 'Fold']) await addStep(name)
  const page = await openMyWork()
  for (const name of ['Bend', 'Fold']) await startOffline(page, name)
  await showOutbox(page)
  await swallow(page)
  await askToRemove(page, 'Start Fold')
  const asked = page.waitForRequest((request) => request.method() === 'POST')
  await agree(page)
  await asked
  await eventually(() => entry(page, 'Start Fold').count(), 0)
  await entry(page, 'Start Bend').getByText('Is being sent, without an answer yet.').waitFor()
  await screenshot(page, 'outbox-going')
  on.line.release()
  await eventually(() => isStarted('Bend'), true)
  await closePage(page)
})

test('what was sent while it was asked whether to remove it is said to wait no more', async () => {
  await addStep('Drill')
  const page = await openMyWork()
  await startOffline(page, 'Drill')
  await showOutbox(page)
  await askToRemove(page, 'Start Drill')
  on.line.mend()
  await sayOnline(page)
  await eventually(() => isStarted('Drill'), true)
  await eventually(() => page.locator('#outboxdialog li').count(), 0)
  await agree(page)
  await page.getByText('“Start Drill” waits no more: it was sent meanwhile').waitFor()
  await closePage(page)
})

test('a figure that waits and is removed stands in its field no more, in whichever tab, and is not counted', async () => {
  const { admin } = on.server.people
  const codes = ['BOLT', 'CLIP'].map((make) => `${make} ${Bun.randomUUIDv7()}`)
  for (const [at, make] of ['BOLT', 'CLIP'].entries())
    await expectOk(admin.post('/api/inventory', { code: codes[at], make, inventoryclass: 2, baseunit: 'm' }))
  const sheet = (await expectOk(admin.post('/api/stockcounts', { codes: codes.join('\n') }))).id
  const lines = async () => (await expectOk(admin.get(`/api/stockcounts/${sheet}`))).lines
  const path = `/admin/stock/counts/${sheet}`
  const page = await on.open(path, { before: attemptsOnly })
  const ids = (await lines()).map(({ id }: { id: string }) => `line=${id}`)
  await untilStored(page, ...ids)
  on.line.cut()
  await page.goto(`${path}/count?${ids[0]}`)
  await page.getByLabel('Counted', { exact: true }).click()
  await page.keyboard.type('7\n')
  await page.getByRole('heading', { name: 'CLIP' }).waitFor()
  await page.goto(`${path}/count?${ids[0]}`)
  await eventually(() => page.getByLabel('Counted', { exact: true }).inputValue(), '7')
  const other = await page.context().newPage()
  await attemptsOnly(other)
  await other.goto(`${path}/count?${ids[0]}`)
  await eventually(() => other.getByLabel('Counted', { exact: true }).inputValue(), '7')
  await showOutbox(page)
  await askToRemove(page, 'Count BOLT')
  await agree(page)
  for (const one of [page, other])
    await eventually(() => one.getByLabel('Counted', { exact: true }).inputValue(), '')
  on.line.mend()
  await sayOnline(page)
  await page.reload()
  await eventually(
    async () => (await lines()).map((one: { counted: number | null }) => one.counted),
    [null, null],
  )
  await closePage(page)
})
