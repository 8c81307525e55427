import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type axeCore from 'axe-core'
import { type Browser, type CDPSession, chromium, type Locator, type Page, type Request } from 'playwright'
import { findChromium } from './chromium.ts'

declare global {
  var closeBrowser: (() => Promise<void>) | undefined
}

export type PageOptions = {
  /** The address of the program under test, as `http://127.0.0.1:4100`. */
  base: string
  /** Width of the window in pixels; below 600 the page gets a phone's height and a touch screen. */
  width?: number
  theme?: 'light' | 'dark'
  /** A cookie header, as the sign-in answered it: `name=value; name=value`. */
  cookies?: string
  /** For a test that leaves traces which no other page may meet: scripts or functions of its own, a listener. */
  isolated?: boolean
  /** With the service worker, which answers in the place of routes that a test sets. Alone, as `isolated`. */
  installed?: boolean
}

export type Violation = { rule: string; impact: string; help: string; where: string[] }

/** Playwright's own list, which naming another replaces; and what a window of Chromium draws around the page. */
const disabledFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'SpareRendererForSitePerProcess',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
]
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--num-raster-threads=1',
  '--disable-background-networking',
  '--disable-component-update',
  `--disable-features=${disabledFeatures.join(',')}`,
  // Most pages live for seconds: what the last compilers make is hardly ever run.
  '--js-flags=--no-opt,--no-maglev,--single-threaded-gc',
]
const axeSource = readFileSync(Bun.resolveSync('axe-core/axe.min.js', import.meta.dir), 'utf8')
const errorsByPage = new WeakMap<Page, string[]>()
const openRequests = new WeakMap<Page, Set<Request>>()
/** Closed pages, emptied for the next test: a window of its own would cost more than most tests do in it. */
const idle: Made[] = []
const MAX_IDLE = 4
type Made = { page: Page; base: string; phone: boolean }
const made = new WeakMap<Page, Made>()
let browser: Promise<Browser> | undefined

/** A page with nothing in it but these cookies, in the one shared browser. Close it by `closePage`. */
export async function openPage({ base, width = 1440, theme = 'light', cookies = '', ...more }: PageOptions) {
  const phone = width < 600
  const alone = more.isolated || more.installed
  const at = alone ? -1 : idle.findIndex((one) => one.base === base && one.phone === phone)
  const page = idle.splice(at, at < 0 ? 0 : 1)[0]?.page ?? (await newPage(base, phone, more.installed))
  if (alone) made.delete(page)
  errorsByPage.set(page, [])
  await emulate(page, { width, theme })
  await page.context().addCookies(parseCookies(cookies).map((cookie) => ({ ...cookie, url: base })))
  return page
}

/** Makes the window that wide and gives it these colours. */
export async function setView(page: Page, view: View) {
  // What moves from one colour to the next would be drawn, and read by axe, on its way.
  await page.evaluate(() => {
    const still = new CSSStyleSheet()
    still.replaceSync('*, ::before, ::after { transition: none !important }')
    document.adoptedStyleSheets = [still]
  })
  await emulate(page, view)
}

const emulated = new WeakMap<Page, 'light' | 'dark'>()

async function emulate(page: Page, { width, theme }: View) {
  if (page.viewportSize()?.width !== width) await resize(page, width)
  if (emulated.get(page) === theme) return
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  emulated.set(page, theme)
}

/** The page lies and answers as that wide, but one pixel of it is drawn: nobody looks, and drawing took a fifth of the browser's time. A picture is drawn whole. */
async function resize(page: Page, width: number) {
  await page.setViewportSize({ width, height: width < 600 ? 844 : 900 })
  await toDevTools(page, (session) => session.send('Emulation.setVisibleSize', { width: 1, height: 1 }))
}

async function toDevTools(page: Page, send: (session: CDPSession) => Promise<unknown>) {
  const session = await page.context().newCDPSession(page)
  await send(session)
  await session.detach()
}

export const waitForSnackbar = (page: Page, text: string) =>
  page.locator('.snackbar', { hasText: text }).waitFor()

