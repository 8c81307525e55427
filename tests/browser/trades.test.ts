import { expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { trades } from '#db/trades/index.ts'
import type { Trade } from '#db/trades/trade.ts'
import { readConfig } from '#server/config.ts'
import { type Running, start } from '#server/start.ts'
import { closePage, openPage, overflowX, pageErrors, screenshot } from '#tests/support/browser.ts'

// Each starts the program; the first of a run its browser too.
setDefaultTimeout(300_000)

async function fromEmptyFolder(act: (running: Running) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'joblane-trade-'))
  const place = ['--port', '0', '--host', '127.0.0.1', '--data', join(folder, 'data'), '--quiet']
  const running = await start(readConfig({}, place))
  try {
    await act(running)
  } finally {
    await running.stop()
    rmSync(folder, { recursive: true })
  }
}

async function setUp(page: Page, code: string, trade: Trade): Promise<void> {
  await page.goto('/setup')
  await page.getByLabel('Code from the terminal').fill(code)
  await page.getByLabel('Name of your business').fill('Karoo Works')
  await page.getByLabel('What do you do?').selectOption({ label: trade.name })
  await page.getByLabel('First name').fill('Sipho')
  await page.getByLabel('E-mail').fill('sipho@karoo.test')
  await page.getByRole('textbox', { name: 'Password' }).fill('welding-2026')
  await page.getByRole('button', { name: 'Begin' }).click()
}

// On a phone and at a desk by turns.
test.each(Object.entries(trades).map(([name, trade], at) => ({ name, trade, width: at % 2 ? 390 : 1440 })))(
  '$name comes from an empty folder to its first job, open on its board',
  ({ name, trade, width }) =>
    fromEmptyFolder(async ({ url, services }) => {
      const page = await openPage({ base: url, width })
      await setUp(page, services.setupcode ?? '', trade)
      const dialog = page.locator('dialog.job')
      await dialog.getByText('This job is a sample').waitFor()
      await dialog.getByRole('heading', { name: trade.job.description }).waitFor()
      await dialog.getByRole('checkbox', { name: trade.job.category, checked: true }).waitFor()
      await screenshot(page, `trade-${name}-job`)
      await dialog.getByRole('tab', { name: 'Items and work' }).click()
      for (const [at, { code }] of trade.job.lines.entries()) {
        const cell = dialog.locator('tr.line').nth(at).getByRole('textbox', { name: 'Description' })
        await cell.waitFor()
        expect(await cell.inputValue()).toBe(trade.items.find((item) => item.code === code)?.name ?? '')
      }
      await screenshot(page, `trade-${name}-lines`)
      await dialog.getByRole('button', { name: 'Close', exact: true }).click()
      await dialog.waitFor({ state: 'detached' })
      const lanes = trade.lanes ?? ['Draft', 'Review', 'Approve', 'Complete']
      expect(await page.locator('.lane > header h2').allInnerTexts()).toEqual(lanes)
      await page
        .locator('.lane')
        .first()
        .getByRole('link', { name: trade.job.description.slice(0, 20) })
        .waitFor()
      await screenshot(page, `trade-${name}-board`)
      expect(await overflowX(page)).toBeLessThanOrEqual(0)
      expect(pageErrors(page)).toEqual([])
      await closePage(page)
    }),
)
