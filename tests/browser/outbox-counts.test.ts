import { beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import { expectOk } from '#tests/support/answers.ts'
import { axe, closePage, overflowX, screenshot, waitForSnackbar } from '#tests/support/browser.ts'
import { eventually, until } from '#tests/support/eventually.ts'
import { sayOnline } from '#tests/support/line.ts'
import { readOutbox, untilStored } from '#tests/support/stored-pages.ts'
import { serveOverLine } from './outbox-support.ts'

setDefaultTimeout(120_000)

let [shelf, angle, tube] = ['', '', '']
let sheet = ''

const on = serveOverLine(async ({ people: { admin } }) => {
  shelf = (await expectOk(admin.post('/api/storage', { name: 'Shelf A' }))).id
})
const { open } = on

async function addItem(name: string): Promise<{ id: string; code: string }> {
  const { admin } = on.server.people
  const code = `${name} ${Bun.randomUUIDv7()}`
  const item = { code, make: name, inventoryclass: 2, baseunit: 'm', rate: 12, defaultstorageid: shelf }
  const { id } = await expectOk(admin.post('/api/inventory', item))
  await expectOk(admin.post('/api/inventory/inbound', { inventoryid: id, quantity: 20 }))
  return { id, code }
}

beforeEach(async () => {
  const items = [await addItem('ANGLE'), await addItem('TUBE')] as const
  angle = items[0].id
  tube = items[1].id
  const codes = items.map(({ code }) => code).join('\n')
  sheet = (await expectOk(on.server.people.admin.post('/api/stockcounts', { codes }))).id
})

const onHand = async (id: string) =>
  (await expectOk(on.server.people.admin.get(`/api/inventory/${id}/levels`))).quantity
const lines = async () => (await expectOk(on.server.people.admin.get(`/api/stockcounts/${sheet}`))).lines
const numberOf = async (id: string) =>
  (await expectOk(on.server.people.admin.get(`/api/stockcounts/${id}`))).number
const counted = async () => (await lines()).map((one: { counted: number | null }) => one.counted)

const stored = (page: Page) =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('pages '))
    const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return keys.flat().map(({ url }) => new URL(url).pathname + new URL(url).search)
  })

async function sendAgain(page: Page) {
  on.line.mend()
  await sayOnline(page)
}

async function countOffline(page: Page, figure: string) {
  await page.getByLabel('Counted', { exact: true }).fill(figure)
  await page.getByRole('button', { name: 'Save and next' }).click()
}

/** At the first line of a sheet of these, without a network. */
async function openOffline(...names: string[]): Promise<Page> {
  const codes: string[] = []
  for (const name of names) codes.push((await addItem(name)).code)
  sheet = (await expectOk(on.server.people.admin.post('/api/stockcounts', { codes: codes.join('\n') }))).id
  const path = `/admin/stock/counts/${sheet}`
  const all = await lines()
  const page = await open(path)
  await untilStored(page, ...all.map(({ id }: { id: string }) => `line=${id}`))
  on.line.cut()
  await page.goto(`${path}/count?line=${all[0].id}`)
  await page.getByLabel('Counted', { exact: true }).click()
  return page
}

function noteDocuments(page: Page): string[] {
  const documents: string[] = []
  page.on('domcontentloaded', () => documents.push(page.url()))
  return documents
}

test('a sheet that was opened is counted without a network, line by line, and arrives as it was counted', async () => {
  const path = `/admin/stock/counts/${sheet}`
  const [first, second] = await lines()
  const page = await open(path)
  await until(async () => {
    const paths = await stored(page)
    return [first, second].every(({ id }) => paths.includes(`${path}/count?line=${id}`))
  }, 'the lines to be stored')
  on.line.cut()
  await page.goto(`${path}/count?line=${first.id}`)
  await countOffline(page, '19')
  await page.waitForURL(`**/count?line=${second.id}`)
  await page.getByText('One change waits on this device to be sent.').waitFor()
  await page.getByText('1 waits on this device to be sent').waitFor()
  await page.goBack()
  await page.waitForURL(`**/count?line=${first.id}`)
  await page.getByText('Waits to be sent: Count ').waitFor()
  expect([await overflowX(page), await axe(page)]).toEqual([0, []])
  await screenshot(page, 'count-waits')
  await page.goForward()
  await page.getByRole('heading', { name: 'TUBE' }).waitFor()
  await countOffline(page, '18,5')
  await waitForSnackbar(page, 'is left to be counted')
  await page.waitForURL(`**${path}`)
  await page.getByText('2 changes wait on this device to be sent.').waitFor()
  await page.getByText('2 wait on this device to be sent').waitFor()
  expect(await page.locator('#sheet').getByText('Waits to be sent: Count ').allInnerTexts()).toHaveLength(2)
  expect([await overflowX(page), await axe(page)]).toEqual([0, []])
  await screenshot(page, 'sheet-waits')
  await eventually(() => readOutbox(page), [['Counted: 19'], ['Counted: 18,5']])
  expect(await counted()).toEqual([null, null])
  await sendAgain(page)
  await eventually(counted, [19, 18.5])
  await until(async () => !(await page.locator('#outbox').isVisible()), 'the banner to go')
  await closePage(page)
})

