import { expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import { expectOk } from '#tests/support/answers.ts'
import { axe, closePage, overflowX, screenshot, setView, waitForSnackbar } from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { sayOnline } from '#tests/support/line.ts'
import { readOutbox, untilStored } from '#tests/support/stored-pages.ts'
import { PASSED_BY } from '#views/ui/field-rules.ts'
import { attemptsOnly, serveOverLine } from './outbox-support.ts'
import { addOwnJob } from './own-job.ts'

setDefaultTimeout(120_000)

const LONG =
  'Equal angle, hot rolled, galvanised, with holes of 14 mm every 150 mm along both of its legs, 6 m'

let job: { id: string; reference: string }
let sheet = ''
let names: string[] = []

const on = serveOverLine(async (server) => {
  job = await addOwnJob(server)
})

async function makeSheet(...makes: string[]) {
  const { admin } = on.server.people
  names = makes
  const codes = makes.map((make) => `${make.slice(0, 8)} ${Bun.randomUUIDv7()}`)
  for (const [at, make] of makes.entries())
    await expectOk(admin.post('/api/inventory', { code: codes[at], make, inventoryclass: 2, baseunit: 'm' }))
  sheet = (await expectOk(admin.post('/api/stockcounts', { codes: codes.join('\n') }))).id
}

const lines = async () => (await expectOk(on.server.people.admin.get(`/api/stockcounts/${sheet}`))).lines
const counted = async () => (await lines()).map((one: { counted: number | null }) => one.counted)

/** At the first line of a sheet, without a network. */
async function countOffline(how: Parameters<typeof on.open>[1] = {}): Promise<Page> {
  const path = `/admin/stock/counts/${sheet}`
  const page = await on.open(path, how)
  const ids = (await lines()).map(({ id }: { id: string }) => id)
  await untilStored(page, ...ids.map((id: string) => `line=${id}`))
  on.line.cut()
  await page.goto(`${path}/count?line=${ids[0]}`)
  await page.getByLabel('Counted', { exact: true }).click()
  return page
}

test('on a phone, too, each line of a sheet says that it waits, however long its name is', async () => {
  await makeSheet(LONG, `${LONG}, painted`)
  const page = await countOffline()
  await page.keyboard.type('19\n')
  await page.getByRole('heading', { name: names[1] }).waitFor()
  await page.keyboard.type('18\n')
  await page.waitForURL(`**/admin/stock/counts/${sheet}`)
  const rows = page.locator('#sheet tbody tr')
  const said = rows.getByText('Waits to be sent: Count ')
  await eventually(() => said.count(), 2)
  const seen = () =>
    rows.evaluateAll((all) =>
      all.map((row) => {
        const [box, chip] = [row, row.querySelector('.waits')].map((one) => one?.getBoundingClientRect())
        return box && chip && chip.height > 0 && chip.bottom <= box.bottom && chip.right <= box.right
      }),
    )
  for (const theme of ['light', 'dark'] as const)
    for (const width of [390, 1440]) {
      await setView(page, { width, theme })
      expect(await seen()).toEqual([true, true])
      expect([await overflowX(page), await axe(page)]).toEqual([0, []])
      await screenshot(page, `sheet-long-waits-${width}-${theme}`)
    }
  on.line.mend()
  await sayOnline(page)
  await eventually(counted, [19, 18])
  await closePage(page)
})

test('with a network, too, an empty figure that nobody touched is passed by, which is said', async () => {
  await makeSheet('BOLT', 'CLIP')
  const [bolt] = await lines()
  const page = await on.open(`/admin/stock/counts/${sheet}/count?line=${bolt.id}`)
  const other = { lines: [{ lineid: bolt.id, counted: 98 }] }
  await expectOk(on.server.people.admin.patch(`/api/stockcounts/${sheet}/lines`, other))
  await page.getByLabel('Counted', { exact: true }).press('Enter')
  await page.getByRole('heading', { name: 'CLIP' }).waitFor()
  await waitForSnackbar(page, PASSED_BY)
  expect(await counted()).toEqual([98, null])
  await screenshot(page, 'count-passed-by')
  await closePage(page)
})

test('what is counted while what waits is sent goes right behind it', async () => {
  await makeSheet('BOLT', 'CLIP', 'HINGE', 'NAIL')
  const page = await countOffline({ before: attemptsOnly })
  await page.keyboard.type('1\n2\n')
  await page.getByRole('heading', { name: 'HINGE' }).waitFor()
  on.line.mend()
  on.line.hold()
  await sayOnline(page)
  for (const figure of [3, 4]) {
    await page.keyboard.type(`${figure}\n`)
    await eventually(async () => (await readOutbox(page)).length, figure)
  }
  on.line.release()
  await eventually(counted, [1, 2, 3, 4])
  await closePage(page)
})

async function openNote(): Promise<Page> {
  const page = await on.open('/mywork', { before: attemptsOnly })
  await untilStored(page, `/mywork/jobs/${job.id}`)
  await page.locator(`a[hx-get="/mywork/jobs/${job.id}"]`).first().click()
  await page.getByText('Write a note').click()
  return page
}

async function noteOffline(message: string): Promise<Page> {
  const page = await openNote()
  on.line.cut()
  await page.getByLabel('New note').fill(message)
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.locator('#outbox').getByText('One change waits on this device to be sent.').waitFor()
  // An attempt that comes a moment too early.
  await sayOnline(page)
  await page.getByText('Your network connection appears to be unavailable').first().waitFor()
  return page
}

const countNotes = async (message: string) => {
  const all = await expectOk(on.server.people.admin.get(`/api/jobs/${job.id}/notes`))
  return all.filter((note: { message: string }) => note.message === message).length
}

test('a note that is longer than the list of what waits is read with the keyboard alone', async () => {
  const page = await noteOffline('Rust on every hinge of the gate. '.repeat(250))
  await page.keyboard.press('Escape')
  await page.locator('#outbox').getByRole('button', { name: 'Show' }).click()
  for (const [width, theme] of [
    [390, 'light'],
    [390, 'dark'],
    [1440, 'light'],
  ] as const) {
    await setView(page, { width, theme })
    expect([await overflowX(page), await axe(page)]).toEqual([0, []])
    await screenshot(page, `outbox-long-note-${width}-${theme}`)
  }
  await closePage(page)
})

test('any answer of the program sends what waits', async () => {
  const page = await noteOffline('Rust below')
  on.line.mend()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: `Have the client sign for ${job.reference}` }).click()
  await eventually(() => countNotes('Rust below'), 1)
  await closePage(page)
})

