import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { expectOk } from '#tests/support/answers.ts'
import { closePage, setView } from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { coveredByMessage } from '#tests/support/phone.ts'
import { type BoardServer, startBoardServer } from './board-support.ts'

setDefaultTimeout(120_000)

let on: BoardServer
beforeAll(async () => {
  on = await startBoardServer()
})
afterAll(() => on.stop())

test('on a phone the newest message takes the place of the one before, also of one that can be undone', async () => {
  const page = await on.openBoard('admin', { width: 390 })
  const say = (message: string, more = {}) =>
    page.evaluate((snack) => void window.joblane.snackbar(snack), {
      level: 'warning',
      message,
      ...more,
    } as const)
  await say('First')
  await say('Second', { undo: { url: '/nowhere' } })
  await say('Third')
  await eventually(() => page.locator('.snackbar .text').allTextContents(), ['Third'])
  await setView(page, { width: 1440, theme: 'light' })
  await say('Fourth')
  await say('Fourth')
  await eventually(() => page.locator('.snackbar .text').allTextContents(), ['Third', 'Fourth'])
  await closePage(page)
})

test('on a phone a message lies in the window and over no button of the dialog', async () => {
  const job = await on.addJob({ description: 'Drive shafts', client: on.clientid })
  const page = await on.openBoard('admin', { width: 390 })
  for (const path of [
    `/jobs/floor/progress?open=${job.reference.toLowerCase()}`,
    '/clients/new',
    '/suppliers/new',
    `/clients/${on.clientid}`,
  ]) {
    await page.goto(path)
    await page.locator('dialog:modal .foot [data-close]').first().waitFor()
    expect([path, await coveredByMessage(page)]).toEqual([path, []])
    // What was under it is scrolled to.
    await page.locator('dialog:modal .body').evaluate((body) => body.scrollTo(0, body.scrollHeight))
    expect([path, await coveredByMessage(page)]).toEqual([path, []])
  }
  await closePage(page)
})

test('on a phone the last row of a page is scrolled clear of a message', async () => {
  const { admin } = on.people
  for (let at = 1; at <= 12; at++) await expectOk(admin.post('/api/clients', { name: `Client ${at}` }))
  const page = await on.openBoard('admin', { width: 390 })
  await page.goto('/clients')
  expect(await coveredByMessage(page)).toEqual([])
  await eventually(
    () =>
      page.evaluate(() => {
        scrollTo(0, document.documentElement.scrollHeight)
        const row = [...document.querySelectorAll('main tbody tr')].at(-1)!.getBoundingClientRect()
        return row.bottom <= document.querySelector('#snackbars')!.getBoundingClientRect().top
      }),
    true,
  )
  await closePage(page)
})
