import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { axe, closePage, openPage, overflowX, pageErrors } from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

setDefaultTimeout(120_000)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

for (const look of [{ width: 1440 }, { width: 390, theme: 'dark' as const }])
  test(`help opens over any page, leads on from there, and can be popped out, at ${look.width} px`, async () => {
    const page = await openPage({ base: server.url, cookies: server.people.admin.cookie, ...look })
    await page.goto('/admin/divisions')
    const drawer = page.locator('#help')
    const open = async () => {
      await page.locator('.button.person').click()
      await page.getByRole('menuitem', { name: 'Help', exact: true }).click()
      await drawer.waitFor()
    }
    await open()
    const inside = page.frameLocator('#help iframe')
    await inside.getByRole('heading', { name: 'Help', exact: true }).waitFor()
    await inside.getByRole('link', { name: 'Materials and stock' }).click()
    await eventually(() => inside.locator('.navbar').count(), 0)
    expect(await axe(page)).toEqual([])
    if (process.env.PICTURES)
      await page.screenshot({ path: `${process.env.PICTURES}/help-${look.width}.png` })
    await page.keyboard.press('Escape')
    await open()
    const popped = page.waitForEvent('popup')
    await drawer.getByRole('link', { name: 'Pop out' }).click()
    const own = await popped
    await own.waitForURL(/\/help#fit$/)
    expect(await axe(own)).toEqual([])
    expect(await own.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    if (process.env.PICTURES)
      await own.screenshot({ path: `${process.env.PICTURES}/help-own-${look.width}.png` })
    await own.close()
    await inside.getByRole('link', { name: 'Users' }).click()
    await page.waitForURL('**/admin/users')
    expect(pageErrors(page)).toEqual([])
    await closePage(page)
  })

test('opens at what it says of the page', async () => {
  const page = await openPage({ base: server.url, cookies: server.people.admin.cookie })
  for (const [path, topic] of [
    ['/invoices', 'Send an invoice'],
    ['/admin/users', 'People and what they may do'],
  ] as const) {
    await page.goto(path)
    await page.locator('.button.person').click()
    await page.getByRole('menuitem', { name: 'Help', exact: true }).click()
    const heading = page.frameLocator('#help iframe').getByRole('heading', { name: topic })
    await heading.waitFor()
    const { y = -1 } = (await heading.boundingBox()) ?? {}
    expect(y, path).toBeWithin(0, 300)
  }
  await closePage(page)
})

test('an installation may show help of its own, and nothing else may be framed', async () => {
  const own = await startTestServer(undefined, ['--help-url', 'https://help.example.co.za/joblane/'])
  try {
    const { headers, text } = await own.people.admin.get('/account/profile')
    expect(text).toContain('src="https://help.example.co.za/joblane"')
    expect(headers.get('content-security-policy')).toContain("frame-src 'self' https://help.example.co.za;")
    const told = await own.people.admin.get('/api/configuration/environmentals')
    expect(told.body.data.helpbase).toBe('https://help.example.co.za/joblane')
  } finally {
    await own.stop()
  }
  const help = await server.people.admin.get('/help')
  expect(help.headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
  const page = await server.people.admin.get('/signin?forgot=1')
  expect(page.headers.get('content-security-policy')).not.toContain('example')
  expect((await server.people.admin.get('/api/configuration/environmentals')).body.data.helpbase).toBe(
    '/help',
  )
})

test('help links to what its reader may open, and names the rest', async () => {
  const links = async (cookie: string) => {
    const text = await (await fetch(`${server.url}/help`, { headers: { cookie } })).text()
    return [...text.matchAll(/<a href="(\/[^"]*)" target="_top">/g)].map(([, href]) => href)
  }
  const { admin, jobs } = server.people
  expect(await links(admin.cookie)).toEqual(
    expect.arrayContaining(['/', '/invoices', '/admin/users', '/jobs/backup']),
  )
  const seen = await links(jobs.cookie)
  expect(seen).toContain('/jobs')
  expect(seen).not.toContain('/admin/users')
  expect(seen).not.toContain('/invoices')
  expect(await links('')).toEqual([])
})

test('an example is as wide as a phone', async () => {
  const page = await openPage({ base: server.url, cookies: server.people.admin.cookie, width: 390 })
  await page.goto('/help#webhooks')
  await page.getByRole('heading', { name: 'Check the signature' }).waitFor()
  expect(await overflowX(page)).toBe(0)
  const { x = -1, width = 0 } = (await page.locator('.help p').first().boundingBox()) ?? {}
  expect(x + width).toBeLessThanOrEqual(390)
  await closePage(page)
})