/** Entries of the history that open dialogs stand for; one that is closed takes its own back a moment later, which ends a load that began meanwhile. */
export const dialogDepth = (page: Page): Promise<number> =>
  page.evaluate(() => history.state?.dialogs?.depth ?? 0)

/** By how many pixels the page scrolls sideways. */
export const overflowX = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

async function newPage(base: string, phone: boolean, installed = false): Promise<Page> {
  browser ??= launch()
  const locale = { locale: 'en-ZA', timezoneId: 'Africa/Johannesburg' }
  const context = await (await browser).newContext({
    ...{ baseURL: base, hasTouch: phone, ...locale },
    serviceWorkers: installed ? 'allow' : 'block',
  })
  context.setDefaultTimeout(30_000)
  const page = await context.newPage()
  goOnWhenBrokenOff(page)
  made.set(page, { page, base, phone })
  followRequests(page)
  page.on('pageerror', (error) => errorsByPage.get(page)?.push(error.message))
  page.on('console', (message) => message.type() === 'error' && errorsByPage.get(page)?.push(message.text()))
  return page
}

/** A dialog that closes takes its entry of the history back a moment later, which breaks off a load that began: no person is that quick. */
function goOnWhenBrokenOff(page: Page) {
  const goto = page.goto.bind(page)
  page.goto = (...given) =>
    goto(...given).catch((error: Error) => {
      if (!error.message.includes('net::ERR_ABORTED')) throw error
      return goto(...given)
    })
  const reload = page.reload.bind(page)
  page.reload = async (...given) => {
    await page.waitForFunction(
      () => (history.state?.dialogs?.depth ?? 0) <= document.querySelectorAll('dialog:modal').length,
    )
    return reload(...given)
  }
}

/** Closes a page with all that it kept; one that is closed already stays so, and is not lent to two tests. */
export async function closePage(page: Page): Promise<void> {
  if (idle.some((one) => one.page === page)) return
  const one = made.get(page)
  if (one && page.context().pages().length === 1 && (await resetPage(page))) idle.push(one)
  else await page.context().close()
  if (idle.length > MAX_IDLE) await idle.shift()?.page.context().close()
}

async function resetPage(page: Page): Promise<boolean> {
  try {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.context().setOffline(false)
    // Left by itself the page keeps its process, which an address asked for from without would change.
    await page.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
      setTimeout(() => location.replace('about:blank'))
    })
    await page.waitForURL('about:blank')
    await page.context().clearCookies()
    return true
  } catch {
    return false
  }
}

/** As a scanner types: a key every two milliseconds by its own clock, however busy this machine is, then Enter. */
export const scanBarcode = (page: Page, code: string) =>
  page.evaluate(
    (keys) => {
      const began = performance.now()
      for (const [at, key] of keys.entries()) {
        const struck = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
        Object.defineProperty(struck, 'timeStamp', { value: began + 2 * at })
        document.body.dispatchEvent(struck)
      }
    },
    [...code, 'Enter'],
  )

/** Until the page has drawn what the last moves of the mouse changed: a drag follows them frame by frame. */
export const nextFrames = (page: Page) =>
  page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  )

/** What went wrong inside the page so far: uncaught errors, and errors on its console (refused scripts too). */
export function pageErrors(page: Page): string[] {
  return errorsByPage.get(page) ?? []
}

function followRequests(page: Page): void {
  const open = new Set<Request>()
  openRequests.set(page, open)
  page.on('request', (request) => open.add(request))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
}

/** What the page has asked for and still waits for, as `GET /api/jobs`: a page that never loads waits for one of these. */
export const unansweredRequests = (page: Page): string[] =>
  [...(openRequests.get(page) ?? [])].map((request) => `${request.method()} ${request.url()}`)

export type AxeScope = {
  /** The selectors of what is looked at; else the whole page. */
  part?: string[]
  /** The names of the rules; else all that are on. */
  rules?: readonly string[]
  /** With the header and the menu beside it, which are the same on every page and hold most of what it is made of. */
  frame?: boolean
}

