import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import { expectOk } from '#tests/support/answers.ts'
import { axe, waitForSnackbar } from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { withPage } from '#tests/support/with-page.ts'

setDefaultTimeout(120_000)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

type Options = { width?: number; theme?: 'dark'; refusals?: RegExp }

const onPage = (path: string, act: (page: Page) => Promise<void>, options: Options = {}) =>
  withPage({ base: server.url, cookies: server.people.admin.cookie, path, ...options }, act)

const dialog = (page: Page) => page.locator('#dialog > dialog[open]')
// The header's scan box has a name of its own that holds "Code".
const field = (page: Page, name: string) => dialog(page).getByRole('textbox', { name })
const row = (page: Page, text: string) => page.locator('tbody tr', { hasText: text })

describe('clients', () => {
  test('are added, changed, archived and brought back by clicking', () =>
    onPage('/clients', async (page) => {
      await page.getByRole('link', { name: 'Add client' }).first().click()
      await field(page, 'Name').fill('Drachenblut')
      await page.getByRole('tab', { name: 'Address' }).click()
      await field(page, 'City').fill('Aachen')
      await page.getByRole('button', { name: 'Create' }).click()
      await waitForSnackbar(page, 'Drachenblut added successfully')
      await row(page, 'Aachen').getByRole('link', { name: 'Edit Drachenblut' }).click()
      await dialog(page).waitFor()
      await field(page, 'Code').fill('DRACD')
      await page.getByRole('button', { name: 'Save' }).click()
      await waitForSnackbar(page, 'Drachenblut saved')
      await row(page, 'DRACD').getByRole('link', { name: 'Edit Drachenblut' }).click()
      await page.getByRole('button', { name: 'Archive' }).click()
      await waitForSnackbar(page, 'Drachenblut archived')
      await page.getByText('No clients have been added.').waitFor()
      await page.getByRole('button', { name: 'Undo' }).click()
      await waitForSnackbar(page, 'Drachenblut restored')
      await row(page, 'DRACD').waitFor()
    }))

  test('the same by keyboard only', () =>
    onPage('/clients', async (page) => {
      const { keyboard } = page
      await keyboard.press('n')
      await dialog(page).waitFor()
      await keyboard.type('Eastern Connection')
      await keyboard.press('Control+Enter')
      await waitForSnackbar(page, 'Eastern Connection added successfully')
      await row(page, 'Eastern Connection').waitFor()
      await keyboard.press('/')
      await page.locator('[data-search]:focus').waitFor()
      await keyboard.type('eastern')
      await page.waitForURL(/search=eastern/)
      await page.getByText('1 client', { exact: true }).waitFor()
      await page.evaluate(() => (document.activeElement as HTMLElement).blur())
      await keyboard.press('ArrowDown')
      await keyboard.press('Enter')
      await page.waitForURL(/\/overview$/)
      await page.goBack()
      await page.getByRole('link', { name: 'Edit Eastern Connection' }).focus()
      await keyboard.press('Enter')
      await dialog(page).waitFor()
      await eventually(() => page.evaluate(() => (document.activeElement as HTMLInputElement).name), 'name')
      await keyboard.press('Control+A')
      await keyboard.type('Eastern & Western')
      await keyboard.press('Escape')
      await page.getByText('Close without saving what you changed?').waitFor()
      await keyboard.press('Escape')
      await keyboard.press('Control+Enter')
      await waitForSnackbar(page, 'Eastern & Western saved')
      await page.getByRole('link', { name: 'Edit Eastern & Western' }).focus()
      await keyboard.press('Enter')
      await dialog(page).waitFor()
      await page.getByRole('button', { name: 'Archive' }).focus()
      await keyboard.press('Enter')
      await waitForSnackbar(page, 'Eastern & Western archived')
      await page.getByRole('button', { name: 'Undo' }).focus()
      await keyboard.press('Enter')
      await waitForSnackbar(page, 'Eastern & Western restored')
    }))

  test('wrong fields are marked together, on the tab they stand on, and nothing typed is lost', () =>
    onPage(
      '/clients/new',
      async (page) => {
        await field(page, 'Code').fill('KEPT')
        await page.getByRole('tab', { name: 'Contact' }).click()
        await field(page, 'Contact e-mail').fill('nope')
        await page.getByRole('button', { name: 'Create' }).click()
        await page.getByText('This is required.').waitFor()
        expect(
          await page
            .locator('[aria-invalid=true]')
            .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).name)),
        ).toEqual(['name', 'contactemail'])
        await eventually(
          () => page.getByRole('tab', { name: 'Details' }).getAttribute('aria-selected'),
          'true',
        )
        await eventually(() => field(page, 'Code').inputValue(), 'KEPT')
        expect(await axe(page)).toEqual([])
      },
      { refusals: /status of 422/ },
    ))

  test('somebody else’s save stands beside what was typed, and the second save goes on top', async () => {
    const { id } = await expectOk(server.people.admin.post('/api/clients', { name: 'Folies', city: 'Lille' }))
    await onPage(
      `/clients/${id}`,
      async (page) => {
        await page.getByRole('tab', { name: 'Address' }).click()
        await field(page, 'City').fill('Mine')
        await expectOk(server.people.admin.patch(`/api/clients/${id}`, { city: 'Theirs' }))
        await page.getByRole('button', { name: 'Save' }).click()
        await page.getByText('Now saved: Theirs').waitFor()
        await eventually(() => field(page, 'City').inputValue(), 'Mine')
        await page.getByRole('button', { name: 'Save' }).click()
        await waitForSnackbar(page, 'Folies saved')
      },
      { refusals: /status of 409/ },
    )
    expect((await expectOk(server.people.admin.get(`/api/clients/${id}`))).city).toBe('Mine')
  })

  test('a colleague’s new client appears without a reload', () =>
    onPage('/clients', async (page) => {
      await expectOk(server.people.agent.post('/api/clients', { name: 'Galería del gastrónomo' }))
      await row(page, 'Galería del gastrónomo').waitFor()
    }))
})

describe('organisations', () => {
  test('a logo is uploaded in the dialog, which can still be saved', async () => {
    const { id } = await expectOk(server.people.admin.post('/api/organisations', { name: 'Northwind' }))
    const pixel =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
    await onPage(
      `/admin/organisations/${id}`,
      async (page) => {
        const file = page.getByLabel('Logo')
        await file.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('<html>') })
        await page.getByText('This file is not a PNG or JPEG picture.').waitFor()
        await file.setInputFiles({
          name: 'a.png',
          mimeType: 'image/png',
          buffer: Buffer.from(pixel, 'base64'),
        })
        await page.getByAltText('The logo now').waitFor()
        await field(page, 'Prefix').fill('NW')
        await page.getByRole('button', { name: 'Save' }).click()
        await waitForSnackbar(page, 'Northwind saved')
        await page.locator('tbody .orglogo').waitFor()
        await page.waitForURL((url) => url.pathname === '/admin/organisations')
      },
      { refusals: /status of 422/ },
    )
  })
})
