import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
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

const isOnTop = (page: Page, words: string) =>
  page.locator('.snackbar', { hasText: words }).evaluate((bar) => {
    const { left, top, width, height } = bar.getBoundingClientRect()
    return bar.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })

/** What the dialog on top shows under the messages, which make room in the frame after they came. */
const covered = (page: Page, selector: string) =>
  page.evaluate((selector) => {
    const bars = document.querySelector('#snackbars')!.getBoundingClientRect()
    const dialog = [...document.querySelectorAll('dialog:modal')].at(-1)!
    const body = dialog.querySelector('.body')!
    const end = body.getBoundingClientRect().top + body.clientHeight
    return [...dialog.querySelectorAll(selector)]
      .filter((one) => {
        const { left, right, top, bottom, width } = one.getBoundingClientRect()
        const seen = one.closest('.body') ? Math.min(bottom, end) : bottom
        const isBeside = left >= bars.right || right <= bars.left || top >= bars.bottom || seen <= bars.top
        return width > 0 && seen > top && !isBeside
      })
      .map((one) => one.outerHTML.slice(0, 80))
  }, selector)

const coveredButtons = (page: Page) => covered(page, '.foot button, .foot a, [data-close]')

const say = (page: Page, message: string) =>
  page.evaluate(
    (message) =>
      void window.joblane.snackbar({ level: 'success', message, ms: 600_000, undo: { url: '/nowhere' } }),
    message,
  )

test.each([1440, 390] as const)(
  'at %d px a message is seen above every dialog, whichever opens and closes',
  async (width) => {
    const job = await on.addJob({ description: 'Propeller', client: on.clientid })
    const page = await on.openBoard('admin', { width, query: `?open=${job.reference.toLowerCase()}` })
    await page.locator('dialog.job:modal .foot [data-close]').first().waitFor()
    await say(page, 'Before')
    await eventually(() => coveredButtons(page), [])
    await page.evaluate(() => {
      void window.joblane.confirm({ question: 'Is it so?', yes: 'Keep it' })
    })
    await page.locator('dialog.confirm:modal').waitFor()
    await eventually(() => isOnTop(page, 'Before'), true)
    await say(page, 'Within')
    expect(await isOnTop(page, 'Within')).toBe(true)
    await eventually(() => coveredButtons(page), [])
    await page.locator('dialog.confirm [data-answer=yes]').click()
    await page.locator('dialog.confirm').waitFor({ state: 'detached' })
    expect(await isOnTop(page, 'Within')).toBe(true)
    await eventually(() => coveredButtons(page), [])
    await page.locator('.snackbar', { hasText: 'Within' }).locator('.hide').click()
    await closePage(page)
  },
)

test('a message covers no button of a dialog, however high the dialog is', async () => {
  const page = await on.openBoard('admin')
  for (const path of ['/clients/new', '/suppliers/new', `/clients/${on.clientid}`])
    for (const height of [900, 700, 560]) {
      await page.setViewportSize({ width: 1440, height })
      await page.goto(path)
      await page.locator('dialog:modal .foot [data-close]').first().waitFor()
      await say(page, 'A message that is as long as they are when something is told')
      await eventually(async () => [path, height, await coveredButtons(page)], [path, height, []])
    }
  await closePage(page)
})

test('a message covers nothing of what a dialog shows, and pushes no button out of it', async () => {
  const page = await on.openBoard('admin')
  const job = await on.addJob({ description: 'Rudder', client: on.clientid })
  for (const path of ['/clients/new', `/jobs/floor/progress?open=${job.reference.toLowerCase()}`])
    for (const height of [900, 700, 560]) {
      await page.setViewportSize({ width: 1440, height })
      await page.goto(path)
      await page.locator('dialog:modal .foot [data-close]').first().waitFor()
      const last = page.locator('dialog:modal .body :is(input, textarea):visible').last()
      await last.focus()
      await last.evaluate((field) => field.scrollIntoView({ block: 'end' }))
      await say(page, 'A message that is as long as they are when something is told')
      await eventually(
        async () => [path, height, await covered(page, '.body :is(label, input, textarea, button, a, p)')],
        [path, height, []],
      )
      const isWhole = await page
        .locator('dialog:modal .foot')
        .first()
        .evaluate((foot) => {
          const [inner, outer] = [foot, foot.closest('dialog')!].map(
            (one) => one.getBoundingClientRect().bottom,
          )
          return inner! <= outer! + 1
        })
      expect([path, height, isWhole]).toEqual([path, height, true])
    }
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
