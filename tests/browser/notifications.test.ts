import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Locator, Page } from 'playwright'
import { expectOk } from '#tests/support/answers.ts'
import { axe, closePage, faultsInBothViews, openPage, pageErrors } from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'
import { createJobFixtures } from '#tests/work/jobs-support.ts'

setDefaultTimeout(120_000)

let server: TestServer
const admin = () => server.people.admin
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

async function opened(who: Client, path: string, look: { width?: number; theme?: 'dark' } = {}) {
  const page = await openPage({ base: server.url, cookies: who.cookie, ...look })
  const connected = page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived'))
  await page.goto(path)
  await connected
  return page
}

async function close(...pages: Page[]) {
  for (const page of pages) {
    expect(pageErrors(page)).toEqual([])
    await closePage(page)
  }
}

const send = (userid: string, message: string, more: object = {}) =>
  expectOk(admin().post('/api/communication/notification', { userid, type: 'warning', message, ...more }))
async function choose(line: Locator, words: string) {
  await line.getByRole('button', { name: 'More' }).click()
  await line.getByRole('menuitem', { name: words }).click()
}
const badge = (page: Page, count: string) =>
  page
    .locator('.bell .badge', { hasText: new RegExp(`^${count}$`) })
    .waitFor({ state: count ? 'visible' : 'hidden' })

test('what is told to a person shows in all their browsers, and what is read in one is read in all', async () => {
  const { agent } = server.people
  const one = await opened(agent, '/notifications/all')
  const two = await opened(agent, '/')
  await send(agent.userid, 'Stock of bolts is low', { open: '/clients' })
  await send(agent.userid, 'Second')
  for (const page of [one, two]) await badge(page, '2')
  await one.locator('main').getByText('Stock of bolts is low').waitFor()
  await two.locator('.bell').click()
  const drawer = two.locator('#notifications')
  await drawer.getByText('Unread warning: Second').waitFor()
  expect(await axe(two)).toEqual([])
  await choose(one.locator('main li', { hasText: 'Second' }), 'Mark as read')
  for (const page of [one, two]) await badge(page, '1')
  await drawer.locator('li.unread', { hasText: 'Second' }).waitFor({ state: 'detached' })
  await drawer.getByRole('link', { name: 'Stock of bolts is low' }).click()
  await two.waitForURL('**/clients')
  await one.locator('.bell .badge').waitFor({ state: 'hidden' })
  await close(one, two)
})

