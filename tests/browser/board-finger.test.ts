import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import { closePage, nextFrames, pageErrors } from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { type BoardServer, findCard, lane, startBoardServer } from './board-support.ts'

setDefaultTimeout(120_000)

/** So many frames in which the lanes stand still, one after the other, are a rest. */
const REST_FRAMES = 8

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

/** A board on a phone, and a finger upon a card of it: held at so many pixels from the card's left edge. */
async function takeCard(title: string, from: number) {
  const page = await on.openBoard('admin', { width: 390, isolated: true })
  const cdp = await page.context().newCDPSession(page)
  // Where nothing is drawn the browser scrolls without asking the page.
  await cdp.send('Emulation.setVisibleSize', { width: 390, height: 844 })
  const found = findCard(page, title)
  await found.evaluate((card) =>
    card.closest('.lanes')?.scrollTo({ left: card.closest<HTMLElement>('.lane')?.offsetLeft ?? 0 }),
  )
  await nextFrames(page)
  const box = await found.boundingBox()
  if (!box) throw new Error('It is in view')
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number, y: number) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] })
  const [x, y] = [box.x + from, box.y + 30]
  await touch('touchStart', x, y)
  await page.locator('[data-dragging] > .card').waitFor()
  return {
    ...{ page, x, y, box },
    async move(to: number, down: number) {
      for (let n = 1; n <= 10; n++) await touch('touchMove', x + ((to - x) * n) / 10, y + (down * n) / 10)
      await nextFrames(page)
    },
    touch,
    async letGo() {
      await touch('touchEnd', 0, 0)
      await page.locator('[data-dragging]').first().waitFor({ state: 'detached' })
    },
  }
}

const overLane = (page: Page) =>
  page.evaluate(() => document.querySelector('[data-over]')?.closest<HTMLElement>('.lane')?.dataset.lane)

const scrolled = (page: Page) =>
  page.evaluate(() => Math.round(document.querySelector('.lanes')?.scrollLeft ?? 0))

test('a card goes to the lane below the finger, wherever it is held, and is seen there', async () => {
  for (const [title, from] of [
    ['By its left end', 8],
    ['By its right end', 280],
  ] as const) {
    const { id } = await on.addJob({ description: title, status: 1 })
    const { page, box, ...hand } = await takeCard(title, from)
    const card = page.locator('[data-dragging] > .card')
    // It is drawn where it was, as wide as it was.
    expect(await card.boundingBox()).toEqual(box)
    await hand.move(270, 12)
    expect(await overLane(page)).toBe('1')
    expect((await card.boundingBox())?.x).toBeCloseTo(270 - from, 0)
    await hand.move(346, 16)
    expect(await overLane(page)).toBe('2')
    await hand.letGo()
    await lane(page, 2).locator('.card', { hasText: title }).waitFor()
    await page.waitForFunction(() => {
      const { left = -1, right = 999 } =
        document.querySelector('[data-lane="2"]')?.getBoundingClientRect() ?? {}
      return left >= 0 && right <= innerWidth
    })
    await eventually(async () => (await on.people.admin.get(`/api/jobs/${id}`)).body.data.status, 2)
    expect(pageErrors(page)).toEqual([])
    await closePage(page)
  }
})

test('a card that is taken up beside an edge stays on its lane until the finger goes aside', async () => {
  await on.addJob({ description: 'Beside', status: 2 })
  const { page, x, y, ...hand } = await takeCard('Beside', 10)
  const before = await scrolled(page)
  for (let n = 0; n < 40; n++) {
    await hand.touch('touchMove', x + (n % 2), y + n * 4)
    await nextFrames(page)
  }
  expect(await scrolled(page)).toBe(before)
  await hand.letGo()
  await closePage(page)
})

test('a card that a finger holds at the edge goes on by one lane at a time, and falls on the one in sight', async () => {
  const { id } = await on.addJob({ description: 'Held', status: 1 })
  const { page, y, ...hand } = await takeCard('Held', 154)
  await noteRests(page)
  await hand.move(EDGE, 20)
  // A finger is never quite still.
  for (let n = 0; !(await rests(page)).some((at) => at >= 0.9); n++) {
    await hand.touch('touchMove', EDGE - (n % 2), y + 20)
    await nextFrames(page)
  }
  await hand.touch('touchMove', 195, y + 40)
  await nextFrames(page)
  await hand.touch('touchMove', 195, y + 44)
  await nextFrames(page)
  expect((await rests(page)).every((at) => Math.abs(at - Math.round(at)) <= 0.1 && at < 2)).toBe(true)
  await hand.letGo()
  await lane(page, 2).locator('.card', { hasText: 'Held' }).waitFor()
  await eventually(async () => (await on.people.admin.get(`/api/jobs/${id}`)).body.data.status, 2)
  expect(pageErrors(page)).toEqual([])
  await closePage(page)
})
