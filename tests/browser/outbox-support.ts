import { afterAll, beforeAll, beforeEach } from 'bun:test'
import type { Page } from 'playwright'
import { openPage } from '#tests/support/browser.ts'
import { openLine } from '#tests/support/line.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

type Opening = { cookies?: string; before?: (page: Page) => Promise<unknown> }

/** For the tests of one file: a server filled by `fill`, and a line to it that is whole before each. */
export function serveOverLine(fill: (server: TestServer) => Promise<unknown>) {
  let server: TestServer
  let line: ReturnType<typeof openLine>
  beforeAll(async () => {
    server = await startTestServer()
    line = openLine(server.url)
    await fill(server)
  })
  beforeEach(() => line.mend())
  afterAll(async () => {
    line.stop()
    await server.stop()
  })
  return {
    get server() {
      return server
    },
    get line() {
      return line
    },
    /** On a phone with the program installed, which works without the line from then on; of the administrator unless told. */
    async open(path: string, { cookies = server.people.admin.cookie, before }: Opening = {}): Promise<Page> {
      const page = await openPage({ base: line.url, cookies, width: 390, installed: true })
      await before?.(page)
      await page.goto(path)
      await page.waitForFunction(() => navigator.serviceWorker.controller)
      return page
    },
  }
}

/** No attempt of a page goes by the clock: what is sent was sent for a reason. */
export const attemptsOnly = (page: Page) =>
  page.addInitScript(() => {
    // Nor does the live connection ask for one.
    window.joblaneHub = true
    const later = setTimeout
    const soonOnly = (act: TimerHandler, ms = 0) => (ms < 5_000 ? later(act, ms) : 0)
    window.setTimeout = soonOnly as typeof setTimeout
  })
