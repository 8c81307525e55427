import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { randomUUIDv7 } from 'bun'
import type { Page } from 'playwright'
import { organisations } from '#db/schema/tenant/index.ts'
import { expectOk } from '#tests/support/answers.ts'
import { axe, closePage, openPage, overflowX, screenshot } from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { openLine } from '#tests/support/line.ts'
import { readOutbox, untilStored } from '#tests/support/stored-pages.ts'
import { by } from '#tests/work/jobs-support.ts'
import { shortDate } from '#views/format.ts'
import { type BoardServer, startBoardServer } from './board-support.ts'

setDefaultTimeout(120_000)

const GATE = 'Sliding gate of hot-dip galvanised square tube, 4200 by 1800 mm'

let on: BoardServer
let line: ReturnType<typeof openLine>
let job: { id: string; reference: string }
let [worker, materialid] = ['', '']
beforeAll(async () => {
  on = await startBoardServer()
  line = openLine(on.url)
  const { admin } = on.people
  await on.services.tenants.write(on.accountid, by, (tx) => {
    const instants = { createdutc: tx.now, updatedutc: tx.now }
    const own = { id: randomUUIDv7(), name: 'Drakensberg Joinery', prefix: 'DJ', flagdefault: true }
    tx.db
      .insert(organisations)
      .values({ ...own, ...instants })
      .run()
    tx.invalidateCaches()
  })
  worker = (await expectOk(admin.post('/api/workers', { name: 'Ann', userid: admin.userid }))).id
  const rack = (await expectOk(admin.post('/api/storage', { name: 'Rack 2' }))).id
  const tube = {
    code: 'SHS50',
    make: 'Square tube',
    inventoryclass: 2,
    baseunit: 'm',
    defaultstorageid: rack,
  }
  const { id: inventoryid } = await expectOk(admin.post('/api/inventory', tube))
  await expectOk(admin.post('/api/inventory/inbound', { inventoryid, storageid: rack, quantity: 9 }))
  job = await on.addJob({ description: 'Weld the gate', status: 3 })
  const planned = { jobid: job.id, inventoryid, estimated: 4, role: 1 }
  await expectOk(admin.post('/api/materials', planned))
  const sold = { jobid: job.id, role: 2, description: GATE, estimated: 1, linerate: 10, unit: 'ea' }
  materialid = (await expectOk(admin.post('/api/materials', sold))).id
})
afterAll(async () => {
  line.stop()
  await on.stop()
})
beforeEach(() => line.mend())

async function open(path: string): Promise<Page> {
  const cookies = on.people.admin.cookie
  const page = await openPage({ base: line.url, cookies, width: 390, installed: true })
  await page.goto(path)
  await page.waitForFunction(() => navigator.serviceWorker.controller)
  return page
}

async function sendAgain(page: Page) {
  line.mend()
  await page.evaluate(() => dispatchEvent(new Event('online')))
}

const read = (path: string) => expectOk(on.people.admin.get(path))

test('a pick of one tap waits on the picking list, and is sent', async () => {
  const picked = async () => (await read(`/api/jobs/${job.id}/pickinglist`))[0].picked
  const page = await open(`/picking/${job.id}`)
  line.cut()
  await page.getByRole('button', { name: 'Pick 4 m of Square tube' }).click()
  await page.getByText('Waits to be sent: Pick 4 m of Square tube').waitFor()
  expect([await overflowX(page), await axe(page)]).toEqual([0, []])
  await screenshot(page, 'pick-waits')
  expect(await picked()).toBe(0)
  await sendAgain(page)
  await eventually(picked, 4)
  await closePage(page)
})

