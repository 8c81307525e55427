import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { axe, closePage, openPage, pageErrors, screenshot } from '#tests/support/browser.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { createJobFixtures, type JobFixtures } from '#tests/work/jobs-support.ts'

setDefaultTimeout(120_000)

let server: TestServer
let shop: JobFixtures
let jobid = ''
let reference = ''
beforeAll(async () => {
  server = await startTestServer()
  shop = await createJobFixtures(server)
  const { admin } = server.people
  const made = await admin.post('/api/jobs', { boardid: shop.boardid, description: 'Weld the gate' })
  jobid = made.body.data.id
  reference = made.body.data.reference
})
afterAll(() => server.stop())

const note = (who: 'admin' | 'operations' | 'management', message: string) =>
  server.people[who].post(`/api/jobs/${jobid}/notes`, { message })

for (const look of [
  { width: 1440, theme: 'light' },
  { width: 1440, theme: 'dark' },
  { width: 390, theme: 'light' },
] as const)
  test(`what a colleague writes appears on the dashboard and leads to its job, ${look.width} ${look.theme}`, async () => {
    const page = await openPage({ base: server.url, cookies: server.people.admin.cookie, ...look })
    await page.goto('/')
    const panel = page.locator('#recentnotes')
    await panel.getByRole('heading', { name: 'Recent notes' }).waitFor()
    const before = await panel.locator('li').count()
    const message = `Come and look, ${look.width} ${look.theme}`
    await note('operations', message)
    await note(
      'management',
      `${'A long story of a hinge that would not close. '.repeat(9)}${crypto.randomUUID()}`,
    )
    await panel.getByText(message).waitFor()
    await panel
      .locator('li')
      .nth(before + 1)
      .waitFor()
    await panel.locator('time', { hasText: 'just now' }).first().waitFor()
    const hues = await panel
      .locator('.avatar')
      .evaluateAll((all) => new Set(all.map((one) => getComputedStyle(one).getPropertyValue('--hue'))).size)
    expect(hues).toBe(2)
    expect(await axe(page)).toEqual([])
    await screenshot(page, `notes-${look.width}-${look.theme}`)
    const wide = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(wide).toBeLessThanOrEqual(0)
    await panel
      .getByRole('link', { name: `View ${reference}` })
      .first()
      .click()
    await page.waitForURL(/progress\?open=/)
    expect(pageErrors(page)).toEqual([])
    await closePage(page)
  })
