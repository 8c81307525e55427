import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import { closePage, nextFrames, pageErrors } from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { type BoardServer, findCard, lane, startBoardServer } from './board-support.ts'

setDefaultTimeout(120_000)

/** So many frames in which the lanes stand still, one after the other, are a rest. */
const REST_FRAMES = 8

/** Beside the right end of a phone. */
const EDGE = 375

let on: BoardServer
beforeAll(async () => {
  on = await startBoardServer()
})
afterAll(() => on.stop())

const rests = (page: Page) => page.evaluate(() => (window as unknown as { rests: number[] }).rests)

/** Notes where the lanes stand still, in lanes from the first. */
const noteRests = (page: Page) =>
  page.evaluate((least) => {
    const list = document.querySelector('.lane')?.parentElement as HTMLElement
    const [first, second] = list.children
    const step = (second?.getBoundingClientRect().left ?? 0) - (first?.getBoundingClientRect().left ?? 0)
    const rests: number[] = []
    Object.assign(window, { rests })
    let [last, still] = [list.scrollLeft, 0]
    const look = () => {
      still = list.scrollLeft === last ? still + 1 : 0
      last = list.scrollLeft
      if (still === least) rests.push(Math.round((last / step) * 10) / 10)
      requestAnimationFrame(look)
    }
    look()
  }, REST_FRAMES)

test('a card that a finger holds at the edge goes on by one lane at a time, and falls on the one in sight', async () => {
  const { id } = await on.addJob({ description: 'Held', status: 1 })
  const page = await on.openBoard('admin', { width: 390, isolated: true })
  const cdp = await page.context().newCDPSession(page)
  // Where nothing is drawn the browser scrolls without asking the page.
  await cdp.send('Emulation.setVisibleSize', { width: 390, height: 844 })
  await nextFrames(page)
  const box = await findCard(page, 'Held').boundingBox()
  if (!box) throw new Error('It is in view')
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number, y: number) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] })
  const [x, y] = [box.x + box.width / 2, box.y + 30]
  await touch('touchStart', x, y)
  await page.locator('[data-dragging] > .card').waitFor()
  await noteRests(page)
  for (let n = 1; n <= 10; n++) await touch('touchMove', x + ((EDGE - x) * n) / 10, y + 20)
  // A finger is never quite still.
  for (let n = 0; !(await rests(page)).some((at) => at >= 0.9); n++) {
    await touch('touchMove', EDGE - (n % 2), y + 20)
    await nextFrames(page)
  }
  await touch('touchMove', 195, y + 40)
  await nextFrames(page)
  await touch('touchMove', 195, y + 44)
  await nextFrames(page)
  expect((await rests(page)).every((at) => Math.abs(at - Math.round(at)) <= 0.1 && at < 2)).toBe(true)
  await touch('touchEnd', 195, y + 44)
  await page.locator('[data-dragging]').first().waitFor({ state: 'detached' })
  await lane(page, 2).locator('.card', { hasText: 'Held' }).waitFor()
  await eventually(async () => (await on.people.admin.get(`/api/jobs/${id}`)).body.data.status, 2)
  expect(pageErrors(page)).toEqual([])
  await closePage(page)
})
