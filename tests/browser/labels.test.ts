import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { closePage, openPage, pageErrors, screenshot } from '#tests/support/browser.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

setDefaultTimeout(120_000)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  const { admin } = server.people
  for (let n = 1; n <= 30; n++)
    await admin.post('/api/equipment', {
      name: `Crate ${n} with a lid`,
      barcode: `CR-${n}`,
      model: 'Euro 600',
    })
})
afterAll(() => server.stop())

for (const look of [
  { width: 1440, theme: 'light' },
  { width: 390, theme: 'dark' },
] as const)
  test(`labels are chosen from the list and seen before they are printed, ${look.width} ${look.theme}`, async () => {
    const page = await openPage({ base: server.url, cookies: server.people.admin.cookie, ...look })
    await page.goto('/equipment/list')
    await page.locator('#main').getByRole('link', { name: 'Labels' }).click()
    await page.getByText('30 labels').first().waitFor()
    const loaded = () =>
      page.waitForFunction(
        () => (document.querySelector('.labelsheet') as HTMLImageElement)?.naturalWidth > 0,
      )
    await loaded()
    await screenshot(page, `labels-${look.width}-${look.theme}`)
    await page.getByRole('searchbox').fill('Crate 12')
    await page.getByRole('link', { name: 'Print the label' }).waitFor()
    await page.getByLabel('Paper').selectOption({ label: 'Roll, 57 × 32 mm' })
    await page.locator('.labelsheet.roll').waitFor()
    await loaded()
    const wide = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(wide).toBeLessThanOrEqual(0)
    await screenshot(page, `labels-roll-${look.width}`)
    const href = await page.getByRole('link', { name: 'Print the label' }).getAttribute('href')
    const pdf = await page.request.get(href ?? '')
    expect([pdf.status(), pdf.headers()['content-type']]).toEqual([200, 'application/pdf'])
    expect(pageErrors(page)).toEqual([])
    await closePage(page)
  })
