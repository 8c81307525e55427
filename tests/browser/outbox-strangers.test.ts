import { expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import { expectOk } from '#tests/support/answers.ts'
import { closePage, faultsInBothViews, screenshot, setView } from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { PASSWORD } from '#tests/support/server.ts'
import { serveOverLine } from './outbox-support.ts'
import { addOwnJob } from './own-job.ts'

setDefaultTimeout(120_000)

let job: { id: string; reference: string }
const on = serveOverLine(async (server) => {
  job = await addOwnJob(server)
})

/** A page on which these notes wait, whose session ended meanwhile. */
async function openEnded(url: string, ...notes: string[]): Promise<Page> {
  const { cookie: cookies } = await on.server.signIn('admin@first.test')
  const page = await on.open('/clients', { cookies })
  on.line.cut()
  for (const message of notes) {
    const call = { method: 'POST' as const, body: { message } }
    const change = { url, label: `Note on ${job.reference}`, group: job.id, key: undefined, call }
    await page.evaluate((change) => window.joblane.outbox.keep(change), change)
  }
  await page.locator('#outbox').getByText('on this device to be sent.').waitFor()
  return page
}

const notes = async (): Promise<string[]> =>
  (await expectOk(on.server.people.admin.get(`/api/jobs/${job.id}/notes`))).map(
    ({ message }: { message: string }) => message,
  )

test('the pages of an ended session say how much waits, and neither of whom nor what', async () => {
  const page = await openEnded(`/api/jobs/${job.id}/notes`, 'The hinge is worn', 'The latch is bent', 'Rust')
  await page.context().clearCookies()
  on.line.mend()
  const said = page.getByText(
    '3 changes wait on this device, and are sent once whoever made them signs in here again.',
  )
  for (const path of ['/timeout', '/signin']) {
    await page.goto(path)
    await said.waitFor()
    const text = (await page.locator('body').textContent()) ?? ''
    for (const secret of [job.reference, 'admin', 'The hinge', 'Tester']) expect(text).not.toContain(secret)
    expect(await faultsInBothViews(page)).toEqual([])
    for (const theme of ['light', 'dark'] as const)
      for (const width of [390, 1440]) {
        await setView(page, { width, theme })
        await screenshot(page, `strangers${path.replace('/', '-')}-${width}-${theme}`)
      }
  }
  await page.getByLabel('E-mail').filter({ visible: true }).fill('admin@first.test')
  await page.getByLabel('Password').filter({ visible: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await eventually(notes, ['Rust', 'The latch is bent', 'The hinge is worn'])
  await page.locator('#outbox').waitFor({ state: 'hidden' })
  await page.context().clearCookies()
  await page.goto('/signin')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  expect(await page.locator('#outbox').isVisible()).toBe(false)
  await closePage(page)
})

test('what could not be saved is kept for whoever made it, which a stranger reads as well', async () => {
  const page = await openEnded('/api/jobs/none/notes', 'For nobody')
  on.line.mend()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await page.locator('#outbox').getByText('One was refused and not saved.').waitFor()
  await page.context().clearCookies()
  await page.goto('/signin')
  await page.getByText('One that could not be saved is kept for whoever made it.').waitFor()
  await closePage(page)
})
