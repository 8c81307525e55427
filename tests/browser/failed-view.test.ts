import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import { onError } from '#server/http/on-error.tsx'
import { expectOk } from '#tests/support/answers.ts'
import { axe, closePage, openPage } from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

setDefaultTimeout(120_000)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.people.admin.post('/api/boards', { name: 'Yard' })
})
afterAll(() => server.stop())

test('a part of a page that fails says so in its place, and the rest of the page stands', async () => {
  const page = await openPage({ base: server.url, cookies: server.people.admin.cookie })
  // What the board is handed is cut, as a program of another version might do.
  await page.route('**/progress', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.text()).replace(
      /(<script type="application\/json"[^>]*>)\{.*?\}(?=<\/script>)/s,
      '$1{}',
    )
    await route.fulfill({ response: answer, body })
  })
  await page.goto('/jobs/yard/progress')
  await page.getByText('Something went wrong, please try again.').waitFor()
  await eventually(() => page.getByRole('link', { name: 'Clients' }).isVisible(), true)
  expect(await axe(page)).toEqual([])
  await page.unroute('**/progress')
  await page.getByRole('button', { name: 'Reload' }).click()
  await page.getByRole('heading', { name: 'Yard' }).waitFor()
  await closePage(page)
})

test('a document or list that cannot be made is called so, and nothing of the inside is said', async () => {
  for (const path of ['/render/card/1', '/clients/export', '/api/documents/download/1']) {
    const request = new Request(`http://localhost${path}`, { headers: { accept: 'application/json' } })
    const answer = onError(server.services, request, new Error('disk of /secret is broken'))
    expect(answer.status).toBe(500)
    expect(await answer.json()).toEqual({ message: 'Unable to download' })
  }
  const other = onError(server.services, new Request('http://localhost/api/clients'), new Error('x'))
  expect(await other.json()).toEqual({ message: 'An unexpected server exception occured' })
})

test('a script that does not come is said, with a way to load it again', async () => {
  const page = await openPage({ base: server.url, cookies: server.people.admin.cookie })
  await page.route('**/assets/entry.registry*', (route) => route.abort())
  await page.goto('/jobs/yard/progress')
  await page.locator('.snackbar', { hasText: 'Loading chunk failed' }).waitFor()
  await page.unroute('**/assets/entry.registry*')
  await page.getByRole('button', { name: 'Reload' }).click()
  await page.locator('[data-island=board][data-ready]').waitFor()
  await closePage(page)
})

test('a dialog whose script is gone since an update is said so, with a way to load the page again', async () => {
  const { admin } = server.people
  const [{ id: boardid }] = (await admin.get('/api/boards')).body.data
  await admin.post('/api/jobs', { boardid, description: 'Mend the gate' })
  const page = await openPage({ base: server.url, cookies: admin.cookie, isolated: true })
  await page.route('**/assets/dialog.*', (route) => route.abort())
  await page.goto('/jobs/yard/progress')
  await page.locator('[data-island=board][data-ready]').waitFor()
  await page.getByText('Mend the gate').click()
  await page.locator('main').getByText('Loading chunk failed').waitFor()
  await page.unroute('**/assets/dialog.*')
  await page.getByRole('button', { name: 'Reload' }).click()
  await page.locator('[data-island=board][data-ready]').waitFor()
  await page.getByRole('dialog').or(page.getByText('Mend the gate')).first().waitFor()
  await closePage(page)
})

/** As a program that fails within, until it is mended. */
async function failCalls(page: Page) {
  await page.route('**/*', (route) =>
    ['fetch', 'xhr'].includes(route.request().resourceType())
      ? route.fulfill({
          status: 500,
          contentType: 'application/json',
          headers: { 'x-joblane-version': '1' },
          body: '{"message":"An unexpected server exception occured"}',
        })
      : route.continue(),
  )
}

test('a list that was asked anew in vain says that it is the one from before, and asks again', async () => {
  const { admin } = server.people
  for (const name of ['Bolt', 'Nut']) {
    await expectOk(admin.post('/api/clients', { name }))
    await expectOk(admin.post('/api/inventory', { code: name, materialname: name }))
  }
  const page = await openPage({ base: server.url, cookies: admin.cookie, isolated: true })
  for (const path of ['/clients', '/admin/inventory']) {
    await page.goto(path)
    const [rows, box] = [
      page.locator('main tbody tr', { hasText: 'Nut' }),
      page.getByRole('searchbox').last(),
    ]
    await rows.first().waitFor()
    await failCalls(page)
    await box.fill('bolt')
    const note = page.getByText('No answer came: this list is still the one from before.')
    await note.waitFor()
    expect(await rows.count()).toBe(1)
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await eventually(async () => [await rows.count(), await note.count()], [0, 0])
  }
  await closePage(page)
})

test('a job and a part of it that could not be loaded are asked for again', async () => {
  const { admin } = server.people
  const [{ id: boardid }] = (await admin.get('/api/boards')).body.data
  await expectOk(admin.post('/api/jobs', { boardid, description: 'Hang the door' }))
  const page = await openPage({ base: server.url, cookies: admin.cookie, isolated: true })
  await page.goto('/jobs/yard/progress')
  await page.locator('[data-island=board][data-ready]').waitFor()
  await failCalls(page)
  await page.getByText('Hang the door').click()
  const dialog = page.locator('dialog.job')
  const again = dialog.getByRole('button', { name: 'Try again' })
  await again.waitFor()
  await page.unrouteAll()
  await again.click()
  await dialog.getByRole('tab', { name: 'Tracking' }).waitFor()
  await failCalls(page)
  await dialog.getByRole('tab', { name: 'Tracking' }).click()
  await dialog.getByText('This part could not be loaded.').waitFor()
  await page.unrouteAll()
  await again.click()
  await dialog.getByRole('tabpanel', { name: 'Tracking' }).getByText('Created').waitFor()
  await closePage(page)
})
