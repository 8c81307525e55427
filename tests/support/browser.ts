import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import axeCore from 'axe-core'
import { type Browser, chromium, type Page } from 'playwright'
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
}

export type Violation = { rule: string; impact: string; help: string; where: string[] }

/** Playwright's own list, which naming another replaces; and what a window of Chromium draws around the page. */
const switchedOff = [
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
  '--disable-background-networking',
  '--disable-component-update',
  `--disable-features=${switchedOff.join(',')}`,
]
const trouble = new WeakMap<Page, string[]>()
let browser: Promise<Browser> | undefined

/** A new page with its own cookies in the one shared browser. Close it by `page.context().close()`. */
export async function openPage({
  base,
  width = 1440,
  theme = 'light',
  cookies = '',
}: PageOptions): Promise<Page> {
  browser ??= launch()
  const phone = width < 600
  const context = await (await browser).newContext({
    baseURL: base,
    viewport: { width, height: phone ? 844 : 900 },
    hasTouch: phone,
    colorScheme: theme,
    reducedMotion: 'reduce',
    locale: 'en-ZA',
    timezoneId: 'Africa/Johannesburg',
  })
  context.setDefaultTimeout(10_000)
  await context.addCookies(parseCookies(cookies).map((cookie) => ({ ...cookie, url: base })))
  return watched(await context.newPage())
}

/** As a scanner types: a key every two milliseconds by its own clock, however busy this machine is, then Enter. */
export const scan = (page: Page, code: string) =>
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
export const drawn = (page: Page) =>
  page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  )

/** What went wrong inside the page so far: uncaught errors, and errors on its console (refused scripts too). */
export function problems(page: Page): string[] {
  return trouble.get(page) ?? []
}

/** What axe finds wrong with the page as it stands, its frames included; empty when all is well. */
export async function axe(page: Page): Promise<Violation[]> {
  for (const frame of page.frames())
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axeCore.source)
  return page.evaluate(async () => {
    // Only what is wrong is described node by node: to describe what is right took most of the time.
    const { violations } = await (window as unknown as { axe: typeof axeCore }).axe.run(document, {
      resultTypes: ['violations'],
    })
    return violations.map(({ id, impact, help, nodes }) => ({
      rule: id,
      impact: impact ?? 'unknown',
      help,
      where: nodes.map(({ target }) => target.join(' ')),
    }))
  })
}

/** Saves the whole page as a picture in the folder PICTURES (else a temporary one) and returns its path. */
export async function screenshot(page: Page, name: string): Promise<string> {
  const folder = process.env.PICTURES ?? join(tmpdir(), 'joblane-pictures')
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `${name}.png`)
  await page.screenshot({ path, fullPage: true })
  return path
}

async function launch(): Promise<Browser> {
  const executablePath = await findChromium()
  if (!executablePath) throw new Error('No Chromium: run "npx -y bun run test" once, it installs one.')
  const launched = await chromium.launch({ executablePath, args: flags })
  // A test that runs out of time takes the browser with it: the next one gets another.
  launched.on('disconnected', () => {
    browser = undefined
  })
  globalThis.closeBrowser = async () => {
    browser = undefined
    await launched.close()
  }
  return launched
}

function watched(page: Page): Page {
  const seen: string[] = []
  trouble.set(page, seen)
  page.on('pageerror', (error) => seen.push(error.message))
  page.on('console', (message) => message.type() === 'error' && seen.push(message.text()))
  return page
}

function parseCookies(header: string): { name: string; value: string }[] {
  return [...new Bun.CookieMap(header)].map(([name, value]) => ({ name, value }))
}