/** What axe finds wrong with the page as it stands, frames within it included; empty when all is well. */
export async function axe(
  page: Page,
  { part = ['html'], rules, frame }: AxeScope = {},
): Promise<Violation[]> {
  // A button is pale until its answer has settled, which is no state to read.
  await page.locator('.htmx-request').first().waitFor({ state: 'detached' })
  await loadAxe(page)
  return page.evaluate(
    async ({ include, exclude, runOnly }) => {
      // Only what is wrong is described node by node: to describe what is right took most of the time.
      const { violations } = await (window as unknown as { axe: typeof axeCore }).axe.run(
        { include, exclude: exclude.filter((selector) => document.querySelector(selector)) },
        // No rule that is on asks for style sheets from elsewhere or for media.
        { resultTypes: ['violations'], preload: false, ...(runOnly && { runOnly }) },
      )
      return violations.map(({ id, impact, help, nodes }) => ({
        rule: id,
        impact: impact ?? 'unknown',
        help,
        where: nodes.map(({ target }) => target.join(' ')),
      }))
    },
    { include: part, exclude: frame ? [] : ['body > .header', 'body > .sidemenu'], runOnly: rules?.slice() },
  )
}

async function loadAxe(page: Page) {
  for (const frame of page.frames()) {
    if (await frame.evaluate(() => 'axe' in window)) continue
    if (frame !== page.mainFrame()) await frame.evaluate(axeSource)
    else {
      // Handed to V8 as a script of its own, which it compiles once for all pages: Playwright would have it evaluated inside a function.
      await toDevTools(page, (session) => session.send('Runtime.evaluate', { expression: axeSource }))
    }
  }
}

/** The rules whose answer may differ from view to view; the others read what the first view has shown them. */
export const RULES_BY_VIEW = [
  'color-contrast',
  'link-in-text-block',
  'scrollable-region-focusable',
  'target-size',
]

export type View = { width: number; theme: 'light' | 'dark' }
export const BOTH_VIEWS: readonly [View, View] = [
  { width: 1440, theme: 'light' },
  { width: 390, theme: 'dark' },
]

/** What is wrong with the page on a desk by day and on a phone by night; it is left as it was, wide and light. */
export async function faultsInBothViews(page: Page, scope: AxeScope = {}): Promise<(Violation | string)[]> {
  const found: (Violation | string)[] = []
  for (const [n, view] of BOTH_VIEWS.entries()) {
    await setView(page, view)
    found.push(...(await axe(page, n === 0 ? scope : { ...scope, rules: RULES_BY_VIEW })))
    if ((await overflowX(page)) > 0) found.push(`scrolls sideways at ${view.width} px`)
  }
  await setView(page, { width: 1440, theme: 'light' })
  return found
}

/** Where the words of an element end, in whole pixels: figures in one column end alike. */
export const endsAt = (one: Locator): Promise<number> =>
  one.evaluate((element) => {
    const words = document.createRange()
    words.selectNodeContents(element)
    return Math.round(words.getBoundingClientRect().right)
  })

/** For whoever wants to look: a picture of the whole page in the folder that PICTURES names, if it names one. */
export async function screenshot(page: Page, name: string, folder = process.env.PICTURES): Promise<void> {
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
}

function forget() {
  browser = undefined
  idle.length = 0
}

async function launch(): Promise<Browser> {
  const executablePath = await findChromium()
  if (!executablePath) throw new Error('No Chromium: run "npx -y bun run test" once, it installs one.')
  const launched = await chromium.launch({ executablePath, args: flags })
  // A test that runs out of time takes the browser with it: the next one gets another.
  launched.on('disconnected', forget)
  globalThis.closeBrowser = async () => {
    forget()
    await launched.close()
  }
  return launched
}

function parseCookies(header: string): { name: string; value: string }[] {
  return [...new Bun.CookieMap(header)].map(([name, value]) => ({ name, value }))
}
