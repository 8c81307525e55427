import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Locator } from 'playwright'
import { expectOk } from '#tests/support/answers.ts'
import { axe, closePage, openPage, overflowX, screenshot, setView } from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { openLine } from '#tests/support/line.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { untilStored } from '#tests/support/stored-pages.ts'

setDefaultTimeout(120_000)

let server: TestServer
let line: ReturnType<typeof openLine>
let job: { id: string; reference: string }
beforeAll(async () => {
  server = await startTestServer()
  line = openLine(server.url)
  const { admin } = server.people
  const board = (await expectOk(admin.post('/api/boards', { name: 'Yard' }))).id
  const worker = (await expectOk(admin.post('/api/workers', { name: 'Ann', userid: admin.userid }))).id
  const values = { boardid: board, description: 'Replace the geyser', status: 3, assignee: worker }
  job = await expectOk(admin.post('/api/jobs', values))
})
afterAll(async () => {
  line.stop()
  await server.stop()
})

const signoffs = async () =>
  (await expectOk(server.people.admin.get(`/api/jobs/${job.id}/signoffs`))).map(
    ({ name }: { name: string }) => name,
  )

const STROKES = '320 160*10 80 0 60 20 40 110 120 80'

test('a client signs on the phone without a line, and the office has it once there is one', async () => {
  const { cookie: cookies } = server.people.admin
  const page = await openPage({ base: line.url, cookies, width: 390, installed: true })
  await page.goto('/mywork')
  await page.waitForFunction(() => navigator.serviceWorker.controller)
  await untilStored(page, '/mywork', `/mywork/jobs/${job.id}/signoff`)
  expect([await overflowX(page), await axe(page)]).toEqual([0, []])
  await screenshot(page, 'mywork-390')
  line.cut()
  await page.getByRole('link', { name: `Have the client sign for ${job.reference}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name of who signs').fill('Mrs Naidoo')
  const canvas = dialog.locator('canvas')
  const box = (await canvas.boundingBox())!
  await page.mouse.move(box.x + 30, box.y + 90)
  await page.mouse.down()
  await page.mouse.move(box.x + 120, box.y + 40, { steps: 5 })
  await page.mouse.move(box.x + 220, box.y + 110, { steps: 5 })
  await page.mouse.up()
  expect([await overflowX(page), await axe(page)]).toEqual([0, []])
  await screenshot(page, 'signoff-390')
  await dialog.getByRole('button', { name: 'Sign', exact: true }).click()
  await page.getByText(`Waits to be sent: Signature for ${job.reference}`).first().waitFor()
  expect(await signoffs()).toEqual([])
  line.mend()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await eventually(signoffs, ['Mrs Naidoo'])
  await closePage(page)
  const office = await openPage({ base: server.url, cookies })
  await office.goto(`/jobs/yard/progress?open=${job.reference.toLowerCase()}`)
  await office.getByRole('dialog').getByText('signed for by Mrs Naidoo').waitFor()
  const signed = office.locator('.estimatefacts > span', { hasText: 'signed for by' })
  expect(await signed.evaluate((one) => getComputedStyle(one, '::first-letter').textTransform)).toBe(
    'uppercase',
  )
  // The dot before it stands in the middle of its row, which the signature makes high.
  const places = await signed.evaluate((one) => {
    const { top, lineHeight } = getComputedStyle(one, '::before')
    return [
      Number.parseFloat(top) + Number.parseFloat(lineHeight) / 2,
      one.getBoundingClientRect().height / 2,
    ]
  })
  expect(Math.abs(places[0]! - places[1]!)).toBeLessThan(3)
  await screenshot(office, 'signed-1440')
  await office.getByRole('button', { name: 'Remove the signature of Mrs Naidoo' }).click()
  await office.getByLabel('Why').fill('The wrong job')
  await screenshot(office, 'signed-removing-1440')
  expect(await axe(office)).toEqual([])
  await office.getByRole('button', { name: 'Remove', exact: true }).click()
  await office.getByText('signed for by Mrs Naidoo').waitFor({ state: 'detached' })
  expect(await signoffs()).toEqual([])
  await closePage(office)
})

test('a long name of who signed stays within the page', async () => {
  const { admin } = server.people
  const name = 'Ngcobohlongwane'.repeat(6)
  await expectOk(admin.post(`/api/jobs/${job.id}/signoffs`, { name, signature: STROKES }))
  const page = await openPage({ base: server.url, cookies: admin.cookie, width: 390 })
  const isWithin = (place: Locator) =>
    place.evaluate((one) => {
      const words = document.createRange()
      words.selectNodeContents(one)
      return (
        words.getBoundingClientRect().right <=
        Math.min(innerWidth, one.parentElement!.getBoundingClientRect().right)
      )
    })
  await page.goto('/mywork')
  const chip = page.locator('.chip', { hasText: 'Signed by' })
  expect([await isWithin(chip), await overflowX(page), await axe(page)]).toEqual([true, 0, []])
  await screenshot(page, 'mywork-long-signer')
  await page.getByRole('link', { name: `See the signature for ${job.reference}` }).click()
  const said = page.locator('.signedoff p')
  await said.waitFor()
  expect([await isWithin(said), await overflowX(page), await axe(page)]).toEqual([true, 0, []])
  await screenshot(page, 'signoff-long-signer')
  await page.goto(`/jobs/yard/progress?open=${job.reference.toLowerCase()}`)
  await page.locator('dialog.job .foldpapers').click()
  const fact = page.locator('.estimatefacts > span', { hasText: 'signed for by' })
  await fact.waitFor()
  expect([await isWithin(fact), await overflowX(page), await axe(page)]).toEqual([true, 0, []])
  await screenshot(page, 'job-long-signer')
  await page.getByRole('button', { name: 'Remove the signature of' }).click()
  const asked = page.getByRole('heading', { name: 'Remove the signature of' })
  await asked.waitFor()
  expect([await isWithin(asked), await overflowX(page), await axe(page)]).toEqual([true, 0, []])
  await screenshot(page, 'remove-long-signer')
  await setView(page, { width: 390, theme: 'dark' })
  await screenshot(page, 'remove-long-signer-dark')
  await closePage(page)
})
