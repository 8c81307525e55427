import { existsSync } from 'node:fs'
import { join } from 'node:path'

const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
]
const places = [
  '/usr/lib/chromium/chromium',
  '/opt/google/chrome/chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** The Chromium that browser tests use: JOBLANE_CHROMIUM, else an installed one, else Playwright's own. */
export async function findChromium(): Promise<string | undefined> {
  if (process.env.JOBLANE_CHROMIUM) return process.env.JOBLANE_CHROMIUM
  const installed = [...names.map((name) => Bun.which(name)), ...places, await playwrightPath()]
  return installed.find((path): path is string => path !== null && existsSync(path) && starts(path))
}

/** As `findChromium`, after installing one where there is none; throws with what to do when that fails too. */
export async function ensureChromium(): Promise<string> {
  const found = await findChromium()
  if (found) return found
  for (const install of installs) {
    install()
    const path = await findChromium()
    if (path) return path
  }
  throw new Error('No Chromium could be found or installed. Install one, or name it in JOBLANE_CHROMIUM.')
}

/** Old headless mode draws the same pages in two thirds of the processor time; not every system packs it. */
const installs = [
  () => installByApt('chromium-headless-shell'),
  installByPlaywright,
  () => installByApt('chromium'),
]

function installByPlaywright(): void {
  const cli = join(import.meta.dir, '../../node_modules/playwright/cli.js')
  run([Bun.which('node') ?? process.execPath, cli, 'install', '--no-shell', 'chromium'])
}

function installByApt(name: string): void {
  if (!Bun.which('apt-get')) return
  const root = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  run([...root, 'apt-get', 'update'])
  run([...root, 'apt-get', 'install', '-y', '--no-install-recommends', name])
}

function run(command: string[]): void {
  if (!Bun.which(command[0] ?? '')) return
  console.log(`$ ${command.join(' ')}`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  Bun.spawnSync(command, { env, stdout: 'inherit', stderr: 'inherit', timeout: 300_000 })
}

/** A browser may be there and still not start, for want of a system library. */
function starts(path: string): boolean {
  return Bun.spawnSync([path, '--version'], { stdout: 'ignore', stderr: 'ignore' }).success
}

async function playwrightPath(): Promise<string> {
  const { chromium } = await import('playwright')
  return chromium.executablePath()
}
