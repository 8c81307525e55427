import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import { signinfailures } from '#db/schema/platform/platform.ts'
import { axe } from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { PASSWORD, startTestServer, type TestServer } from '#tests/support/server.ts'
import { withPage } from '#tests/support/with-page.ts'

setDefaultTimeout(120_000)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const onPage = (
  path: string,
  act: (page: Page) => Promise<void>,
  options: { width?: number; isolated?: boolean } = {},
) => withPage({ base: server.url, path, refusals: /status of 422/, ...options }, act)

const email = (page: Page) => page.getByLabel('E-mail').filter({ visible: true })
const password = (page: Page) => page.getByLabel('Password').filter({ visible: true })
const button = (page: Page) => page.getByRole('button', { name: 'Sign in' })

test('a person signs in by keyboard alone, and arrives where they were going', () =>
  onPage('/clients?search=horn', async (page) => {
    // The browser gives it with its next frame, which may come after the page has loaded.
    await email(page).and(page.locator(':focus')).waitFor()
    await page.keyboard.type('admin@first.test')
    await page.keyboard.press('Tab')
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/clients?search=horn')
    await page.getByRole('heading', { name: 'Clients' }).waitFor()
  }))

test('a browser that keeps no cookies is told so, any other is not', () =>
  onPage(
    '/signin',
    async (page) => {
      const told = page.getByText('You need to update your web browser')
      await eventually(() => told.isVisible(), false)
      await page.addInitScript(() =>
        Object.defineProperty(Navigator.prototype, 'cookieEnabled', { get: () => false }),
      )
      await page.reload()
      await told.waitFor()
      expect(await axe(page)).toEqual([])
      if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/nocookies.png` })
    },
    { width: 390, isolated: true },
  ))

test('the button wakes once both fields hold something', () =>
  onPage('/signin', async (page) => {
    await eventually(() => button(page).isDisabled(), true)
    await email(page).fill('admin@first.test')
    await eventually(() => button(page).isDisabled(), true)
    await password(page).fill('x')
    await eventually(() => button(page).isDisabled(), false)
  }))

test('a wrong password is told in the form, which keeps what was typed', () =>
  onPage('/signin', async (page) => {
    await email(page).fill('agent@first.test')
    await password(page).fill('not this one')
    await page.keyboard.press('Enter')
    await page.getByText('Your username and password combination is not correct').waitFor()
    expect(new URL(page.url()).pathname).toBe('/signin')
    await eventually(() => email(page).inputValue(), 'agent@first.test')
    await password(page).fill(PASSWORD)
    await button(page).click()
    await page.waitForURL(`${server.url}/`)
  }))

test('after too many attempts the form says when to come back', () =>
  onPage('/signin', async (page) => {
    const { platform } = server.services
    const until = new Date(Date.now() + 14.5 * 60_000).toISOString()
    await platform.write((tx) =>
      tx.db
        .insert(signinfailures)
        .values({ key: 'user:jobs@first.test', count: 10, lastutc: tx.now, lockeduntilutc: until })
        .run(),
    )
    await email(page).fill('jobs@first.test')
    await password(page).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByText('Too many attempts. Please try again in 15 minutes.').waitFor()
  }))

test('the form fits its card on a desk and on a phone', async () => {
  for (const width of [1440, 390])
    await onPage(
      '/signin',
      async (page) => {
        const box = await page.locator('#main').boundingBox()
        const inside = await button(page).boundingBox()
        if (!box || !inside) throw new Error('the form is not drawn')
        expect(inside.y + inside.height).toBeLessThan(box.y + box.height)
        expect(box.x + box.width).toBeLessThanOrEqual(width)
      },
      { width },
    )
})
