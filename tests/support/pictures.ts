import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '#server/config.ts'
import { start } from '#server/start.ts'
import { fillDemo } from '#server/tasks/demo/fill.ts'
import { DEMO_PASSWORD } from '#server/tasks/demo/people.ts'
import { closePage, openPage } from './browser.ts'

const root = join(import.meta.dir, '../..')
const clock = () => new Date('2026-11-23T07:00:00Z')

/** Draws the pictures of the README anew, from the demo as it stands on one day. */
async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'joblane-pictures-'))
  const data = join(folder, 'data')
  const pictures = join(root, 'docs/pictures')
  mkdirSync(pictures, { recursive: true })
  await fillDemo(data, clock)
  const flags = ['--demo', '--port', '0', '--host', '127.0.0.1', '--data', data, '--quiet']
  const { url, stop } = await start(readConfig({}, flags), clock)
  const page = await openPage({ base: url, width: 1440 })
  try {
    await page.goto('/signin')
    await page.locator('[name=userName]').fill('owner@northwind.test')
    await page.locator('#f-password').fill(DEMO_PASSWORD)
    await page.keyboard.press('Enter')
    await page.waitForURL((at) => at.pathname === '/')
    await page.goto('/jobs/workshop/progress')
    await page.locator('[data-island=board][data-ready]').waitFor()
    const clip = { x: 0, y: 0, width: 1440, height: 660 }
    await page.screenshot({ path: join(pictures, 'board.png'), clip })
    await page.goto('/customise/documents/estimate')
    const src = (await page.locator('.paperpreview img').getAttribute('src')) ?? ''
    await Bun.write(join(pictures, 'estimate.png'), await fetch(src))
  } finally {
    await closePage(page)
    await stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

await main()
process.exit(0)
