import { type BrowserContext, type CDPSession, chromium } from 'playwright'
import { ensureChromium } from '#tests/support/chromium.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { fillBoard } from './jobs-data.ts'
import { median } from './load.ts'
import { figureAlone, type Row } from './table.ts'
import { pressArrows } from './to-interactive.ts'

const CARDS = 500
const ROUNDS = 5
/** A cheap phone on a slow line: a sixth of this processor, 1.6 Mbit/s, 150 ms each way and back. */
const CPU = 6
const LINE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }

/** What a browser loads for a board of 500 cards and for a page without islands, and when a cheap phone can be used. */
export async function benchBrowser(): Promise<Row[]> {
  const server = await startTestServer()
  // Not the browser of the tests, which leaves out what compiles scripts that run for long.
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: ['--no-sandbox'] })
  try {
    const { slug } = await fillBoard(server, 'bench', CARDS, 1_000)
    const path = `/jobs/${slug}/progress`
    const sizesOf = (path: string) =>
      inContext(server, browser.newContext(), (context) => load(context, server.url + path))
    const [board, plain] = [await sizesOf(path), await sizesOf('/admin/divisions')]
    const cold: Visit[] = []
    const warm: Visit[] = []
    for (let round = 0; round < ROUNDS; round++)
      await inContext(server, browser.newContext(), async (context) => {
        cold.push(await visit(context, server.url + path))
        warm.push(await visit(context, server.url + path))
      })
    return [...sizeRows(await gzippedLength(server, path), board, plain), ...timeRows(cold, warm)]
  } finally {
    await browser.close()
    await server.stop()
  }
}

type Sizes = { requests: number; scripts: number; bytes: number }
type Visit = { interactive: number; blocking: number }

async function inContext<T>(
  { url, people }: TestServer,
  made: Promise<BrowserContext>,
  run: (context: BrowserContext) => Promise<T>,
): Promise<T> {
  const context = await made
  const [name = '', value = ''] = people.admin.cookie.split('=')
  await context.addCookies([{ name, value, url }])
  try {
    return await run(context)
  } finally {
    await context.close()
  }
}

async function load(context: BrowserContext, address: string): Promise<Sizes> {
  const page = await context.newPage()
  const sizes = countBytes(await context.newCDPSession(page))
  await page.goto(address, { waitUntil: 'networkidle' })
  await page.close()
  return sizes
}

/** Until the first press of the arrow key that moves the focus onto a card. */
async function visit(context: BrowserContext, address: string): Promise<Visit> {
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', LINE)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU })
  await page.addInitScript(addUpBlocking)
  await page.addInitScript(pressArrows)
  await page.goto(address, { timeout: 120_000 })
  await page.waitForFunction(() => (window as { interactive?: number }).interactive)
  const times = await page.evaluate(() => {
    const { interactive, blocking } = window as unknown as { interactive: number; blocking: number }
    return { interactive, blocking }
  })
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await page.waitForLoadState('networkidle')
  await page.close()
  return times
}

/** What each task takes beyond 50 ms. */
function addUpBlocking() {
  Object.assign(window, { blocking: 0 })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries())
      (window as unknown as { blocking: number }).blocking += duration - 50
  }).observe({ type: 'longtask', buffered: true })
}

/** As they come over the line, headers and all; what is fetched once something is touched is not among them. */
function countBytes(cdp: CDPSession): Sizes {
  const sizes = { requests: 0, scripts: 0, bytes: 0 }
  const scripts = new Set<string>()
  cdp.on('Network.requestWillBeSent', () => void sizes.requests++)
  cdp.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId)
  })
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    sizes.bytes += encodedDataLength
    if (scripts.has(requestId)) sizes.scripts += encodedDataLength
  })
  void cdp.send('Network.enable')
  return sizes
}

async function gzippedLength({ url, people }: TestServer, path: string): Promise<number> {
  const headers = { cookie: people.admin.cookie, 'accept-encoding': 'gzip' }
  return (await (await fetch(url + path, { headers, decompress: false })).bytes()).length
}

const none = { reference: Number.NaN, ratio: Number.NaN }
const kilobytes = (what: string, bytes: number, reach: string): Row => ({
  ...{ what, ours: bytes / 1000, reach, unit: 'kB' },
  ...none,
})

const sizeRows = (gzipped: number, board: Sizes, plain: Sizes): Row[] => [
  kilobytes(`board of ${CARDS} cards, its page by gzip`, gzipped, 'at most 60 kB'),
  kilobytes(`board of ${CARDS} cards, its scripts, cold`, board.scripts, 'at most 100 kB'),
  kilobytes(`board of ${CARDS} cards, all that comes, cold`, board.bytes, 'at most 260 kB'),
  {
    ...{ what: `board of ${CARDS} cards, requests, cold`, ours: board.requests, unit: '' },
    ...{ reach: 'at most 12', ...none },
  },
  kilobytes('a page without islands, its scripts, cold', plain.scripts, 'at most 20 kB'),
]

function timeRows(cold: Visit[], warm: Visit[]): Row[] {
  const of = (visits: Visit[], name: 'interactive' | 'blocking') => median(visits.map((one) => one[name]))
  const what = `board of ${CARDS} cards, a sixth of the processor, 1.6 Mbit/s`
  return [
    figureAlone(`${what}, to the first key, cold`, of(cold, 'interactive'), 'at most 2000 ms'),
    figureAlone(`${what}, to the first key, warm`, of(warm, 'interactive'), 'at most 800 ms'),
    figureAlone(`${what}, blocking, cold`, of(cold, 'blocking'), 'at most 500 ms'),
    figureAlone(`${what}, blocking, warm`, of(warm, 'blocking'), 'at most 500 ms'),
  ]
}
