import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import { expectOk } from '#tests/support/answers.ts'
import { axe, closePage, openPage, overflowX, screenshot } from '#tests/support/browser.ts'
import { eventually, until } from '#tests/support/eventually.ts'
import { openLine } from '#tests/support/line.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { storeBefore, storedUrls, untilStored } from '#tests/support/stored-pages.ts'

setDefaultTimeout(120_000)

let server: TestServer
let line: ReturnType<typeof openLine>
beforeAll(async () => {
  server = await startTestServer()
  line = openLine(server.url)
  const { admin } = server.people
  const board = await expectOk(admin.post('/api/boards', { name: 'Yard' }))
  await expectOk(admin.post('/api/jobs', { boardid: board.id, description: 'Mend the gate' }))
})
beforeEach(() => line.mend())
afterAll(async () => {
  line.stop()
  await server.stop()
})

async function openInstalled(cookies: string, width = 1440): Promise<Page> {
  const page = await openPage({ base: line.url, cookies, width, installed: true })
  await page.goto('/clients')
  await page.waitForFunction(() => navigator.serviceWorker.controller)
  return page
}

const storedPaths = async (page: Page) => (await storedUrls(page)).map((url) => new URL(url).pathname)

test('what was opened is read without a line, with its age, and is anew when the line is back', async () => {
  const page = await openInstalled(server.people.admin.cookie)
  await page.goto('/jobs/yard/progress')
  await page.getByText('Mend the gate').click()
  await page.getByRole('dialog').getByRole('tab').first().waitFor()
  await page.goto('/clients')
  line.cut()
  await page.goto('/jobs/yard/progress')
  await page.getByText('This page is as it was').waitFor()
  await eventually(() => page.locator('#offline time').textContent(), 'just now')
  expect(await overflowX(page)).toBe(0)
  await page.getByText('Mend the gate').click()
  await page.getByRole('dialog').getByRole('tab').first().waitFor()
  expect(new URL(page.url()).searchParams.has('open')).toBe(true)
  await page.reload()
  await page.getByText('Mend the gate').click()
  await page.getByRole('dialog').getByRole('tab').first().waitFor()
  await page.goto('/suppliers')
  await page.getByText('This page is not kept on this device').waitFor()
  await page.getByRole('link', { name: 'Clients', exact: true }).waitFor()
  await screenshot(page, 'offline-never-opened')
  // A card of the board would be as high as a card.
  const list = page.locator('main li').last()
  expect(await list.evaluate((one) => one.closest('main')!.getBoundingClientRect().bottom)).toBeGreaterThan(
    await list.evaluate((one) => one.getBoundingClientRect().bottom),
  )
  expect(await axe(page)).toEqual([])
  line.mend()
  await page.getByRole('link', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Suppliers' }).waitFor()
  await eventually(() => page.locator('#offline').isVisible(), false)
  await closePage(page)
})

test('a page that is not kept says what waits on the device, and leads to it', async () => {
  const page = await openInstalled(server.people.admin.cookie)
  await page.goto('/clients')
  await untilStored(page, '/clients')
  const change = { url: '/mywork/jobs/none/note', label: 'Note on J1', group: 'none', key: undefined }
  await page.evaluate((given) => window.joblane.outbox.keep(given), change)
  line.cut()
  await page.goto('/suppliers')
  await page.getByText('One change waits on this device to be sent.').waitFor()
  await screenshot(page, 'offline-what-waits')
  expect([await overflowX(page), await axe(page)]).toEqual([0, []])
  await page.getByRole('link', { name: 'Show what waits' }).click()
  await page.getByRole('dialog', { name: 'Waiting to be sent' }).getByText('Note on J1').waitFor()
  expect(new URL(page.url()).hash).toBe('')
  await closePage(page)
})

test('a search without a line says while it is typed that the server cannot be reached', async () => {
  const page = await openInstalled(server.people.admin.cookie)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/clients')
  const box = page.locator('#headerscan')
  await box.click()
  line.cut()
  await page.keyboard.type('gate')
  await page.locator('#headerscan-results').getByText('The server could not be reached').waitFor()
  line.mend()
  await page.keyboard.type('s')
  await page
    .locator('#headerscan-results')
    .getByText('The server could not be reached')
    .waitFor({ state: 'hidden' })
  await closePage(page)
})

test('a line that comes back without the browser having missed it ends what the page says of it', async () => {
  const page = await openInstalled(server.people.admin.cookie)
  await page.goto('/jobs/yard/progress')
  await until(async () => (await storedPaths(page)).includes('/jobs/yard/progress'), 'the page to be stored')
  await page.goto('/clients')
  line.cut()
  await page.goto('/jobs/yard/progress')
  await page.getByText('This page is as it was').waitFor()
  await page.evaluate(() => {
    document.title = 'Before'
  })
  line.mend()
  await page.waitForFunction(() => document.title !== 'Before')
  await eventually(() => page.locator('#offline').isVisible(), false)
  await closePage(page)
})

test('a line that comes back to two tabs whose session ended meanwhile is called missing in neither', async () => {
  const { cookie } = await server.signIn('admin@first.test')
  const page = await openInstalled(cookie)
  await page.goto('/mywork')
  await untilStored(page, '/mywork')
  const second = await page.context().newPage()
  await second.goto('/mywork')
  line.cut()
  await page.reload()
  await page.getByText('This page is as it was').waitFor()
  const change = { url: '/mywork/jobs/none/note', label: 'Note on J1', group: 'none', key: undefined }
  for (const tab of [page, second])
    await tab.evaluate((given) => window.joblane.outbox.keep(given), { ...change, group: Bun.randomUUIDv7() })
  await page.context().clearCookies()
  line.mend()
  await second.getByRole('link', { name: 'Sign in to send what waits' }).first().waitFor()
  for (const tab of [page, second])
    await eventually(() => tab.locator('#offline').filter({ visible: true }).count(), 0)
  await closePage(page)
})

test('boards and the steps of today are there though nobody opened them', async () => {
  const page = await openInstalled(server.people.admin.cookie, 390)
  await until(async () => {
    const paths = await storedPaths(page)
    return paths.includes('/jobs/yard/progress') && paths.includes('/mywork')
  }, 'the pages of the day')
  await closePage(page)
})

test('no page of the menu leaves anybody with the browser’s own page, and help is there', async () => {
  const page = await openInstalled(server.people.admin.cookie)
  await untilStored(page, '/help')
  const hrefs = await page
    .locator('#menu a[href^="/"], .header a[href^="/"]')
    .evaluateAll((links) => [...new Set(links.map((link) => link.getAttribute('href') ?? ''))])
  expect(hrefs.length).toBeGreaterThan(30)
  line.cut()
  for (const href of [...hrefs, '/help', '/www/signup', '/clients/export', '/render/card/1']) {
    await page.goto(href)
    const said = page.getByText(/This page is as it was|This page is not kept on this device|^Help$/)
    await said.filter({ visible: true }).first().waitFor()
  }
  line.mend()
  await closePage(page)
})

test('the help drawer opens without a line, and says how old it is', async () => {
  const page = await openInstalled(server.people.admin.cookie)
  await untilStored(page, '/help', '/clients')
  await storeBefore(page, 3 * 3_600_000)
  line.cut()
  await page.goto('/clients')
  await page.getByText('This page is as it was').waitFor()
  await page.locator('.button.person').click()
  await page.getByRole('menuitem', { name: 'Help' }).click()
  const help = page.frameLocator('#help iframe')
  await help.getByText('The menu on the left shows').waitFor()
  const age = help.getByText('This page is as it was 3 hours ago')
  await age.waitFor()
  await eventually(() => age.evaluate((said) => said.getBoundingClientRect().top >= 0), true)
  await screenshot(page, 'offline-help')
  line.mend()
  await closePage(page)
})

test('a page that was shown as kept for a slow answer says when its newest state is there, and shows it', async () => {
  const page = await openInstalled(server.people.admin.cookie)
  await untilStored(page, '/clients')
  await expectOk(server.people.admin.post('/api/clients', { name: 'Slow Rivers' }))
  line.hold()
  await page.goto('/clients')
  await page.getByText('This page is as it was').waitFor()
  expect(await page.getByText('Slow Rivers').count()).toBe(0)
  line.release()
  await page.getByText('Its newest state is here now').waitFor()
  await eventually(() => page.locator('#offline').isVisible(), false)
  expect([await overflowX(page), await axe(page)]).toEqual([0, []])
  await screenshot(page, 'offline-newer')
  await page.getByRole('button', { name: 'Show it' }).click()
  await page.locator('main').getByText('Slow Rivers').waitFor()
  await eventually(() => page.locator('#offline, #newer').filter({ visible: true }).count(), 0)
  await closePage(page)
})

test('a network that leads nowhere is not called a line', async () => {
  const page = await openInstalled(server.people.admin.cookie)
  line.cut()
  await page.evaluate(() => dispatchEvent(new Event('offline')))
  await page.getByText('Your network connection appears to be unavailable').first().waitFor()
  const asked = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/health'))
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await asked
  await eventually(() => page.locator('#offline').isVisible(), true)
  expect(await page.getByText('has been restored').count()).toBe(0)
  line.mend()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await page.getByText('Your network connection has been restored').waitFor()
  await eventually(() => page.locator('#offline').isVisible(), false)
  await closePage(page)
})

test('a file that is downloaded is not stored with the pages', async () => {
  const page = await openInstalled(server.people.admin.cookie)
  const download = page.waitForEvent('download')
  await page.goto('/jobs/backup/file?format=json').catch(() => {})
  await (await download).path()
  await page.goto('/suppliers')
  await until(async () => (await storedPaths(page)).includes('/suppliers'), 'the page to be stored')
  expect(await storedPaths(page)).not.toContain('/jobs/backup/file')
  await closePage(page)
})

test('other rights leave nothing of it, nor does signing out', async () => {
  const { admin, agent } = server.people
  const page = await openInstalled(agent.cookie)
  await page.goto('/notifications/all')
  await until(async () => (await storedPaths(page)).includes('/notifications/all'), 'the page to be stored')
  // The page that stands open is fetched again by the new rights.
  await page.goto('/mywork')
  const denied = { roleid: server.roleids.Agent, claim: 'suppliers.read', allowed: false }
  await expectOk(admin.post('/api/auth/roles/claims', denied))
  await page.goto('/mywork')
  await until(async () => !(await storedPaths(page)).includes('/notifications/all'), 'what was stored to go')
  await page.evaluate(() =>
    document.querySelector<HTMLFormElement>('form[action="/signout"]')?.requestSubmit(),
  )
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await eventually(() => storedPaths(page), [])
  line.cut()
  await page.goto('/clients')
  await page
    .getByText('You are offline and there is no information stored from your previous session')
    .waitFor()
  line.mend()
  await closePage(page)
})

for (const [what, change] of [
  ['a role has a right less', () => allow('clients.read', false)],
  ['a person has another role', () => changePerson({ roles: [server.roleids.Jobs] })],
  ['a person has no seat any more', () => changePerson({ roles: [server.roleids.Agent], licensed: false })],
  ['a person is archived', async () => expectOk(server.people.admin.delete(await pathOfAgent()))],
] as const)
  test(`what is kept goes from a page that stands open, without another being opened, once ${what}`, async () => {
    await changePerson({ roles: [server.roleids.Agent], licensed: true })
    await allow('clients.read', true)
    const page = await openInstalled((await server.signIn('agent@first.test')).cookie, 390)
    await page.goto('/mywork')
    await untilStored(page, '/clients', '/mywork', '/jobs/yard/progress')
    await eventually(() => server.services.hub.count(), 1)
    await change()
    await until(async () => !(await storedPaths(page)).includes('/clients'), 'what was stored to go')
    if (what === 'a role has a right less') await untilStored(page, '/mywork', '/jobs/yard/progress')
    line.cut()
    await page.goto('/clients')
    await page.getByText(/This page is not kept on this device|there is no information stored/).waitFor()
    line.mend()
    await closePage(page)
  })

const allow = (claim: string, allowed: boolean) =>
  expectOk(
    server.people.admin.post('/api/auth/roles/claims', { roleid: server.roleids.Agent, claim, allowed }),
  )

const changePerson = async (change: object) =>
  expectOk(server.people.admin.patch(await pathOfAgent(), change))

async function pathOfAgent(): Promise<string> {
  const [agent] = await expectOk(server.people.admin.get('/api/users?search=agent'))
  return `/api/users/${agent.id}`
}

/** Serves a newer worker until the answer of this is called. */
function buildAnew(change: (script: string) => string): () => void {
  const { assets } = server.services
  const { serve } = assets
  const worker = assets.url('worker.js')
  const newer = change(String(Buffer.from(assets.bytes('worker.js'))))
  assets.serve = (path, request) =>
    path === worker
      ? new Response(newer, { headers: { 'content-type': 'text/javascript' } })
      : serve(path, request)
  return () => {
    assets.serve = serve
  }
}

const isOffered = (page: Page) => page.locator('#update').isVisible()

test('a new version waits until somebody takes it, and loads the page again', async () => {
  const page = await openInstalled(server.people.admin.cookie)
  const asBefore = buildAnew((script) => `${script}// newer`)
  await page.reload()
  await page.getByText('A new version of Joblane is ready').waitFor()
  await page.evaluate(() => {
    document.title = 'Before'
  })
  await page.getByRole('button', { name: 'Update', exact: true }).click()
  await page.waitForFunction(() => document.title !== 'Before')
  await page.getByRole('heading', { name: 'Clients' }).waitFor()
  await eventually(() => page.locator('#update').isVisible(), false)
  asBefore()
  await closePage(page)
})

test('a page at rest is offered the new version as soon as its live connection is back', async () => {
  const page = await openInstalled(server.people.admin.cookie)
  await eventually(() => server.services.hub.count(), 1)
  // As a page of the version before, which it stays while the program is stopped and another begins.
  await page.evaluate(() => {
    document.documentElement.dataset.version = '0.0.1'
  })
  expect(await isOffered(page)).toBe(false)
  line.cut()
  await eventually(() => server.services.hub.count(), 0)
  line.mend()
  await eventually(() => isOffered(page), true)
  await closePage(page)
})

test('a page at rest is offered other files of the same version too', async () => {
  const page = await openInstalled(server.people.admin.cookie)
  await eventually(() => server.services.hub.count(), 1)
  const asBefore = buildAnew((script) => `${script}// mended`)
  line.cut()
  await eventually(() => server.services.hub.count(), 0)
  line.mend()
  await eventually(() => isOffered(page), true)
  asBefore()
  await closePage(page)
})

test('two tabs, one updated: the other goes on with what it has, which is the newest already', async () => {
  const page = await openInstalled(server.people.admin.cookie)
  const other = await page.context().newPage()
  const faults: string[] = []
  other.on('pageerror', ({ message }) => faults.push(message))
  await other.goto('/jobs/yard/progress')
  const asBefore = buildAnew((script) => `${script}// newer still`)
  await page.reload()
  await eventually(() => isOffered(other), true)
  await page.getByRole('button', { name: 'Update', exact: true }).click()
  await eventually(() => isOffered(other), false)
  await page.waitForFunction(() => document.querySelector<HTMLElement>('#update')?.hidden)
  await other.getByText('Mend the gate').click()
  await other.getByRole('dialog').getByRole('tab').first().waitFor()
  await other.goto('/clients')
  await other.getByRole('heading', { name: 'Clients' }).waitFor()
  expect(faults).toEqual([])
  asBefore()
  await closePage(page)
})

test('two tabs, one updated: the other is still offered it where it is of an older build', async () => {
  const page = await openInstalled(server.people.admin.cookie)
  const other = await page.context().newPage()
  await other.goto('/jobs/yard/progress')
  const script = server.services.assets.url('client.js')
  const asBefore = buildAnew((worker) => worker.replaceAll(script, '/assets/entry.client.other.js'))
  await page.reload()
  await eventually(() => isOffered(other), true)
  await other.evaluate(() => {
    const told = new Promise((done) =>
      navigator.serviceWorker.addEventListener('message', ({ data }) => 'newest' in data && done(data)),
    )
    Object.assign(window, { told })
  })
  await page.getByRole('button', { name: 'Update', exact: true }).click()
  expect(await other.evaluate(() => (window as unknown as { told: Promise<unknown> }).told)).toEqual({
    newest: false,
  })
  expect(await isOffered(other)).toBe(true)
  asBefore()
  await closePage(page)
})

test('a save whose line breaks in the middle says so, and keeps what was typed', async () => {
  const page = await openInstalled(server.people.admin.cookie)
  await page.goto('/suppliers')
  await page.getByRole('link', { name: 'Add supplier' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[name=name]').fill('Half a save')
  const { tenants } = server.services
  const { write } = tenants
  tenants.write = (async (...given: Parameters<typeof write>) => {
    const value = await write(...given)
    line.cut()
    return value
  }) as typeof write
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.locator('.snackbar[data-level=error]').waitFor()
  tenants.write = write
  await eventually(() => dialog.locator('input[name=name]').inputValue(), 'Half a save')
  line.mend()
  await dialog.getByRole('button', { name: 'Create' }).click()
  await dialog.waitFor({ state: 'hidden' })
  const found = await expectOk(server.people.admin.get('/api/suppliers?search=Half'))
  expect(found).toHaveLength(1)
  await closePage(page)
})

test('Chromium finds nothing that keeps it from being installed, and its icons are what they say', async () => {
  const page = await openInstalled(server.people.admin.cookie, 390)
  const cdp = await page.context().newCDPSession(page)
  const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors')
  expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual([])
  const { data = '', errors } = await cdp.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const manifest = JSON.parse(data)
  expect(manifest.display).toBe('standalone')
  expect([manifest.start_url, manifest.scope, manifest.id]).toEqual(['/', '/', '/'])
  expect(manifest.name && manifest.short_name).toBeTruthy()
  expect(manifest.icons.map(({ sizes }: { sizes: string }) => sizes)).toEqual(
    expect.arrayContaining(['192x192', '512x512']),
  )
  expect(manifest.theme_color).toMatch(/^#/)
  expect(await page.locator('meta[name=theme-color]').count()).toBeGreaterThan(0)
  expect(await page.locator('link[rel=apple-touch-icon]').count()).toBe(1)
  const scope = () => navigator.serviceWorker.ready.then((registration) => registration.scope)
  expect(await page.evaluate(scope)).toBe(`${line.url}/`)
  expect(manifest.icons.some(({ purpose }: { purpose: string }) => purpose === 'maskable')).toBe(true)
  for (const { src, sizes } of manifest.icons)
    expect(
      await page.evaluate(async (src) => {
        const { width, height } = await createImageBitmap(await (await fetch(src)).blob())
        return `${width}x${height}`
      }, src),
    ).toBe(sizes)
  await closePage(page)
})
