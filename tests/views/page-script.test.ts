import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import {
  closePage,
  faultsInBothViews,
  openPage,
  pageErrors,
  scanBarcode,
  waitForSnackbar,
} from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { sampleServer } from './sample.tsx'

let sample: Awaited<ReturnType<typeof sampleServer>>
beforeAll(async () => {
  sample = await sampleServer()
})
afterAll(() => sample.stop())

/** Runs on a fresh page, which must end without an error of its own. */
async function onPage(act: (page: Page) => Promise<void>, options: { width?: number; theme?: 'dark' } = {}) {
  const page = await openPage({ base: sample.base, ...options })
  try {
    await page.goto('/clients')
    await act(page)
    expect(pageErrors(page).filter((text) => !/status of (403|422)/.test(text))).toEqual([])
  } finally {
    await closePage(page)
  }
}

// Without [open]: a closed one leaves the page only with its `close` event, a moment later.
const dialog = (page: Page) => page.locator('#dialog > dialog')
const focused = (page: Page) => page.evaluate(() => (document.activeElement as HTMLInputElement)?.name)
const hub = (page: Page, event: string, ...args: unknown[]) =>
  page.evaluate(
    (detail) => {
      document.dispatchEvent(new CustomEvent('joblane:hub', { detail }))
    },
    { event, args },
  )

describe('dialogs', () => {
  test('what is wrong stands beside its field, what was typed stays, and a save closes and refreshes', () =>
    onPage(async (page) => {
      await page.getByRole('link', { name: 'New client' }).click()
      await dialog(page).waitFor()
      expect(await focused(page)).toBe('name')
      await page.getByLabel('Phone').fill('021 555 0100')
      await page.keyboard.press('Control+Enter')
      await page.getByText('Give the client a name.').waitFor()
      expect(await focused(page)).toBe('name')
      expect(await page.getByLabel('Phone').inputValue()).toBe('021 555 0100')
      expect(await page.locator('#f-name').getAttribute('aria-describedby')).toBe('f-name-error')
      await page.keyboard.type('Drachen')
      expect(await page.locator('.remaining').count()).toBe(0)
      await page.keyboard.type('blut')
      expect(await page.locator('.remaining').count()).toBe(0)
      await page.keyboard.type(' und Sohn')
      await page.getByText('0 characters left').waitFor()
      for (let at = 0; at < 9; at++) await page.keyboard.press('Backspace')
      expect(await page.locator('.remaining').count()).toBe(0)
      await page.keyboard.press('Control+Enter')
      await waitForSnackbar(page, 'Drachenblut added successfully')
      await page.locator('#row-Drachenblut').waitFor()
      await dialog(page).waitFor({ state: 'detached' })
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('New client')
    }))

  test('Escape asks only if something changed', () =>
    onPage(async (page) => {
      const name = () => page.locator('#f-name')
      await page.getByText('Blauer See').click()
      await dialog(page).waitFor()
      await page.keyboard.press('Escape')
      await dialog(page).waitFor({ state: 'detached' })
      await page.getByText('Blauer See').click()
      await name().fill('Blauer')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Keep editing' }).click()
      expect(await name().inputValue()).toBe('Blauer')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Close without saving' }).click()
      await dialog(page).waitFor({ state: 'detached' })
    }))

  test('a colleague’s change waits until a dialog with changes is closed', () =>
    onPage(async (page) => {
      await page.getByText('Cactus Comidas').click()
      await page.locator('#f-name').fill('Mine')
      sample.names.push('Eastern Connection')
      await hub(page, 'Changed', { table: 'clients' })
      await page.waitForTimeout(300)
      expect(await page.getByText('Eastern Connection').count()).toBe(0)
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Close without saving' }).click()
      await page.getByText('Eastern Connection').waitFor()
    }))
})

describe('keys', () => {
  test('n, /, ?, j, k, Enter and g act alone, and never in a field', () =>
    onPage(async (page) => {
      await page.keyboard.press('/')
      await page.waitForFunction(() => (document.activeElement as HTMLInputElement).name === 'search')
      await page.keyboard.type('n')
      // By the time the list has asked, the key would have opened its dialog.
      await page.waitForURL('**/clients?search=n')
      expect(await dialog(page).count()).toBe(0)
      await page.keyboard.press('Backspace')
      await page.waitForURL('**/clients')
      await page.locator('#row-BlauerSee').waitFor()
      await page.evaluate(() => (document.activeElement as HTMLElement).blur())
      const rowIs = (id: string) => page.waitForFunction((id) => document.activeElement?.id === id, id)
      await page.keyboard.press('j')
      await rowIs('row-AroundtheHorn')
      await page.keyboard.press('ArrowDown')
      await rowIs('row-BlauerSee')
      await page.keyboard.press('k')
      await rowIs('row-AroundtheHorn')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Around the Horn' }).waitFor()
      await page.keyboard.press('Escape')
      await page.keyboard.press('?')
      await page.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor()
      await page.keyboard.press('Escape')
      await page.keyboard.press('n')
      await page.getByRole('heading', { name: 'New client' }).waitFor()
      await page.keyboard.press('Escape')
      await page.waitForTimeout(60)
      await page.keyboard.press('g')
      await page.waitForTimeout(60)
      await page.keyboard.press('s')
      await page.waitForURL('**/suppliers')
    }))

  test('two keys that a busy page hears of at once act one after the other', () =>
    onPage(async (page) => {
      await page.evaluate(() => {
        for (const [key, at] of [
          ['g', 0],
          ['s', 200],
        ] as const) {
          const struck = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
          Object.defineProperty(struck, 'timeStamp', { value: performance.now() + at })
          document.body.dispatchEvent(struck)
        }
      })
      await page.waitForURL('**/suppliers')
    }))

  test('a scanner’s code is one event and presses nothing', () =>
    onPage(async (page) => {
      await page.evaluate(() =>
        document.addEventListener('joblane:scan', (e) => {
          // The page that is open takes it, so that it leads nowhere else.
          e.preventDefault()
          document.title = (e as CustomEvent).detail.code
        }),
      )
      await scanBarcode(page, 'n42-7')
      expect(await page.title()).toBe('n42-7')
      await page.waitForTimeout(80)
      expect(await dialog(page).count()).toBe(0)
    }))
})

