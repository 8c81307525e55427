import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { expectOk } from '#tests/support/answers.ts'
import { closePage, screenshot } from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { type BoardServer, startBoardServer } from './board-support.ts'

setDefaultTimeout(120_000)

let on: BoardServer
const ids: Record<'category' | 'worker' | 'bench' | 'fitting' | 'cupboard', string> = {
  ...{ category: '', worker: '', bench: '', fitting: '', cupboard: '' },
}

beforeAll(async () => {
  on = await startBoardServer()
  const add = async (path: string, body: object): Promise<string> =>
    (await expectOk(admin().post(path, body))).id
  ids.category = await add('/api/categories', { name: 'Kitchens', jobcategory: true, colour: '#336699' })
  for (const name of ['Cut', 'Fit'])
    await add('/api/steps', { category: ids.category, name, instruction: `${name} it`, lane: 3 })
  ids.worker = await add('/api/workers', { name: 'Thandi', rate: 120 })
  const hour = { baseunit: 'hour', rate: 240 }
  ids.bench = await add('/api/inventory', { code: 'BW', materialname: 'Bench work', ...hour })
  ids.fitting = await add('/api/inventory', {
    code: 'FS',
    materialname: 'Fitting on site',
    ...hour,
    price: 480,
  })
  const made = { materialname: 'Carcase', baseunit: 'each', inventoryclass: 3, price: 2000 }
  ids.cupboard = await add('/api/inventory', { code: 'CC', ...made })
  const inputs = [{ inventoryid: ids.bench, quantity: 3 }]
  await expectOk(admin().call('PUT', `/api/inventory/${ids.cupboard}/inputs`, inputs))
})
afterAll(() => on.stop())

const admin = () => on.people.admin

type Step = { id: string; step: { name: string } }
type Line = { inventoryid: string; consumed: number; workedminutes: number }

/** Four hours were worked on a step, and name no labour item. */
async function kitchenWorkedOn(stepname: string) {
  const about = { description: 'Kitchen', status: 3, client: on.clientid, categories: [ids.category] }
  const job = await on.addJob(about)
  const line = { jobid: job.id, role: 2, inventoryid: ids.cupboard, estimated: 4 }
  await expectOk(admin().post('/api/materials', line))
  await expectOk(admin().post('/api/materials', { ...line, role: 4, inventoryid: ids.fitting, estimated: 6 }))
  const steps: Step[] = await expectOk(admin().get(`/api/steps/job/${job.id}`))
  const jobstepid = steps.find(({ step }) => step.name === stepname)?.id
  const work = { jobid: job.id, jobstepid, workerid: ids.worker, minutes: 240 }
  await expectOk(admin().post('/api/jobs/timesheet', work))
  const used = async () => {
    const lines: Line[] = await expectOk(admin().get(`/api/materials/getMaterials/${job.id}`))
    return lines.map(({ inventoryid, consumed, workedminutes }) => [inventoryid, consumed, workedminutes])
  }
  const plan = () => expectOk(admin().get(`/api/jobs/${job.id}/timesheet/bill`))
  return { job, used, plan }
}

const plain = (texts: readonly string[]) => texts.map((text) => text.replaceAll('\u00a0', ' '))

test('the labour that was worked is chosen, and one undo takes back all that was used', async () => {
  const { job, used, plan } = await kitchenWorkedOn('Cut')
  const before = { used: await used(), plan: await plan() }
  const page = await on.openBoard('admin', { width: 1440, query: `?open=${job.reference.toLowerCase()}` })
  const dialog = page.locator('dialog.job')
  await dialog.locator('.stages').getByRole('button', { name: 'Use as estimated' }).click()
  const asked = page.getByRole('alertdialog')
  const labour = asked.getByLabel(/4.h.00 booked by Thandi on Cut is/)
  await labour.waitFor()
  expect(plain(await labour.locator('option').allTextContents())).toEqual([
    'Fitting on site',
    'Bench work, in the price of what is made',
  ])
  expect(await labour.inputValue()).toBe(ids.bench)
  await screenshot(page, 'use-time-1440')
  await labour.selectOption('Fitting on site')
  await asked.getByText(/4 of Carcase, and uses 12.hours of Bench work for it/).waitFor()
  await asked.getByText(/4.hours worked, R.1.920,00, in place of the 6.hours estimated/).click()
  await page.setViewportSize({ width: 390, height: 844 })
  await screenshot(page, 'use-time-390')
  await page.setViewportSize({ width: 1440, height: 900 })
  await asked.getByRole('button', { name: /as chosen/ }).click()
  const notice = page.locator('.snackbar', { hasText: 'as estimated' })
  await notice.waitFor()
  expect(plain([(await notice.textContent()) ?? ''])[0]).toContain(
    'Used as estimated, 1 as worked, with 1 input of what is made',
  )
  expect(await used()).toEqual([
    [ids.bench, 12, 0],
    [ids.cupboard, 4, 0],
    [ids.fitting, 4, 240],
  ])
  await notice.getByRole('button', { name: 'Undo' }).click()
  await eventually(used, before.used)
  await eventually(plan, before.plan)
  await closePage(page)
})

test('time on a step that is called as a labour line is used there, and the plan of what is made stays', async () => {
  const { job, used } = await kitchenWorkedOn('Fit')
  const page = await on.openBoard('admin', { width: 1440, query: `?open=${job.reference.toLowerCase()}` })
  const dialog = page.locator('dialog.job')
  await dialog.locator('.stages').getByRole('button', { name: 'Use as estimated' }).click()
  const asked = page.getByRole('alertdialog')
  await asked.getByText(/4.hours worked, R.1.920,00, in place of the 6.hours estimated/).click()
  await asked.getByRole('button', { name: /as chosen/ }).click()
  await eventually(used, [
    [ids.bench, 12, 0],
    [ids.cupboard, 4, 0],
    [ids.fitting, 4, 240],
  ])
  await closePage(page)
})

test('time that is left out is undecided again once what was used with it is taken back', async () => {
  const { job, used, plan } = await kitchenWorkedOn('Fit')
  const before = { used: await used(), plan: await plan() }
  const page = await on.openBoard('admin', { width: 1440, query: `?open=${job.reference.toLowerCase()}` })
  const dialog = page.locator('dialog.job')
  await dialog.locator('.stages').getByRole('button', { name: 'Use as estimated' }).click()
  const asked = page.getByRole('alertdialog')
  await asked.getByText(/Charge the 6.hours estimated.*; the time is not charged/).click()
  await asked.getByRole('button', { name: /as chosen/ }).click()
  const notice = page.locator('.snackbar', { hasText: 'as estimated' })
  await notice.getByRole('button', { name: 'Undo' }).click()
  await eventually(used, before.used)
  await eventually(plan, before.plan)
  await closePage(page)
})