test('the live connection that is back sends what waits', async () => {
  const page = await noteOffline('Rust above')
  await page.getByLabel('New note').fill('Rust beside')
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.locator('#outbox').getByText('2 changes wait on this device to be sent.').waitFor()
  on.line.mend()
  await page.evaluate(() =>
    document.dispatchEvent(new CustomEvent('joblane:hubstate', { detail: { state: 'connected' } })),
  )
  await waitForSnackbar(page, '2 changes that waited were sent')
  await eventually(() => countNotes('Rust above'), 1)
  expect(await countNotes('Rust beside')).toBe(1)
  await closePage(page)
})

/** The program gets what is sent, and its answers to that are lost, but not those to what is read. Gives how many were sent. */
async function loseAnswers(page: Page) {
  const state = await page.evaluateHandle(() => {
    const [ask, losing] = [window.fetch, { sent: 0, isOver: false }]
    const lose = async (...given: Parameters<typeof ask>) => {
      const answer = await ask(...given)
      if (given[1]?.method !== 'POST' || losing.isOver) return answer
      losing.sent++
      throw new TypeError('Failed to fetch')
    }
    window.fetch = lose as typeof ask
    return losing
  })
  return {
    sent: () => state.evaluate(({ sent }) => sent),
    end: () =>
      state.evaluate((losing) => {
        losing.isOver = true
      }),
  }
}

test('what gets no answer of its own is not sent again for that something else got one', async () => {
  const page = await openNote()
  const losing = await loseAnswers(page)
  await page.getByLabel('New note').fill('Rust within')
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.locator('#outbox').getByText('One change waits on this device to be sent.').waitFor()
  await sayOnline(page)
  await waitForSnackbar(page, 'Your network connection has been restored')
  for (let heard = 0; heard < 30; heard++)
    await page.evaluate(async () => {
      await fetch('/health')
      document.dispatchEvent(new CustomEvent('joblane:hubstate', { detail: { state: 'connected' } }))
    })
  // As it was pressed, then for the network that is back and for the line that was found.
  expect(await losing.sent()).toBeLessThanOrEqual(3)
  await losing.end()
  await sayOnline(page)
  await page.locator('#outbox').waitFor({ state: 'hidden' })
  expect(await countNotes('Rust within')).toBe(1)
  await closePage(page)
})
