import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '#server/config.ts'
import { type Running, start } from '#server/start.ts'
import { axe, closePage, openPage, overflowX, pageErrors, screenshot } from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'

setDefaultTimeout(120_000)

const folder = mkdtempSync(join(tmpdir(), 'joblane-first-'))
let running: Running
beforeAll(async () => {
  const place = ['--port', '0', '--host', '127.0.0.1', '--data', join(folder, 'data'), '--quiet']
  running = await start(readConfig({}, place))
})
afterAll(async () => {
  await running.stop()
  rmSync(folder, { recursive: true })
})

test('setup folds what may be said later, knows the browser’s zone, and shows what it refuses there', async () => {
  const page = await openPage({ base: running.url, width: 390 })
  await page.addInitScript(() => {
    const { prototype } = Intl.DateTimeFormat
    const own = prototype.resolvedOptions
    prototype.resolvedOptions = function () {
      return { ...own.call(this), timeZone: 'Africa/Windhoek' }
    }
  })
  await page.goto('/setup')
  const vat = page.getByLabel('VAT number')
  await eventually(() => vat.isVisible(), false)
  await screenshot(page, 'setup-folded')
  await page.getByText('Address, telephone, VAT number and bank account, for your documents').click()
  await screenshot(page, 'setup-open')
  expect(await axe(page)).toEqual([])
  expect(await overflowX(page)).toBeLessThanOrEqual(0)
  await eventually(() => page.getByLabel('Time zone').inputValue(), 'Africa/Windhoek')
  await page.getByLabel('Code from the terminal').fill(running.services.setupcode ?? '')
  await page.getByLabel('Name of your business').fill('Karoo Signs')
  await page.getByLabel('What do you do?').selectOption({ index: 1 })
  await page.getByLabel('First name').fill('Sipho')
  await page.getByLabel('E-mail').fill('sipho@karoo.test')
  await page.getByRole('textbox', { name: 'Password' }).fill('welding-2026')
  await vat.fill('12')
  await page.getByText('Address, telephone, VAT number and bank account, for your documents').click()
  await page.getByRole('button', { name: 'Begin' }).click()
  await page.getByText('A VAT number has 10 digits and begins with a 4.').waitFor()
  await eventually(() => vat.isVisible(), true)
  await vat.fill('')
  await page.getByRole('button', { name: 'Begin' }).click()
  await page.locator('dialog.job').waitFor()
  await page.goto('/')
  await page.getByText('stands here once jobs move over the board').waitFor()
  await screenshot(page, 'dashboard-first-390')
  expect(await axe(page)).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })
  await screenshot(page, 'dashboard-first-1440')
  expect(pageErrors(page).filter((line) => !line.includes('status of 422'))).toEqual([])
  await closePage(page)
})