test('what is typed ahead without a network comes to the line that follows', async () => {
  const path = `/admin/stock/counts/${sheet}`
  const [first, second] = await lines()
  const page = await open(path)
  await until(async () => {
    const paths = await stored(page)
    return [first, second].every(({ id }) => paths.includes(`${path}/count?line=${id}`))
  }, 'the lines to be stored')
  await page.goto(`${path}/count?line=${first.id}`)
  await page.getByLabel('Counted', { exact: true }).click()
  on.line.hold()
  await page.keyboard.type('19\n18\n')
  on.line.cut()
  await eventually(() => readOutbox(page), [['Counted: 19'], ['Counted: 18']])
  await sendAgain(page)
  await eventually(counted, [19, 18])
  await closePage(page)
})

test('without a network no key of a long sheet is lost, however fast they come or slow the device is', async () => {
  const page = await openOffline('BOLT', 'CLIP', 'HINGE', 'NAIL', 'PIN', 'WIRE')
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const documents = noteDocuments(page)
  await page.keyboard.type('101\n112\n123\n134\n', { delay: 60 })
  await page.keyboard.type('0')
  await page.keyboard.press('Enter')
  await page.keyboard.type('156\n', { delay: 120 })
  const figures = [101, 112, 123, 134, 0, 156]
  await eventually(
    () => readOutbox(page),
    figures.map((figure) => [`Counted: ${figure}`]),
  )
  await page.getByText('6 wait on this device to be sent').waitFor()
  expect(documents).toEqual([])
  await session.detach()
  await sendAgain(page)
  await eventually(counted, figures)
  await closePage(page)
})

test('a network that comes back between two keys changes neither figure nor line', async () => {
  const page = await openOffline('BOLT', 'CLIP', 'HINGE', 'NAIL')
  const documents = noteDocuments(page)
  await page.keyboard.type('101\n112\n')
  await page.getByRole('heading', { name: 'HINGE' }).waitFor()
  await sendAgain(page)
  await waitForSnackbar(page, 'connection has been restored')
  await page.keyboard.type('123\n134\n')
  await eventually(counted, [101, 112, 123, 134])
  expect(documents.filter((url) => url.includes('line='))).toEqual([])
  await closePage(page)
})

test('what is typed while earlier figures wait goes behind them, and past the last line nowhere', async () => {
  const page = await openOffline('BOLT', 'CLIP', 'HINGE', 'NAIL')
  await page.keyboard.type('1\n2\n')
  await page.getByRole('heading', { name: 'HINGE' }).waitFor()
  // The network is there before what waits is sent.
  await page.route('**/health', (route) => route.abort())
  on.line.mend()
  await page.keyboard.type('3\n4\n5\n')
  await page.waitForURL(`**/admin/stock/counts/${sheet}`)
  expect(await counted()).toEqual([null, null, null, null])
  await page.unroute('**/health')
  await sendAgain(page)
  await eventually(counted, [1, 2, 3, 4])
  await until(async () => !(await page.locator('#outbox').isVisible()), 'the banner to go')
  expect(await counted()).toEqual([1, 2, 3, 4])
  await closePage(page)
})

test('a line that is passed by takes nothing back, and a figure that waits stands in its field', async () => {
  const page = await openOffline('BOLT', 'CLIP', 'HINGE', 'NAIL')
  const [, clip] = await lines()
  await page.keyboard.type('11\n')
  await page.getByRole('heading', { name: 'CLIP' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'HINGE' }).waitFor()
  await page.keyboard.type('13\n14\n')
  await page.getByRole('heading', { name: 'CLIP' }).waitFor()
  const waiting = [['Counted: 11'], ['Counted: 13'], ['Counted: 14']]
  await eventually(() => readOutbox(page), waiting)
  await page.goBack()
  await page.getByRole('heading', { name: 'NAIL' }).waitFor()
  const field = page.getByLabel('Counted', { exact: true })
  await eventually(() => field.inputValue(), '14')
  await screenshot(page, 'count-waits-figure')
  await field.press('Enter')
  await page.getByRole('heading', { name: 'CLIP' }).waitFor()
  expect(await readOutbox(page)).toEqual(waiting)
  const other = { lines: [{ lineid: clip.id, counted: 98 }] }
  await expectOk(on.server.people.admin.patch(`/api/stockcounts/${sheet}/lines`, other))
  await sendAgain(page)
  await eventually(counted, [11, 98, 13, 14])
  await closePage(page)
})

test('what was counted with the network is not led to again without one', async () => {
  const path = `/admin/stock/counts/${sheet}`
  const [first, second] = await lines()
  const page = await open(path)
  await untilStored(page, `line=${first.id}`, `line=${second.id}`)
  await page.goto(`${path}/count?line=${first.id}`)
  await countOffline(page, '19')
  await page.getByRole('heading', { name: 'TUBE' }).waitFor()
  on.line.cut()
  await countOffline(page, '18')
  await page.waitForURL(`**${path}`)
  await sendAgain(page)
  await eventually(counted, [19, 18])
  await closePage(page)
})