test('the undo of a pick waits as well, from its message and from the list of picks', async () => {
  const { id } = await on.addJob({ description: 'Weld the rail', status: 3 })
  const inventoryid = (await read('/api/inventory/SHS50')).id
  await expectOk(on.people.admin.post('/api/materials', { jobid: id, inventoryid, estimated: 1, role: 1 }))
  const picked = async () => (await read(`/api/jobs/${id}/pickinglist`))[0].picked
  const page = await open(`/picking/${id}`)
  // On a phone what else is said, of a list that is drawn anew without a line, takes its place.
  await page.setViewportSize({ width: 1000, height: 900 })
  // However long it takes to press Undo.
  await page.evaluate(() => {
    const { setTimeout: wait } = globalThis
    globalThis.setTimeout = ((act: () => void, ms = 0) =>
      wait(act, ms === 6000 ? 600_000 : ms)) as typeof setTimeout
  })
  const pick = page.getByRole('button', { name: 'Pick 1 m of Square tube' })
  await pick.click()
  const undo = page.locator('.snackbar').getByRole('button', { name: 'Undo' })
  await undo.waitFor()
  line.cut()
  await undo.click()
  await page.getByText('Waits to be sent: Undo the pick of').first().waitFor()
  expect(await picked()).toBe(1)
  await sendAgain(page)
  await eventually(picked, 0)
  await pick.click()
  await eventually(picked, 1)
  await page.getByRole('link', { name: /Square tube/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Undo: 1 m' }).waitFor()
  line.cut()
  await dialog.getByRole('button', { name: 'Undo: 1 m' }).click()
  await page.getByText('Waits to be sent: Undo the pick of').first().waitFor()
  await sendAgain(page)
  await eventually(picked, 0)
  await closePage(page)
})

test('a timer is paused in the header of any page without a line', async () => {
  const { admin } = on.people
  const { id } = await expectOk(admin.post('/api/steps/job', { jobid: job.id, name: 'Weld' }))
  await expectOk(admin.patch('/api/steps/job', { id, workerid: worker, action: 'start' }))
  const running = async () => (await read(`/api/steps/job/${job.id}`))[0].running.length
  const page = await open('/clients')
  await page.locator('#timers .timing').click()
  line.cut()
  await page.getByRole('button', { name: 'Pause Weld' }).click()
  await page.locator('#timerlist').getByText('Waits to be sent: Pause Weld').waitFor()
  await screenshot(page, 'timer-waits')
  expect(await running()).toBe(1)
  await sendAgain(page)
  await eventually(running, 0)
  await closePage(page)
})

test('time that is entered in a timesheet waits there', async () => {
  const times = async () =>
    (await read(`/api/jobs/${job.id}/timesheet`)).map(({ detail }: { detail: string }) => detail)
  const page = await open('/timesheets')
  await page.getByRole('link', { name: 'Add time' }).first().click()
  const dialog = page.locator('#dialog dialog')
  await dialog.getByRole('combobox', { name: 'Job' }).fill(job.reference)
  await page.getByRole('option', { name: job.reference }).first().click()
  line.cut()
  await dialog.locator('#time-new').fill('0:20')
  const date = shortDate(await dialog.locator('#date-new').inputValue())
  await dialog.getByLabel('Details').fill('Swept the yard')
  await dialog.getByRole('button', { name: 'Add time' }).click()
  await page.getByText('One change waits on this device to be sent.').waitFor()
  expect(await times()).not.toContain('Swept the yard')
  await eventually(
    () => readOutbox(page),
    [
      [
        `Job: ${job.reference} Weld the gate`,
        'Time: 0:20',
        `Date: ${date}`,
        'Client: Charged',
        'Details: Swept the yard',
      ],
    ],
  )
  await sendAgain(page)
  await eventually(async () => (await times()).includes('Swept the yard'), true)
  await closePage(page)
})

test('a signature that was drawn without a line waits, and arrives as it was drawn', async () => {
  const { admin } = on.people
  const lines = [{ materialid, quantity: 1 }]
  const { id } = await expectOk(admin.post('/api/delivery', { boardid: on.boardid, lines }))
  const { number } = await expectOk(admin.patch(`/api/delivery/${id}`, { status: 'issued' }))
  const proof = async () => (await read(`/api/delivery/${id}`)).receivedby
  const page = await open(`/deliveries/${id}`)
  const dialog = page.locator('#dialog dialog')
  await dialog.getByRole('link', { name: 'Hand over' }).click()
  await dialog.getByLabel('Received by').fill('Thandi M.')
  await dialog.getByText('Something is short or damaged').click()
  await dialog.getByRole('textbox', { name: GATE }).first().fill('Hinge bent')
  await untilStored(page, '/mywork')
  const box = await dialog.locator('canvas').boundingBox()
  if (!box) throw new Error('There is no box to sign in.')
  await page.mouse.move(box.x + 30, box.y + 60)
  await page.mouse.down()
  await page.mouse.move(box.x + 200, box.y + 120, { steps: 12 })
  await page.mouse.up()
  const drawn = await dialog.locator('input[name=signature]').inputValue()
  line.cut()
  await dialog.getByRole('button', { name: 'Delivered' }).click()
  await page.getByText('One change waits on this device to be sent.').waitFor()
  expect([drawn.length > 10, await proof()]).toEqual([true, ''])
  await page.goto('/mywork')
  await page.locator('#outbox').getByRole('button', { name: 'Show' }).click()
  await eventually(() => readOutbox(page), [['Received by: Thandi M.', 'Signature: ', `${GATE}: Hinge bent`]])
  const image = page.locator('#outboxdialog').getByRole('img', { name: 'Signature' })
  await eventually(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth > 100), true)
  await screenshot(page, 'outbox-signature')
  expect([await overflowX(page), await axe(page)]).toEqual([0, []])
  await sendAgain(page)
  await eventually(proof, 'Thandi M.')
  const headers = { cookie: admin.cookie }
  expect((await fetch(`${on.url}/deliveries/${id}/signature`, { headers })).status).toBe(200)
  expect(number).toContain('DN')
  await closePage(page)
})
