import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { expectOk } from '#tests/support/answers.ts'
import { closePage, screenshot, setView } from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { type BoardServer, startBoardServer } from './board-support.ts'

setDefaultTimeout(120_000)

const LONG =
  'Replacement hinge pins in stainless steel for the cold room door, left and right, drilled to suit the frame'

let on: BoardServer
beforeAll(async () => {
  on = await startBoardServer()
})
afterAll(() => on.stop())

test('the words of a line are read whole, stay one paragraph, and Enter goes on to the next line', async () => {
  const { admin } = on.people
  const job = await on.addJob({ description: 'Cold room', client: on.clientid })
  for (const description of [LONG, 'Labour'])
    await expectOk(admin.post('/api/materials', { jobid: job.id, role: 2, description, estimated: 1 }))
  const page = await on.openBoard('admin', { query: `?open=${job.reference.toLowerCase()}` })
  const dialog = page.locator('dialog.job')
  await dialog.getByRole('tab', { name: 'Items and work' }).click()
  const [first, second] = [0, 1].map((n) => dialog.locator('[data-column=description]').nth(n))
  if (!first || !second) throw new Error('There are two lines')
  await first.waitFor()
  const cut = () =>
    first.evaluate((one) => [one.scrollWidth - one.clientWidth, one.scrollHeight - one.clientHeight])
  expect(await cut()).toEqual([0, 0])
  await screenshot(page, 'job-words')
  await second.focus()
  await page.evaluate(() => {
    const field = document.activeElement as HTMLTextAreaElement
    field.setSelectionRange(6, 6)
    document.execCommand('insertText', false, ' of two\nfitters ')
  })
  await first.focus()
  await page.keyboard.press('Enter')
  await eventually(() => second.evaluate((one) => one === document.activeElement), true)
  await eventually(() => second.inputValue(), 'Labour of two fitters')
  await setView(page, { width: 390, theme: 'dark' })
  // Two rows of it, and all of them to whoever is in it.
  expect((await first.boundingBox())?.height).toBeLessThanOrEqual(44)
  await first.focus()
  await eventually(cut, [0, 0])
  await screenshot(page, 'job-words-390')
  await closePage(page)
})

test('the address opens the lines, whose heads fit parts and labour', async () => {
  const job = await on.addJob({ description: 'Geyser', client: on.clientid })
  const values = { jobid: job.id, role: 2, description: 'Labour', estimated: 4 }
  await expectOk(on.people.admin.post('/api/materials', values))
  const page = await on.openBoard('admin', { query: `?open=${job.reference.toLowerCase()}&tab=output` })
  const dialog = page.locator('dialog.job')
  await dialog.getByRole('tab', { name: 'Items and work', selected: true }).waitFor()
  await dialog.getByRole('columnheader', { name: 'Done' }).waitFor()
  await dialog.getByText('What was used, worked or made goes under Done of its line.').waitFor()
  await page.keyboard.press('Escape')
  await eventually(() => new URL(page.url()).search, '')
  await closePage(page)
})