test('all are marked, one is deleted, and clearing asks first', async () => {
  const { jobs } = server.people
  for (const message of ['One', 'Two', 'Three']) await send(jobs.userid, message)
  const page = await opened(jobs, '/notifications/all')
  const main = page.locator('main')
  const all = main.getByRole('button', { name: 'Mark all as read' })
  await all.click()
  await page.locator('.bell .badge').waitFor({ state: 'hidden' })
  // The list is drawn anew then, and takes an open menu with it.
  await all.waitFor({ state: 'detached' })
  await choose(main.locator('li', { hasText: 'Two' }), 'Delete')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await main.getByText('2 notifications').waitFor()
  await page.getByLabel('Unread only').check()
  await main.getByText('No notification is like that.').waitFor()
  await page.getByLabel('Unread only').uncheck()
  await main.getByRole('button', { name: 'Clear all' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await main.getByText('2 notifications').waitFor()
  await main.getByRole('button', { name: 'Clear all' }).click()
  await page.getByRole('button', { name: 'Delete all' }).click()
  await main.getByText('Your inbox is empty').waitFor()
  expect(await axe(page)).toEqual([])
  await close(page)
})

test('an inbox is finished by the keyboard: done with undo, snoozed, opened', async () => {
  const { agent } = server.people
  await expectOk(agent.delete('/api/communication/notifications'))
  for (const message of ['Third', 'Second', 'First']) await send(agent.userid, message, { open: '/clients' })
  const page = await opened(agent, '/notifications/all')
  const main = page.locator('main')
  const left = (...messages: string[]) =>
    page.waitForFunction(
      (wanted) => [...document.querySelectorAll('main li p > a')].map((a) => a.textContent).join() === wanted,
      messages.join(),
    )
  await page.keyboard.press('j')
  await page.locator('main li:focus', { hasText: 'First' }).waitFor()
  await page.keyboard.press('e')
  await left('Second', 'Third')
  await badge(page, '2')
  await page.locator('.snackbar', { hasText: 'Done' }).getByRole('button', { name: 'Undo' }).click()
  await left('First', 'Second', 'Third')
  await page.locator('main li', { hasText: 'Second' }).focus()
  await page.keyboard.press('h')
  await page.getByRole('radio', { name: /^Tomorrow/ }).check()
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Snooze', exact: true }).last().click()
  await left('First', 'Third')
  await main.getByRole('link', { name: 'Snoozed' }).click()
  await main.getByText('Comes back').waitFor()
  await main.getByRole('button', { name: 'Back to the inbox' }).click()
  await main.getByText('Nothing is snoozed').waitFor()
  await main.getByRole('link', { name: 'Inbox' }).click()
  await left('Second', 'First', 'Third')
  await main.getByRole('button', { name: 'All done' }).click()
  await main.getByText('Your inbox is empty').waitFor()
  await badge(page, '')
  await page
    .locator('.snackbar', { hasText: '3 notifications are done' })
    .getByRole('button', { name: 'Undo' })
    .click()
  await left('Second', 'First', 'Third')
  await page.locator('main li', { hasText: 'Third' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/clients')
  await close(page)
})

test('one is assigned to a colleague, from the drawer', async () => {
  const { agent, management } = server.people
  await expectOk(agent.delete('/api/communication/notifications'))
  await send(agent.userid, 'The client is waiting')
  const theirs = await opened(management, '/notifications/all')
  const page = await opened(agent, '/')
  await page.locator('.bell').click()
  await choose(page.locator('#notifications li'), 'Assign to a colleague')
  await page.getByRole('combobox', { name: /^Colleague/ }).selectOption({ label: 'management Tester' })
  await page.getByRole('button', { name: 'Assign' }).click()
  await page.locator('#notifications').getByText('Nothing is left to do here').waitFor()
  await theirs.locator('main li', { hasText: 'agent Tester assigned this to management Tester' }).waitFor()
  await close(page, theirs)
})

test('a job is muted in its menu, which says so, and unmuted there', async () => {
  const { agent } = server.people
  const shop = await createJobFixtures(server)
  const job = await expectOk(admin().post('/api/jobs', { boardid: shop.boardid, description: 'Noisy pump' }))
  const page = await opened(agent, `/jobs/work-shop/progress?open=${job.reference.toLowerCase()}`)
  const dialog = page.locator('dialog.job')
  for (const [item, said] of [
    ['Mute notifications', 'This job tells you nothing more'],
    ['Unmute notifications', 'This job tells you its news again'],
  ] as const) {
    await choose(dialog.locator('.head'), item)
    await page.locator('.snackbar', { hasText: said }).waitFor()
  }
  expect(await expectOk(agent.get(`/api/jobs/mute/${job.id}`))).toMatchObject({ muted: false })
  await close(page)
})

test('a message is written to a role, and one without anybody to go to stays as it was typed', async () => {
  const { operations } = server.people
  const reader = await opened(operations, '/')
  const page = await opened(admin(), '/notifications/all')
  await page.keyboard.press('n')
  await page.getByRole('textbox', { name: 'Message' }).fill('We close at noon')
  expect(await axe(page)).toEqual([])
  await page.getByLabel('To', { exact: true }).selectOption({ label: 'Operations' })
  await page.getByRole('radio', { name: 'Warning' }).check()
  // Both pass in a moment.
  await Promise.all([
    reader.locator('.snackbar', { hasText: 'admin Tester: We close at noon' }).waitFor(),
    page.locator('.snackbar', { hasText: 'Sent to 1 person' }).waitFor(),
    page.keyboard.press('Control+Enter'),
  ])
  await badge(reader, '1')
  await close(page, reader)
})

test('wishes about mail are kept', async () => {
  const { management } = server.people
  const page = await opened(management, '/account/profile?tab=preferences')
  const panel = page.locator('.panel', { hasText: 'Notifications by mail' })
  await panel.getByLabel('Messages that colleagues send me').check()
  await panel.getByLabel('Once a day, what is unread').check()
  await panel.getByLabel('At', { exact: true }).selectOption('16:00')
  await panel.getByRole('button', { name: 'Save' }).click()
  await page.locator('.snackbar', { hasText: 'Your wishes are saved' }).waitFor()
  await page.reload()
  await eventually(() => panel.getByLabel('Messages that colleagues send me').isChecked(), true)
  await eventually(() => panel.getByLabel('At', { exact: true }).inputValue(), '16')
  await closePage(page)
})

test('the page satisfies axe and never scrolls sideways, full and empty', async () => {
  const { stakeholder } = server.people
  const page = await opened(stakeholder, '/notifications/all')
  await page.getByText('Your inbox is empty').waitFor()
  expect(await faultsInBothViews(page)).toEqual([])
  const long = 'https://elsewhere.test/an-address-that-is-longer-than-a-phone-is-wide-and-has-no-break'
  for (const type of ['info', 'success', 'warning', 'error'])
    await send(stakeholder.userid, `${type} ${long}`, { type, code: 'stock', open: '/' })
  await page.locator('main li').nth(3).waitFor()
  expect(await faultsInBothViews(page)).toEqual([])
  await expectOk(stakeholder.delete('/api/communication/notifications'))
  await close(page)
})
