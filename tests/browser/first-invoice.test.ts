import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator } from 'playwright'
import { readConfig } from '#server/config.ts'
import { type Running, start } from '#server/start.ts'
import { closePage, openPage, pageErrors, screenshot, setView } from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'

setDefaultTimeout(120_000)

/** Typing apart. */
const MOST_CLICKS = 15

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

test('a joiner comes from an empty folder to an issued invoice by few clicks', async () => {
  const page = await openPage({ base: running.url })
  let clicks = 0
  const click = async (what: Locator) => {
    clicks++
    await what.click()
  }
  const dialog = page.locator('dialog.job')
  const button = (name: string | RegExp, within: Locator | typeof page = page) =>
    within.getByRole('button', { name }).last()
  const next = (name: string) => click(dialog.locator('.stages').getByRole('button', { name }))

  await page.goto('/setup')
  await page.getByLabel('Code from the terminal').fill(running.services.setupcode ?? '')
  await page.getByLabel('Name of your business').fill('Karoo Joinery')
  // A list is opened, and one of it chosen.
  clicks += 2
  await page.getByLabel('What do you do?').selectOption({ label: 'Joinery' })
  await page.getByLabel('First name').fill('Sipho')
  await page.getByLabel('E-mail').fill('sipho@karoo.test')
  await page.getByRole('textbox', { name: 'Password' }).fill('welding-2026')
  await click(button('Begin'))

  // The first job stands open, with lines.
  await dialog.getByText('This job is a sample').waitFor()
  const client = dialog.getByRole('combobox', { name: 'Client' })
  await click(client)
  await client.fill('New Marina')
  await click(page.getByRole('option', { name: /Create/ }))
  await click(page.locator('form[data-create]').getByRole('button', { name: 'Create' }))
  await next('Send the estimate')
  await click(button('Mark as sent'))
  await next('Approve')
  await next('Start the work')
  await next('Use as estimated')
  await next('Complete')
  const warned = page.getByRole('alertdialog').getByRole('button', { name: 'Complete' })
  const prepare = dialog.locator('.stages').getByRole('button', { name: 'Prepare the invoice' })
  await warned.or(prepare).first().waitFor()
  if (await warned.isVisible()) await click(warned)
  await click(prepare)
  const draft = page.locator('#dialog > dialog')
  await click(draft.getByRole('button', { name: /^Issue/ }))
  await click(page.locator('dialog.confirm').getByRole('button', { name: /^Issue/ }))
  await draft.getByText('Unpaid').first().waitFor()
  expect(clicks).toBeLessThanOrEqual(MOST_CLICKS)
  // It has a number of the business now.
  await dialog.getByText('This job is a sample').waitFor({ state: 'detached' })
  expect(pageErrors(page).filter((line) => !line.includes('status of 409'))).toEqual([])
  await closePage(page)
})

test('setup names all that is missing or wrong at once, each beside its field, and makes nothing', async () => {
  const place = ['--port', '0', '--host', '127.0.0.1', '--data', join(folder, 'faults'), '--quiet']
  const faulty = await start(readConfig({}, place))
  const page = await openPage({ base: faulty.url })
  const marked = () =>
    page.locator('[aria-invalid=true]').evaluateAll((all) => all.map((one) => one.getAttribute('name')))
  await page.goto('/setup')
  const begin = page.getByRole('button', { name: 'Begin' })
  await begin.click()
  await eventually(marked, ['code', 'businessname', 'trade', 'firstname', 'email', 'password'])
  await page.getByLabel('Code from the terminal').fill('wrong')
  await page.getByLabel('Name of your business').fill('Karoo Joinery')
  await page.locator('[name=email]').fill('sipho@')
  await page.getByRole('textbox', { name: 'Password' }).fill('short')
  await begin.click()
  await page.getByText('This is not the code that the terminal shows.').waitFor()
  await page.getByText('This is not an e-mail address.').waitFor()
  await page.getByText('The password needs at least 8 characters with letters and numbers.').waitFor()
  await screenshot(page, 'setup-faults')
  expect(await marked()).toEqual(['code', 'trade', 'firstname', 'email', 'password'])
  await closePage(page)
  await faulty.stop()
})

