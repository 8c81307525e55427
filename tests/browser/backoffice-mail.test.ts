import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import { platformOutbox } from '#db/schema/platform/index.ts'
import { queueMail } from '#server/mail/queue.ts'
import { axe, closePage, openPage, pageErrors, screenshot } from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { type MailServer, startMailServer } from '#tests/support/mail.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

setDefaultTimeout(120_000)

let server: TestServer
let smtp: MailServer
let refusing = true
beforeAll(async () => {
  smtp = await startMailServer({
    refuse: () => (refusing ? { code: 550, message: 'The mailbox is full' } : undefined),
  })
  server = await startTestServer(undefined, ['--smtp', smtp.url, '--mail-from', 'jobs@joblane.test'])
})
afterAll(async () => {
  await server.stop()
  await smtp.stop()
})

const words = { subject: 'Choose a new password', html: '<p>x</p>', text: 'x' }
const fail = async (to: string) => {
  await server.services.platform.write((tx) => queueMail(tx, server.services.encryption, { to, ...words }))
  await server.services.background.run('mail')
}
const open = async (width: number, theme: 'light' | 'dark' = 'light') => {
  const page = await openPage({ base: server.url, width, theme, cookies: server.operator.cookie })
  await page.goto('/backoffice/mail')
  return page
}
const isNarrow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)

test('a mail that was given up is seen, tried again by a click, and removed after a question', async () => {
  const empty = await open(1440)
  expect(await empty.textContent('main')).toContain('No mail was given up.')
  await screenshot(empty, 'backoffice-mail-empty')
  await closePage(empty)

  await fail('ann@example.test')
  await fail('ben@example.test')
  for (const [width, theme] of [
    [390, 'light'],
    [390, 'dark'],
    [1440, 'dark'],
  ] as const) {
    const page = await open(width, theme)
    expect(await isNarrow(page)).toBe(true)
    expect(await axe(page)).toEqual([])
    await screenshot(page, `backoffice-mail-${width}-${theme}`)
    await closePage(page)
  }

  const page = await open(1440)
  await screenshot(page, 'backoffice-mail-1440-light')
  const rows = page.locator('#platformmail tbody tr')
  await eventually(() => rows.count(), 2)
  expect(await page.textContent('#platformmail')).toContain('The mailbox is full')
  expect(await page.textContent('main')).not.toContain('example.test')
  refusing = false
  await rows.first().getByRole('button', { name: 'Try again' }).click()
  await page.getByText('The mail is tried again').waitFor()
  await page.waitForFunction(() => document.querySelectorAll('#platformmail tbody tr').length === 1)
  await server.services.background.run('mail')
  expect(smtp.mails).toHaveLength(1)
  await rows.first().getByRole('button', { name: 'Remove' }).click()
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await dialog
    .locator('.foot')
    .getByRole('button')
    .filter({ hasNotText: /cancel/i })
    .last()
    .click()
  await page.getByText('No mail was given up.').waitFor()
  const left = server.services.platform.read((db) => db.select().from(platformOutbox).all())
  expect(left.filter(({ sentutc }) => sentutc === null)).toEqual([])
  expect(pageErrors(page)).toEqual([])
  await closePage(page)
})
