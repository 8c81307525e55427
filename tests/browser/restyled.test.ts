import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { CDPSession, Page } from 'playwright'
import { closePage } from '#tests/support/browser.ts'
import { type BoardServer, startBoardServer } from './board-support.ts'

setDefaultTimeout(120_000)

let on: BoardServer
beforeAll(async () => {
  on = await startBoardServer()
})
afterAll(() => on.stop())

type Traced = { name: string; args: { elementCount?: number } }

/** Of how many elements the browser works out the styles anew while `act` is done. */
async function countRestyled(page: Page, act: () => Promise<unknown>): Promise<number> {
  const session = (await page.context().browser()?.newBrowserCDPSession()) as CDPSession
  let restyled = 0
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const { name, args } of value as unknown as Traced[])
      if (name === 'UpdateLayoutTree') restyled += args.elementCount ?? 0
  })
  const complete = new Promise((done) => session.once('Tracing.tracingComplete', done))
  const traceConfig = { includedCategories: ['devtools.timeline'], excludedCategories: ['*'] }
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig })
  await act()
  await session.send('Tracing.end')
  await complete
  await session.detach()
  return restyled
}

/** A line more in a field, as a list of choices or an error is, and without it again. */
const addLine = (page: Page) =>
  page.evaluate(() => {
    const line = document.createElement('p')
    line.className = 'hint'
    line.textContent = 'A line more'
    document.querySelector('dialog.job .field')?.append(line)
    const drawn = document.body.offsetWidth
    line.remove()
    return drawn + document.body.offsetWidth
  })

/** A rule such as `.table:has(.short) tr > :first-child` has every element of every page looked at anew, since Chromium asks only how its last part is called. */
test('a line more on the page has few of its elements styled anew', async () => {
  const { reference } = await on.addJob({ description: 'Styled' })
  for (const width of [1440, 390]) {
    const page = await on.openBoard('admin', { width, query: `?open=${reference.toLowerCase()}` })
    await page.locator('dialog.job [role=tab]').first().waitFor()
    const elements = await page.locator('*').count()
    expect(elements).toBeGreaterThan(1000)
    // Whatever else the page does meanwhile only adds to it.
    const counts: number[] = []
    for (let n = 0; n < 3; n++) counts.push(await countRestyled(page, () => addLine(page)))
    expect(Math.min(...counts)).toBeLessThan(elements / 4)
    await closePage(page)
  }
})
