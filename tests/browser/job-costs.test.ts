import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { expectOk } from '#tests/support/answers.ts'
import { closePage, faultsInBothViews, pageErrors, screenshot, setView } from '#tests/support/browser.ts'
import { type BoardServer, startBoardServer } from './board-support.ts'

setDefaultTimeout(120_000)

let on: BoardServer
beforeAll(async () => {
  on = await startBoardServer()
  await expectOk(on.people.admin.post('/api/organisations', { name: 'Karoo Joinery', prefix: 'KJ' }))
})
afterAll(() => on.stop())

test('a line without a cost says so, on the job and in what adds jobs up, until somebody enters it', async () => {
  const { admin } = on.people
  const { id, reference } = await on.addJob({ description: 'Built-in cupboards', status: 4 })
  const line = { jobid: id, role: 2, linerate: 900, estimated: 1, consumed: 1 }
  await expectOk(
    admin.post('/api/materials/many', [
      { ...line, description: 'Cupboard', costrate: 500 },
      { ...line, description: 'Fitting' },
    ]),
  )
  const page = await on.openBoard('admin')
  await page.goto('/billing')
  await page
    .getByRole('row', { name: /Built-in cupboards/ })
    .getByText('1 line without a cost')
    .waitFor()
  await page.goto('/reporting/job-margin')
  const row = page.getByRole('row', { name: new RegExp(`^${reference} `) })
  await row.getByRole('cell', { name: '1', exact: true }).waitFor()

  await page.goto(`/jobs/floor/progress?open=${reference.toLowerCase()}`)
  const job = page.locator('dialog.job')
  await job.getByRole('tab', { name: 'Items and work' }).click()
  const lines = job.getByRole('tabpanel', { name: 'Items and work' })
  await lines.getByText('Without a cost: Fitting').waitFor()
  await lines.getByRole('row', { name: 'Margin of net, at most 72,2 % 72,2 %' }).waitFor()
  await screenshot(page, 'line-without-cost')
  expect(await faultsInBothViews(page, { part: ['dialog.job'] })).toEqual([])
  await setView(page, { width: 390, theme: 'light' })
  await screenshot(page, 'line-without-cost-phone')
  await lines.getByText('no cost', { exact: true }).waitFor()
  await lines.getByRole('textbox', { name: 'Description' }).nth(1).focus()
  await lines.getByRole('textbox', { name: 'Cost, R' }).click()
  await page.keyboard.type('400')
  await page.keyboard.press('Enter')
  await lines.getByRole('row', { name: 'Margin of net 50 % 50 %' }).waitFor()
  expect(await lines.getByText('at most').count()).toBe(0)
  expect(await lines.getByRole('textbox', { name: 'Cost, R' }).count()).toBe(0)
  expect(pageErrors(page)).toEqual([])
  await closePage(page)
})

test('hours that were used without time, beside time, are said to cost what their item says', async () => {
  const { admin } = on.people
  const { id, reference } = await on.addJob({ description: 'Kitchen', status: 4 })
  const worker = await expectOk(admin.post('/api/workers', { name: 'Sipho', rate: 200 }))
  const hours = { jobid: id, role: 2, description: 'Bench work', unit: 'hr', linerate: 400, costrate: 240 }
  await expectOk(admin.post('/api/materials/many', [{ ...hours, estimated: 20, consumed: 20 }]))
  const openLines = async () => {
    const page = await on.openBoard('admin')
    await page.goto(`/jobs/floor/progress?open=${reference.toLowerCase()}`)
    await page.locator('dialog.job').getByRole('tab', { name: 'Items and work' }).click()
    return { page, lines: page.getByRole('tabpanel', { name: 'Items and work' }) }
  }
  const before = await openLines()
  await before.lines.getByRole('row', { name: 'Of which labour' }).waitFor()
  expect(await before.lines.getByText('without time').count()).toBe(0)
  await closePage(before.page)
  await expectOk(admin.post('/api/jobs/timesheet', { jobid: id, workerid: worker.id, minutes: 120 }))
  const { page, lines } = await openLines()
  await lines.getByRole('row', { name: 'Of that, without time 0,00 4 800,00' }).waitFor()
  await lines.getByText('How this is reckoned').click()
  await lines.getByText(/Use the time in place of the planned hours/).waitFor()
  await screenshot(page, 'hours-used-without-time')
  expect(pageErrors(page)).toEqual([])
  await closePage(page)
})

test('the margin of jobs shows every figure of a row, on a phone too', async () => {
  const { admin } = on.people
  const { id, reference } = await on.addJob({ description: 'Wardrobe', status: 4 })
  const client = await expectOk(
    admin.post('/api/clients', { name: 'Thembelihle Lodge and Conference Centre' }),
  )
  await expectOk(admin.patch(`/api/jobs/${id}`, { client: client.id }))
  const line = { jobid: id, role: 2, description: 'Wardrobe', estimated: 6, consumed: 6 }
  await expectOk(admin.post('/api/materials/many', [{ ...line, linerate: 38_000, costrate: 21_000 }]))
  const page = await on.openBoard('admin')
  await page.goto('/reporting/job-margin')
  const row = page.locator('tr[id]', { hasText: reference })
  const last = row.getByText('44,7', { exact: false }).last()
  for (const width of [1440, 390]) {
    await setView(page, { width, theme: 'light' })
    await last.waitFor()
    await screenshot(page, `job-margin-${width}`)
    const cut = await row.evaluate((shown) => {
      const [box, frame] = [shown.getBoundingClientRect(), shown.closest('.table')!.getBoundingClientRect()]
      return [...shown.querySelectorAll('td')]
        .filter((cell) => {
          const { right, bottom } = cell.getBoundingClientRect()
          return (
            cell.textContent !== '' && (bottom > box.bottom + 1 || right > frame.right || right > innerWidth)
          )
        })
        .map((cell) => cell.textContent)
    })
    expect([width, cut]).toEqual([width, []])
  }
  for (const head of ['Materials', 'Labour', 'Margin', 'Margin %'])
    expect(await row.locator(`td[data-label="${head}"]`).isVisible()).toBe(true)
  await closePage(page)
})