test.each([1440, 390])(
  'a plumber with work of their own comes to an issued invoice by few presses, at %i px',
  async (width) => {
    const place = ['--port', '0', '--host', '127.0.0.1', '--data', join(folder, `own-${width}`), '--quiet']
    const own = await start(readConfig({}, place))
    const page = await openPage({ base: own.url, width })
    const presses: string[] = []
    const click = async (what: Locator, words: string) => {
      presses.push(words)
      await what.click()
    }
    const enter = async (words: string) => {
      presses.push(`Enter: ${words}`)
      await page.keyboard.press('Enter')
    }
    const dialog = page.locator('dialog.job')
    const focused = (selector: string) =>
      page.waitForFunction((one) => document.activeElement?.matches(one), selector)
    await page.goto('/setup')
    await page.getByLabel('Code from the terminal').fill(own.services.setupcode ?? '')
    await page.getByLabel('Name of your business').fill('Sipho Plumbing')
    presses.push('What do you do?', 'what the business does')
    await page.getByLabel('What do you do?').selectOption({ label: 'Plumber and electrician' })
    await page.getByLabel('First name').fill('Sipho')
    await page.getByLabel('E-mail').fill('sipho@plumbing.test')
    await page.getByRole('textbox', { name: 'Password' }).fill('welding-2026')
    await click(page.getByRole('button', { name: 'Begin' }), 'Begin')
    await click(dialog.getByRole('button', { name: 'Begin a job of your own' }), 'a job of your own')
    await dialog.waitFor({ state: 'detached' })
    await focused('.quickadd input')
    await page.keyboard.type('Burst pipe in the kitchen')
    await click(page.getByRole('button', { name: 'Add and open' }), 'Add and open')
    const client = dialog.getByRole('combobox', { name: 'Client' })
    await eventually(() => client.evaluate((box) => box === document.activeElement), true)
    await page.keyboard.type('Mrs Naidoo')
    await page.getByRole('option', { name: 'Create client' }).waitFor()
    await enter('create the client')
    await page.locator('form[data-create]').waitFor()
    await focused('form[data-create] *')
    await enter('Create')
    await page.locator('form[data-create]').waitFor({ state: 'detached' })
    await click(dialog.getByRole('button', { name: 'Add lines' }), 'Add lines')
    for (const [words, option] of [
      ['artisan', /Artisan/],
      ['copper', /opper/],
    ] as const) {
      await focused('.addline [role=combobox]')
      await page.keyboard.type(words)
      await page.getByRole('option', { name: option }).first().waitFor()
      await enter(`the item ${words}`)
      await focused('[data-column=estimated]')
      await page.keyboard.type('2')
      if (words === 'artisan') await enter('its quantity')
    }
    await screenshot(page, `first-own-job-${width}`)
    await click(dialog.getByRole('button', { name: 'Done: invoice it' }), 'Done: invoice it')
    const asked = page.getByRole('alertdialog')
    await asked.getByText(/^Stock of .* goes to −2/).waitFor()
    await click(asked.getByRole('button', { name: 'Invoice it' }), 'Invoice it')
    const draft = page.locator('#dialog > dialog')
    await click(draft.getByRole('button', { name: /^Issue/ }), 'Issue')
    await click(page.locator('dialog.confirm').getByRole('button', { name: /^Issue/ }), 'Issue, confirmed')
    await draft.getByText('Unpaid').first().waitFor()
    expect(await draft.textContent()).toContain('Mrs Naidoo')
    expect(presses.length, presses.join(', ')).toBeLessThanOrEqual(MOST_CLICKS)
    await closePage(page)
    await own.stop()
  },
)

test('the sample job is marked on the board and the dashboard, and is taken away after a question', async () => {
  const place = ['--port', '0', '--host', '127.0.0.1', '--data', join(folder, 'plumber'), '--quiet']
  const plumber = await start(readConfig({}, place))
  const page = await openPage({ base: plumber.url })
  await page.goto('/setup')
  await page.getByLabel('Code from the terminal').fill(plumber.services.setupcode ?? '')
  await page.getByLabel('Name of your business').fill('Sipho Plumbing')
  await page.getByLabel('What do you do?').selectOption({ label: 'Plumber and electrician' })
  await page.getByLabel('First name').fill('Sipho')
  await page.getByLabel('E-mail').fill('sipho@plumbing.test')
  await page.getByRole('textbox', { name: 'Password' }).fill('welding-2026')
  await page.getByRole('button', { name: 'Begin' }).click()
  const sample = page.locator('dialog.job')
  await sample.getByText('This job is a sample').waitFor()
  await sample.locator('.head .chip', { hasText: 'Sample' }).waitFor()
  // One button is filled: most people want work of their own.
  expect(await sample.locator('.button.primary').allTextContents()).toEqual(['Begin a job of your own'])
  await screenshot(page, 'sample-job')
  await setView(page, { width: 390, theme: 'dark' })
  await screenshot(page, 'sample-job-phone')
  await setView(page, { width: 1440, theme: 'light' })
  await page.locator('[data-card] .flag', { hasText: 'Sample' }).waitFor()
  await page.goto('/reporting/job-age')
  await page.getByText('Job J1 is a sample, and is counted here').waitFor()
  await page.goto('/reporting/job-margin')
  await page.getByText('There is nothing to count in this period.').waitFor()
  expect(await page.getByText('is a sample').count()).toBe(0)
  await page.goto('/')
  await page.getByText('Job J1 is a sample').waitFor()
  await page.getByRole('button', { name: 'Remove the sample' }).click()
  await page
    .getByText(/Remove the sample job J1\? .* Your items, clients, prices and settings stay/)
    .waitFor()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove the sample' }).click()
  await page.getByText('Job J1 is a sample').waitFor({ state: 'detached' })
  await eventually(() => page.getByText('Replace burst geyser').count(), 0)
  await closePage(page)
  await plumber.stop()
})
