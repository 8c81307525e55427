import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { expectOk } from '#tests/support/answers.ts'
import { closePage, openPage, screenshot } from '#tests/support/browser.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { createJobFixtures, type JobFixtures } from '#tests/work/jobs-support.ts'

setDefaultTimeout(120_000)

let server: TestServer
let shop: JobFixtures
const admin = () => server.people.admin
beforeAll(async () => {
  server = await startTestServer()
  shop = await createJobFixtures(server)
})
afterAll(() => server.stop())

const inMonths = (months: number) =>
  Temporal.Now.plainDateISO('Africa/Johannesburg').add({ months }).toString()

test('the day of the next follows how often a job comes, until somebody chooses a day', async () => {
  const job = await expectOk(
    admin().post('/api/jobs', { boardid: shop.boardid, description: 'Geyser service' }),
  )
  const page = await openPage({ base: server.url, cookies: admin().cookie })
  await page.goto(`/jobs/work-shop/progress?open=${job.reference.toLowerCase()}`)
  const dialog = page.locator('dialog.job')
  await dialog.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Repeat…' }).click()
  const often = page.getByLabel('It comes')
  const next = page.getByLabel('Next on')
  expect(await next.inputValue()).toBe(inMonths(1))
  await often.selectOption('annually')
  expect(await next.inputValue()).toBe(inMonths(12))
  await screenshot(page, 'repeat-yearly')
  await often.selectOption('standalone')
  expect(await next.inputValue()).toBe('')
  await often.selectOption('quarterly')
  expect(await next.inputValue()).toBe(inMonths(3))
  const chosen = inMonths(2)
  await next.fill(chosen)
  await often.selectOption('weekly')
  expect(await next.inputValue()).toBe(chosen)
  await closePage(page)
})

test.each([1440, 390])(
  'a template is used by nobody, leads back to the templates, and to the job that it made: %i',
  async (width) => {
    const description = `Yearly service ${width}`
    const values = { boardid: shop.boardid, description, frequency: 'standalone' }
    const { id, reference } = await expectOk(admin().post('/api/jobs/template', values))
    const line = { jobid: id, role: 2, description: 'Service', estimated: 1, unit: 'each', linerate: 100 }
    await expectOk(admin().post('/api/materials', line))
    const page = await openPage({ base: server.url, cookies: admin().cookie, width })
    await page.goto(`/jobs/work-shop/progress?open=${reference.toLowerCase()}&tab=output`)
    const dialog = page.locator('dialog.job')
    await dialog.locator('tr.line').waitFor()
    expect(await dialog.getByRole('button', { name: /as estimated/ }).count()).toBe(0)
    await dialog.getByRole('button', { name: 'New job' }).click()
    const made = page.locator('.snackbar', { hasText: 'is made, in the first lane' }).getByRole('link')
    await made.waitFor()
    const name = await made.textContent()
    await screenshot(page, `template-used-${width}`)
    await made.click()
    await page.waitForURL(`**/progress?open=${name?.toLowerCase()}`)
    await page.goto(`/jobs/work-shop/progress?open=${reference.toLowerCase()}`)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.waitForURL('**/jobs/work-shop/templates')
    await closePage(page)
  },
)
