import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import { expectOk } from '#tests/support/answers.ts'
import {
  closePage,
  faultsInBothViews,
  openPage,
  screenshot,
  waitForSnackbar,
} from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { PASSWORD, startTestServer, type TestServer } from '#tests/support/server.ts'
import { addOwnJob } from './own-job.ts'

setDefaultTimeout(120_000)

let server: TestServer
let [jobid, reference] = ['', '']
beforeAll(async () => {
  server = await startTestServer()
  const job = await addOwnJob(server)
  jobid = job.id
  reference = job.reference
})
afterAll(() => server.stop())

async function open(path: string): Promise<Page> {
  const { cookie } = await server.signIn('admin@first.test')
  const page = await openPage({ base: server.url, cookies: cookie, width: 390, installed: true })
  await page.goto(path)
  await page.waitForFunction(() => navigator.serviceWorker.controller)
  return page
}

const notes = async (): Promise<string[]> =>
  (await expectOk(server.people.admin.get(`/api/jobs/${jobid}/notes`))).map(
    ({ message }: { message: string }) => message,
  )

const PHOTO = {
  name: 'photo.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
    'base64',
  ),
}

test('what is pressed after the session ended waits in sight, and is sent after the sign-in', async () => {
  const page = await open('/mywork')
  await page.locator(`a[hx-get="/mywork/jobs/${jobid}"]`).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Write a note').click()
  await page.context().clearCookies()
  await page.getByLabel('New note').fill('The hinge is worn')
  await page.getByRole('button', { name: 'Add note' }).click()
  await waitForSnackbar(page, `Your session has expired: “Note on ${reference}” waits on this device`)
  await dialog.locator('input[type=file]').first().setInputFiles(PHOTO)
  await page.locator('#outbox').getByText('2 changes wait on this device to be sent.').waitFor()
  expect(new URL(page.url()).pathname).toBe('/mywork')
  const said = dialog.getByText('Waits to be sent: Note on').filter({ visible: true })
  await eventually(() => said.count(), 1)
  expect(await faultsInBothViews(page)).toEqual([])
  await screenshot(page, 'outbox-signed-out-job')
  await dialog.getByText('Add time').first().click()
  await eventually(() => said.count(), 1)
  await page.keyboard.press('Escape')
  await page.locator('#outbox').getByRole('link', { name: 'Sign in to send what waits' }).click()
  await page.getByLabel('E-mail').filter({ visible: true }).fill('admin@first.test')
  await page.getByLabel('Password').filter({ visible: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/mywork')
  await eventually(notes, ['The hinge is worn'])
  await page.locator('#outbox').waitFor({ state: 'hidden' })
  await closePage(page)
})

test('a note of the job card that is added after the session ended waits, too', async () => {
  const page = await open(`/jobs/yard/progress?open=${reference.toLowerCase()}`)
  await page.getByRole('dialog').getByRole('tab', { name: 'Notes' }).click()
  await page.context().clearCookies()
  await page.getByLabel('New note').fill('The latch is bent')
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.locator('#outbox').getByText('One change waits on this device to be sent.').waitFor()
  await page.locator('#outbox').getByRole('link', { name: 'Sign in to send what waits' }).waitFor()
  await closePage(page)
})

test('what is typed where nothing waits stays, with the way to sign in beside it', async () => {
  const page = await open('/clients')
  await page.getByRole('link', { name: 'Add client' }).first().click()
  const dialog = page.locator('#dialog > dialog')
  const name = dialog.locator('input[name=name]').first()
  await name.fill('Horn and Sons')
  await page.context().clearCookies()
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.getByText('Your session has expired, so nothing was saved.').waitFor()
  await screenshot(page, 'signed-out-typed')
  const opening = page.context().waitForEvent('page')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  expect(new URL((await opening).url()).pathname).toBe('/signin')
  expect(await name.inputValue()).toBe('Horn and Sons')
  await closePage(page)
})
