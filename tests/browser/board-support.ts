import { randomUUIDv7 } from 'bun'
import type { Locator, Page } from 'playwright'
import { completeLanes } from '#db/queries/work/jobs-lanes.ts'
import { boards, jobs } from '#db/schema/tenant/index.ts'
import { nextFrames, openPage, type PageOptions } from '#tests/support/browser.ts'
import { type Role, startTestServer, type TestServer } from '#tests/support/server.ts'

export type BoardServer = TestServer & {
  boardid: string
  clientid: string
  /** Adds a job as the administrator and returns it. */
  addJob(more: Record<string, unknown>): Promise<{ id: string; reference: string; version: number }>
  /** A person at the board. */
  openBoard(who: Role, more?: Partial<PageOptions> & { query?: string }): Promise<Page>
}

/** A running program with one board called Floor. */
export async function startBoardServer(clock?: () => Date): Promise<BoardServer> {
  const server = await startTestServer(clock)
  const { admin } = server.people
  const board = await admin.post('/api/boards', { name: 'Floor' })
  const client = await admin.post('/api/clients', { name: 'Ernst Handel' })
  const boardid = board.body.data.id as string
  return {
    ...server,
    boardid,
    clientid: client.body.data.id,
    addJob: async (more) => (await admin.post('/api/jobs', { boardid, ...more })).body.data,
    async openBoard(who, { query = '', ...options } = {}) {
      const page = await openPage({ base: server.url, cookies: server.people[who].cookie, ...options })
      await page.goto(`/jobs/floor/progress${query}`)
      await waitForBoard(page)
      return page
    },
  }
}

/** Until the island has taken over what the server had drawn. */
export const waitForBoard = (page: Page) => page.locator('[data-island=board][data-ready]').waitFor()

export const lane = (page: Page, status: number): Locator => page.locator(`.lane[data-lane="${status}"]`)

/** The titles of a lane's cards, from the top. */
export const titles = (page: Page, status: number) =>
  lane(page, status).locator('.card .title').allTextContents()

export const findCard = (page: Page, title: string): Locator => page.locator('.card', { hasText: title })

/** Waits until a lane shows exactly these titles. */
export async function expectTitles(page: Page, status: number, expected: readonly string[]): Promise<void> {
  await page.waitForFunction(
    ([status, expected]) => {
      const found = document.querySelectorAll(`.lane[data-lane="${status}"] .card .title`)
      return JSON.stringify([...found].map((one) => one.textContent)) === expected
    },
    [status, JSON.stringify(expected)] as const,
  )
}

/** Drags by mouse as a hand does: press, a little shove, on the way, let go. */
export async function drag(page: Page, from: Locator, to: Locator, below = 40): Promise<void> {
  const start = await from.boundingBox()
  const end = await to.boundingBox()
  if (!start || !end) throw new Error('What is dragged, and where to, must be in view')
  await page.mouse.move(start.x + 40, start.y + 30)
  await page.mouse.down()
  await page.mouse.move(start.x + 50, start.y + 38, { steps: 3 })
  await page.locator('[data-dragging] > .card').waitFor()
  await page.mouse.move(end.x + end.width / 2, end.y + below, { steps: 12 })
  await nextFrames(page)
  await page.mouse.up()
  await page.locator('[data-dragging]').first().waitFor({ state: 'detached' })
}

/** A board called Long with 130 cards on its first lane, and two that were complete a year ago. */
export const fillLongBoard = ({ services, accountid }: TestServer) =>
  services.tenants.write(accountid, { userid: null, name: 'Test' }, (tx) => {
    const instants = { created: tx.now, createdutc: tx.now, updatedutc: tx.now }
    const boardid = randomUUIDv7()
    tx.db
      .insert(boards)
      .values({ id: boardid, name: 'Long', slug: 'long', ...instants })
      .run()
    const rows = Array.from({ length: 132 }, (_, i) => ({
      ...{ id: randomUUIDv7(), boardid, reference: `LONG${i}`, description: `Long ${i}`, ...instants },
      ...(i < 130 ? { status: 1 } : { status: 4, completed: '2025-11-01' }),
    }))
    tx.db.insert(jobs).values(rows).run()
    completeLanes(tx.db)
    tx.invalidateCaches()
  })
