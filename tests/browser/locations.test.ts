import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import { expectOk } from '#tests/support/answers.ts'
import { axe, waitForSnackbar } from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { withPage } from '#tests/support/with-page.ts'

setDefaultTimeout(120_000)

let server: TestServer
let office: string
beforeAll(async () => {
  server = await startTestServer()
  const { admin } = server.people
  for (const name of ['Around the Horn', 'Bon app’', 'Bottom-Dollar Markets'])
    await expectOk(admin.post('/api/clients', { name }))
  office = (await expectOk(admin.post('/api/locations', { name: 'Head office', city: 'Cape Town' }))).id
})
afterAll(() => server.stop())

const onPage = (
  path: string,
  act: (page: Page) => Promise<void>,
  options: { width?: number; theme?: 'dark' } = {},
) => withPage({ base: server.url, cookies: server.people.admin.cookie, path, ...options }, act)

const chosen = (page: Page) => page.locator('[role=option][aria-selected=true]')
const location = () => server.people.admin.get(`/api/locations/${office}`).then(({ body }) => body.data)

test('a client is picked by keyboard: typing asks, arrows choose, Escape takes back', () =>
  onPage(`/admin/lc/${office}`, async (page) => {
    const box = page.getByRole('combobox', { name: 'Client' })
    await box.focus()
    // In one go: an answer to the first letter alone is another list.
    await page.keyboard.insertText('bo')
    await page.getByRole('option', { name: 'Bottom-Dollar Markets' }).waitFor()
    await eventually(() => box.getAttribute('aria-expanded'), 'true')
    expect(await axe(page)).toEqual([])
    await page.keyboard.press('ArrowDown')
    await eventually(() => chosen(page).textContent(), 'Bottom-Dollar Markets')
    expect(await box.getAttribute('aria-activedescendant')).toBe(await chosen(page).getAttribute('id'))
    await page.keyboard.press('Enter')
    await eventually(() => box.inputValue(), 'Bottom-Dollar Markets')
    await page.keyboard.press('Control+A')
    await page.keyboard.insertText('zzz')
    await page.getByText('No client matches.').waitFor()
    await page.keyboard.press('Escape')
    await eventually(() => box.inputValue(), 'Bottom-Dollar Markets')
    await page.keyboard.press('Control+Enter')
    await waitForSnackbar(page, 'Head office saved')
    expect((await location()).client.name).toBe('Bottom-Dollar Markets')
  }))

test('a client is taken away again by its button, or by emptying the box', async () => {
  await onPage(`/admin/lc/${office}`, async (page) => {
    await page.getByRole('button', { name: 'Clear Client' }).click()
    await eventually(() => page.getByRole('combobox', { name: 'Client' }).inputValue(), '')
    await page.getByRole('button', { name: 'Save' }).click()
    await waitForSnackbar(page, 'Head office saved')
  })
  expect((await location()).client).toBeNull()
})

test('words that were not chosen are taken back when the box is left', () =>
  onPage(`/admin/lc/${office}`, async (page) => {
    const box = page.getByRole('combobox', { name: 'Client' })
    await box.fill('nobody in particular')
    await page.getByRole('textbox', { name: 'Name', exact: true }).focus()
    await eventually(() => box.inputValue(), '')
    await page.keyboard.press('Escape')
    await page.locator('#dialog > dialog').waitFor({ state: 'detached' })
  }))

test('a location is added from its client’s own dialog, and is that client’s', () =>
  onPage('/clients', async (page) => {
    const { id } = (await server.people.admin.post('/api/clients', { name: 'Umgeni Sugar' })).body.data
    await page.goto(`/clients/${id}`)
    await page.getByRole('tab', { name: 'Locations' }).click()
    await page.getByRole('link', { name: 'Add location' }).click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Umgeni mill')
    await eventually(() => page.getByRole('combobox', { name: 'Client' }).inputValue(), 'Umgeni Sugar')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByText('Umgeni mill added').waitFor()
    const { body } = await server.people.admin.get('/api/locations?search=Umgeni+mill')
    expect(body.data[0].client).toMatchObject({ id })
  }))

test('a stakeholder is linked and removed, and the location is saved besides', () =>
  onPage(`/admin/lc/${office}`, async (page) => {
    await page.getByRole('tab', { name: 'Client’s contacts' }).click()
    await page.getByLabel('Client’s contact', { exact: true }).selectOption({ label: 'stakeholder Tester' })
    await page.locator('#stakeholders').getByRole('button', { name: 'Add' }).click()
    await page.locator('#stakeholders li', { hasText: 'stakeholder Tester' }).waitFor()
    await page.getByRole('tab', { name: 'Client’s contacts 1' }).waitFor()
    expect(
      await page.getByLabel('Client’s contact', { exact: true }).locator('option').allTextContents(),
    ).toEqual(['Nobody else to choose'])
    expect(await axe(page)).toEqual([])
    await page.getByRole('button', { name: 'Remove stakeholder Tester' }).click()
    await page.getByText('Nobody follows this location yet.').waitFor()
    await page.getByRole('tab', { name: 'Address' }).click()
    await page.getByRole('textbox', { name: 'City' }).fill('Durban')
    await page.getByRole('button', { name: 'Save' }).click()
    await waitForSnackbar(page, 'Head office saved')
    await page.locator('tbody tr', { hasText: 'Durban' }).waitFor()
  }))
