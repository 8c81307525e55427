import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { expectOk } from '#tests/support/answers.ts'
import { axe, closePage, openPage, screenshot } from '#tests/support/browser.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { startReceiver } from '../webhooks/webhooks-support.ts'

setDefaultTimeout(120_000)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer(undefined, ['--webhook-private'])
})
afterAll(() => server.stop())

test('the log of a webhook follows what becomes of what is sent again', async () => {
  const to = await startReceiver((nth) => (nth === 1 ? 500 : 200))
  const { admin } = server.people
  const { id } = await expectOk(admin.post('/api/webhooks', { url: to.url, kinds: ['job.moved'] }))
  const page = await openPage({ base: server.url, cookies: admin.cookie })
  await page.goto(`/customise/webhooks/${id}`)
  const dialog = page.locator('#dialog')
  await dialog.getByRole('tab', { name: 'Log' }).click()
  await dialog.getByText('Nothing was told yet.').waitFor()
  await dialog.getByRole('button', { name: 'Send a test' }).click()
  await dialog.getByText('Tried again later').waitFor()
  await dialog
    .getByText('It answered 500.')
    .or(dialog.getByText(/: 500 after/))
    .first()
    .waitFor()
  await dialog.getByRole('button', { name: 'Send again' }).click()
  await dialog.getByText('Delivered').waitFor()
  expect(await axe(page)).toEqual([])
  await screenshot(page, 'webhook-log')
  to.stop()
  await closePage(page)
})
