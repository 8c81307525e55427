import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { closePage, pageErrors, screenshot } from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { type BoardServer, findCard, startBoardServer } from './board-support.ts'

setDefaultTimeout(120_000)

let on: BoardServer
beforeAll(async () => {
  on = await startBoardServer()
  await on.people.admin.post('/api/organisations', { name: 'Joinery', flagdefault: true })
  for (const description of ['Drive shafts', 'Bollards']) {
    const { id } = await on.addJob({ description, client: on.clientid })
    await on.people.admin.post('/api/materials', { jobid: id, role: 2, description, estimated: 1 })
  }
  await on.addJob({ description: 'Railings', client: on.clientid })
})
afterAll(() => on.stop())

test('a mouse over a card shows its next step, which one click takes, and covers neither title nor client', async () => {
  const page = await on.openBoard('admin')
  const card = findCard(page, 'Drive shafts')
  await eventually(() => page.locator('.cardstep').count(), 0)
  await card.hover()
  const button = page.locator('.slot', { has: card }).getByRole('button', { name: 'Send the estimate' })
  await button.waitFor()
  await screenshot(page, 'card-step')
  await eventually(() => page.locator('.cardstep').count(), 1)
  const [over, title, client, around] = await Promise.all(
    [button, card.locator('.title'), card.locator('.client'), card].map((one) => one.boundingBox()),
  )
  expect(over!.y).toBeGreaterThanOrEqual(title!.y + title!.height)
  expect(over!.y).toBeGreaterThanOrEqual(client!.y + client!.height)
  expect(over!.y + over!.height).toBeLessThanOrEqual(around!.y + around!.height)
  expect(over!.x).toBeGreaterThan(around!.x)
  await findCard(page, 'Bollards').hover()
  await page
    .locator('.slot', { has: findCard(page, 'Bollards') })
    .locator('.cardstep')
    .waitFor()
  await eventually(() => page.locator('.cardstep').count(), 1)
  await page.locator('.cardstep').click()
  await page.getByRole('heading', { name: /Send Estimate/ }).waitFor()
  expect(pageErrors(page)).toEqual([])
  await closePage(page)
})

test('Tab leads from a card to its next step', async () => {
  const page = await on.openBoard('admin')
  await findCard(page, 'Bollards').focus()
  await page.locator('.cardstep').waitFor()
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.className)).toContain('cardstep')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: /Send Estimate/ }).waitFor()
  expect(pageErrors(page)).toEqual([])
  await closePage(page)
})

test('of a job without lines it leads to the first one, and to its estimate after that', async () => {
  const page = await on.openBoard('admin')
  await findCard(page, 'Railings').hover()
  await page.locator('.cardstep', { hasText: 'Add lines' }).click()
  const box = page.getByRole('combobox', { name: 'Add a line' })
  await box.waitFor()
  await page.waitForFunction(() => document.activeElement?.closest('.addline'))
  await screenshot(page, 'add-lines')
  await page.keyboard.type('Weld the railings')
  await page.getByRole('option', { name: 'As free text' }).click()
  await page.locator('dialog.job .stages').getByRole('button', { name: 'Send the estimate' }).waitFor()
  expect(pageErrors(page)).toEqual([])
  await closePage(page)
})

test('who may not take the step sees none, and a finger finds it in the dialog', async () => {
  const jobs = await on.openBoard('jobs')
  await findCard(jobs, 'Drive shafts').hover()
  await eventually(() => jobs.locator('.cardstep').count(), 0)
  await closePage(jobs)
  const phone = await on.openBoard('admin', { width: 390 })
  await findCard(phone, 'Drive shafts').tap()
  await phone.locator('dialog.job').getByRole('button', { name: 'Send the estimate' }).waitFor()
  await eventually(() => phone.locator('.cardstep').count(), 0)
  await closePage(phone)
})