describe('answers', () => {
  test('a refusal says the specified words and replaces nothing', () =>
    onPage(async (page) => {
      await page.getByRole('button', { name: 'Fail' }).click()
      await waitForSnackbar(
        page,
        'You do not have sufficient rights to perform this action, please contact your system administrator',
      )
      expect(await page.getByRole('heading', { name: 'Clients' }).count()).toBe(1)
    }))

  test('a question first, then undo', () =>
    onPage(async (page) => {
      await page.getByRole('button', { name: 'Archive', exact: true }).click()
      await page.getByRole('heading', { name: 'Archive them all?' }).waitFor()
      expect(sample.asked).not.toContain('POST /undoable')
      await page.getByRole('alertdialog').getByRole('button', { name: 'Archive' }).click()
      await page.getByRole('button', { name: 'Undo' }).click()
      await waitForSnackbar(page, 'Restored')
      expect(sample.asked).toContain('POST /undo')
    }))

  test('typing waits, then asks once; the address follows and keeps the order', () =>
    onPage(async (page) => {
      sample.asked.length = 0
      await page.getByRole('link', { name: 'Name' }).click()
      await page.waitForURL('**/clients?sort=name')
      await page.getByRole('searchbox').focus()
      // In one go, so that no slow machine makes a pause between two letters.
      await page.evaluate(() => {
        for (const letter of 'horn') document.execCommand('insertText', false, letter)
      })
      await page.waitForURL('**/clients?sort=name&search=horn')
      await page.getByText('1 client', { exact: true }).waitFor()
      expect(sample.asked.filter((one) => one.includes('search='))).toEqual([
        'GET /clients?sort=name&search=horn',
      ])
      await page.getByLabel('Show archived').check()
      await page.waitForURL('**/clients?sort=name&search=horn&archived=true')
      await page.getByRole('searchbox').fill('')
      await page.waitForURL('**/clients?sort=name&archived=true')
    }))

  test('a notification counts and shows', () =>
    onPage(async (page) => {
      await hub(page, 'ReceiveNotification', { type: 'warning', message: 'Stock is low' })
      await waitForSnackbar(page, 'Stock is low')
      await page.getByRole('button', { name: 'Notifications, 1 unread' }).waitFor()
    }))
})

describe('the frame', () => {
  test('colours and menu width are remembered for the next page', () =>
    onPage(async (page) => {
      await page.getByRole('button', { name: /Nancy Davolio/ }).click()
      await page.getByRole('menuitemradio', { name: 'Dark' }).click()
      await page.getByRole('button', { name: 'Menu', exact: true }).click()
      // The page is done with a cookie before the browser has it.
      await eventually(
        async () => (await page.context().cookies()).map(({ value }) => value).sort(),
        ['dark', 'mini'],
      )
      await page.reload()
      expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
      expect((await page.locator('#menu').boundingBox())?.width).toBe(64)
    }))

  test('a menu is not shown before it has its place', () =>
    onPage(async (page) => {
      const shown = await page.evaluate(() => {
        const menu = document.getElementById('person') as HTMLElement
        menu.showPopover()
        return getComputedStyle(menu).visibility
      })
      expect(shown).toBe('hidden')
      await page.locator('#person').waitFor()
    }))

  test('axe finds nothing in either look, dialog included', () =>
    onPage(async (page) => {
      expect(await faultsInBothViews(page, { frame: true })).toEqual([])
      await page.getByRole('button', { name: 'Archive', exact: true }).click()
      expect(await faultsInBothViews(page, { frame: true })).toEqual([])
      await page.getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('link', { name: 'New client' }).click()
      await page.locator('#f-name').press('Control+Enter')
      await page.getByText('Give the client a name.').waitFor()
      expect(await faultsInBothViews(page, { frame: true })).toEqual([])
    }))
})