async function countItemOffline(page: Page, figure: string) {
  await page.getByRole('link', { name: 'Count', exact: true }).click()
  await page.getByLabel('Counted at Shelf A').fill(figure)
  on.line.cut()
  await page.getByRole('button', { name: 'Book count' }).click()
  await waitForSnackbar(page, 'waits on this device')
  await page.getByText('Waits to be sent: Count ').waitFor()
}

test('the count of an item waits in sight, and a large difference asks before it is booked', async () => {
  const page = await open(`/inventory/${tube}/stock`)
  await countItemOffline(page, '2')
  await eventually(async () => (await readOutbox(page))[0]?.[0], 'Counted at Shelf A: 2')
  await screenshot(page, 'item-count-waits')
  await sendAgain(page)
  await page.getByText('One was refused and not saved.').waitFor()
  expect(await onHand(tube)).toBe(20)
  await page.locator('#outbox').getByRole('button', { name: 'Show' }).click()
  const dialog = page.locator('#outboxdialog')
  await dialog.getByText('Is the count right, and in the right unit? Nothing is booked.').waitFor()
  await screenshot(page, 'item-count-asks')
  expect(await axe(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save anyway' }).click()
  await eventually(() => onHand(tube), 2)
  await closePage(page)
})

test('a count whose sheet was booked meanwhile is refused, with where to count', async () => {
  const { admin } = on.server.people
  const path = `/admin/stock/counts/${sheet}`
  const [first, second] = await lines()
  const page = await open(`${path}/count?line=${first.id}`)
  on.line.cut()
  await countOffline(page, '4')
  await page.getByText('Waits to be sent: Count ').waitFor()
  await expectOk(
    admin.patch(`/api/stockcounts/${sheet}/lines`, { lines: [{ lineid: second.id, counted: 20 }] }),
  )
  for (const state of ['review', 'posted'])
    await expectOk(admin.patch(`/api/stockcounts/${sheet}`, { state }))
  await sendAgain(page)
  await page.getByText('One was refused and not saved.').waitFor()
  await eventually(() => page.locator('[data-waits-at]').filter({ visible: true }).allInnerTexts(), [])
  await page.locator('#outbox').getByRole('button', { name: 'Show' }).click()
  await page.locator('#outboxdialog').getByText('count it by itself, where its stock is shown').waitFor()
  expect(await onHand(angle)).toBe(20)
  await closePage(page)
})

test('a sheet no longer says that figures wait on this device once they were refused', async () => {
  const { admin } = on.server.people
  const page = await openOffline('BOLT', 'CLIP')
  const path = `/admin/stock/counts/${sheet}`
  const tab = await page.context().newPage()
  await tab.goto(path)
  await page.keyboard.type('1\n2\n')
  await page.waitForURL(`**${path}`)
  for (const one of [page, tab]) await one.getByText('2 wait on this device to be sent').waitFor()
  const all = await lines()
  await expectOk(
    admin.patch(`/api/stockcounts/${sheet}/lines`, {
      lines: all.map(({ id }: { id: string }) => ({ lineid: id, counted: 20 })),
    }),
  )
  for (const state of ['review', 'posted'])
    await expectOk(admin.patch(`/api/stockcounts/${sheet}`, { state }))
  await sendAgain(page)
  for (const one of [page, tab]) {
    await one.getByText('2 were refused and not saved.').waitFor()
    await eventually(() => one.locator('[data-waits-at]').filter({ visible: true }).allInnerTexts(), [])
  }
  await closePage(page)
})

test('a code that is scanned in a count without a network leads to its line, or says why not, and stays in the count', async () => {
  const page = await openOffline('ANGLE', 'TUBE')
  const [first, second] = await lines()
  const scan = page.getByLabel('Scan or type a code')
  await scan.fill(second.code)
  await scan.press('Enter')
  await page.getByRole('heading', { name: 'TUBE' }).waitFor()
  await page.waitForURL(`**/count?line=${second.id}`)
  await page.getByLabel('Scan or type a code').fill('NOWHERE')
  await page.getByRole('button', { name: 'Find', exact: true }).click()
  await waitForSnackbar(page, `nothing of Count ${await numberOf(sheet)} that is kept on this device`)
  await page.getByRole('heading', { name: 'TUBE' }).waitFor()
  expect(await page.getByLabel('Scan or type a code').inputValue()).toBe('NOWHERE')
  expect([await overflowX(page), await axe(page)]).toEqual([0, []])
  await screenshot(page, 'count-code-not-here')
  // As a scanner does it, wherever the keys go.
  await page.evaluate(
    (code) => document.dispatchEvent(new CustomEvent('joblane:scan', { detail: { code }, cancelable: true })),
    first.code,
  )
  await page.getByRole('heading', { name: 'ANGLE' }).waitFor()
  await closePage(page)
})
