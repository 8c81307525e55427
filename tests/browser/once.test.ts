import { afterAll, beforeAll, expect, test } from 'bun:test'
import { closePage, openPage } from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const found = async (name: string) =>
  (await server.people.admin.get(`/api/clients?search=${name}`)).body.total as number

test('what a form adds is there once, also when its answer was lost and the button is pressed again', async () => {
  const page = await openPage({ base: server.url, cookies: server.people.admin.cookie })
  try {
    await page.goto('/clients')
    let lose = true
    const keys: (string | null)[] = []
    await page.route('**/clients', async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      keys.push(await route.request().headerValue('idempotency-key'))
      if (!lose) return route.continue()
      await route.fetch()
      lose = false
      return route.abort()
    })
    const dialog = page.locator('#dialog > dialog')
    const add = async () => {
      await page.getByRole('link', { name: 'Add client' }).first().click()
      await dialog.getByLabel('Name', { exact: false }).first().fill('Only once')
    }
    const save = () => dialog.locator('[data-save]').click()
    await add()
    await save()
    await page
      .locator('.snackbar', { hasText: 'The server could not be reached. Please try again.' })
      .waitFor()
    await eventually(() => dialog.getByLabel('Name', { exact: false }).first().inputValue(), 'Only once')
    expect(await found('Only')).toBe(1)
    await save()
    await page.locator('.snackbar', { hasText: 'Only once added successfully' }).waitFor()
    await dialog.waitFor({ state: 'detached' })
    expect(await found('Only')).toBe(1)
    expect([keys.length, new Set(keys).size]).toEqual([2, 1])
    // Answered: the same words sent on purpose are another client.
    await add()
    await save()
    await dialog.waitFor({ state: 'detached' })
    expect([await found('Only'), new Set(keys).size]).toEqual([2, 2])
  } finally {
    await closePage(page)
  }
})

test('an edit whose answer was lost is saved again as one', async () => {
  const { body } = await server.people.admin.post('/api/clients', { name: 'Before' })
  const page = await openPage({ base: server.url, cookies: server.people.admin.cookie })
  try {
    await page.goto(`/clients/${body.data.id}`)
    const form = page.locator('form[hx-patch]').first()
    const keys: (string | null)[] = []
    await page.route(`**/clients/${body.data.id}`, async (route) => {
      if (route.request().method() !== 'PATCH') return route.continue()
      keys.push(await route.request().headerValue('idempotency-key'))
      if (keys.length > 1) return route.continue()
      await route.fetch()
      return route.abort()
    })
    await form.getByLabel('Name', { exact: false }).first().fill('After')
    const lost = page.waitForEvent('requestfailed')
    await form.locator('[data-save]').click()
    await lost
    expect(await found('After')).toBe(1)
    await form.locator('[data-save]').click()
    await page.locator('.snackbar', { hasText: 'After' }).waitFor()
    const saved = await server.people.admin.get(`/api/clients/${body.data.id}`)
    expect([keys.length, new Set(keys).size, saved.body.data.version]).toEqual([2, 1, body.data.version + 1])
  } finally {
    await closePage(page)
  }
})

test('another change, a form that was opened anew, and a file get no key that was used', async () => {
  const page = await openPage({ base: server.url, cookies: server.people.admin.cookie })
  try {
    await page.goto('/clients')
    const keys: (string | null)[] = []
    let lose = true
    await page.route('**/clients', async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      keys.push(await route.request().headerValue('idempotency-key'))
      if (!lose) return route.continue()
      await route.fetch()
      return route.abort()
    })
    const dialog = page.locator('#dialog > dialog')
    const name = () => dialog.getByLabel('Name', { exact: false }).first()
    const send = async (text: string) => {
      await name().fill(text)
      const lost = page.waitForEvent('requestfailed')
      await dialog.locator('[data-save]').click()
      await lost
    }
    await page.getByRole('link', { name: 'Add client' }).first().click()
    await send('One')
    await send('Two')
    await send('One')
    expect([keys.length, new Set(keys).size]).toEqual([3, 3])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Close without saving' }).click()
    await dialog.waitFor({ state: 'detached' })
    lose = false
    await page.getByRole('link', { name: 'Add client' }).first().click()
    await name().fill('One')
    await dialog.locator('[data-save]').click()
    await dialog.waitFor({ state: 'detached' })
    expect([keys.length, new Set(keys).size]).toEqual([4, 4])

    await page.goto('/import')
    const uploads: (string | null)[] = []
    await page.route(/\/import\//, async (route) => {
      if (route.request().method() === 'POST')
        uploads.push(await route.request().headerValue('idempotency-key'))
      return route.continue()
    })
    await page.locator('main a[href="/import/suppliers"]').click()
    await page.waitForURL('**/import/suppliers')
    await page
      .locator('main input[type=file]')
      .setInputFiles({ name: 'suppliers.csv', mimeType: 'text/csv', buffer: Buffer.from('Name\nAce\n') })
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.waitForURL(/\/import\/.+\/.+/)
    expect(uploads).toEqual([null])
  } finally {
    await closePage(page)
  }
})

test('where an answer closed a dialog nothing takes a second tap of the same finger', async () => {
  const { cookie } = server.people.admin
  const page = await openPage({ base: server.url, cookies: cookie, width: 390 })
  await page.goto('/clients/new')
  const dialog = page.locator('#dialog > dialog')
  await dialog.getByLabel('Name', { exact: false }).first().fill('Tapped twice')
  const save = await dialog.locator('[data-save]').boundingBox()
  if (!save) throw new Error('The button must be in view')
  const at = { x: save.x + save.width / 2, y: save.y + save.height / 2 }
  await page.evaluate(({ x, y }) => {
    document.addEventListener('joblane:dialogclosed', () =>
      setTimeout(() => Object.assign(window, { tapped: document.elementFromPoint(x, y)?.className })),
    )
  }, at)
  await page.mouse.click(at.x, at.y)
  await eventually(() => page.evaluate(() => (window as { tapped?: string }).tapped), 'pressshield')
  await eventually(() => page.locator('.pressshield').count(), 0)
  await closePage(page)
})
