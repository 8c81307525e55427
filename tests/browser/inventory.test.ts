import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import { expectOk } from '#tests/support/answers.ts'
import {
  axe,
  closePage,
  openPage,
  overflowX,
  pageErrors,
  screenshot,
  waitForSnackbar,
} from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { fillItems } from '#tests/support/items.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { holdSlices } from '#tests/support/slices.ts'
import { withPage } from '#tests/support/with-page.ts'

setDefaultTimeout(120_000)

const MARSS_KEY = 'stand-in'
let synced: unknown = []
const marss = Bun.serve({ port: 0, fetch: () => Response.json(synced) })

let server: TestServer
beforeAll(async () => {
  server = await startTestServer(undefined, ['--marss-url', `http://127.0.0.1:${marss.port}`])
})
afterAll(async () => {
  await server.stop()
  await marss.stop(true)
})

type Options = { width?: number; theme?: 'dark'; refusals?: RegExp; who?: { cookie: string } }

const onPage = (
  path: string,
  act: (page: Page) => Promise<void>,
  { who = server.people.admin, ...options }: Options = {},
) =>
  withPage({ base: server.url, cookies: who.cookie, path, ...options }, async (page) => {
    await live(page)
    await act(page)
  })

/** The island stands: the page of the server's own says nothing of rows that are out of sight. */
const live = (page: Page) => page.locator('table[aria-rowcount], .inventory .empty').first().waitFor()

/** The page on a slow line: its islands come when they are let through. */
async function heldBack() {
  const page = await openPage({ base: server.url, cookies: api().cookie })
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/*registry*', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto('/admin/inventory')
  return { page, release: held.resolve }
}

const api = () => server.people.admin
const make = async (code: string, more: object = {}) =>
  (await expectOk(api().post('/api/inventory', { code, ...more }))).id as string
const read = (id: string) => expectOk(api().get(`/api/inventory/${id}`))
const dialog = (page: Page) => page.locator('dialog.item[open]')
const field = (page: Page, name: string) => dialog(page).locator(`[name=${name}]`)
const tab = (page: Page, name: string) => dialog(page).getByRole('tab', { name })
const row = (page: Page, text: string) => page.locator('tbody tr.item', { hasText: text })
const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save' }).click()
const closed = (page: Page) => dialog(page).waitFor({ state: 'detached' })

describe('an empty page', () => {
  test('says so with the account’s own label, and leads to the first item', () =>
    onPage(
      '/admin/inventory',
      async (page) => {
        await page.getByText('No Inventory have been added').waitFor()
        expect(await axe(page)).toEqual([])
        await page.getByRole('link', { name: 'Add item' }).last().click()
        const price = dialog(page).getByLabel('Price', { exact: true })
        await price.waitFor()
        await eventually(() => field(page, 'code').isVisible(), false)
        await eventually(() => field(page, 'make').isVisible(), false)
        await screenshot(page, 'item-new')
        await field(page, 'materialname').fill('Grinder')
        await field(page, 'baseunit').fill('m')
        await field(page, 'rate').fill('100')
        await price.fill('125,5')
        await dialog(page).getByText('R 125,50').first().waitFor()
        await field(page, 'openingquantity').fill('12,5')
        await page.keyboard.press('Control+Enter')
        await waitForSnackbar(page, 'Grinder added')
        await row(page, 'I0001').getByText('12,5 m').waitFor()
      },
      { who: server.other },
    ))
})

describe('the list', () => {
  beforeAll(async () => {
    const raw = (
      await expectOk(
        api().post('/api/categories', { name: 'Raw steel', jobcategory: false, inventoryclass: 2 }),
      )
    ).id
    const books = (
      await expectOk(api().post('/api/categories', { name: 'Books', jobcategory: false, vatexempt: true }))
    ).id
    await make('ROD-1', { category: raw, make: 'Macsteel', model: 'Rod 8 mm', rate: '12,5' })
    await make('ROD-2', { category: raw, make: 'Macsteel', model: 'Rod 10 mm', rate: 4 })
    await make('ATLAS', { category: books, model: 'Atlas', materialname: 'Atlas of the Karoo' })
    const old = await make('OLD', { category: books, model: 'Old atlas' })
    await expectOk(api().delete(`/api/inventory/${old}`))
  })

  const shown = (page: Page) =>
    page
      .locator('tr.item .material .code:first-child')
      .evaluateAll((all) => all.map((one) => one.textContent))

  test('stands in sections with their chips; a folded one is remembered', () =>
    onPage('/admin/inventory', async (page) => {
      const books = page.locator('tr.section', { hasText: 'Books' })
      expect(await books.textContent()).toContain('Exempt from VAT')
      expect(await shown(page)).toEqual(['ATLAS', 'ROD-1', 'ROD-2'])
      await books.getByRole('button').click()
      await row(page, 'ATLAS').waitFor({ state: 'detached' })
      await page.reload()
      await live(page)
      await eventually(() => shown(page), ['ROD-1', 'ROD-2'])
      await page.getByRole('button', { name: 'Fold all' }).click()
      await eventually(() => shown(page), [])
      await page.getByRole('button', { name: 'Unfold all' }).click()
      await row(page, 'ATLAS').waitFor()
    }))

  test('is searched while typing, sorted, and shows what is archived; the address keeps it', () =>
    onPage('/admin/inventory', async (page) => {
      await page.keyboard.press('/')
      await page.locator('[data-search]:focus').waitFor()
      await page.keyboard.type('karoo')
      await page.locator('.shown', { hasText: /^1 item$/ }).waitFor()
      await eventually(() => shown(page), ['ATLAS'])
      await page.waitForURL((url) => url.search === '?search=karoo')
      await page.locator('[data-search]').fill('nothing like it')
      await page.getByText('No item matches “nothing like it”.').waitFor()
      await page.locator('[data-search]').fill('')
      await row(page, 'ROD-1').waitFor()
      await page.getByRole('link', { name: 'Price' }).click()
      await page.waitForURL(/sort=price/)
      await page.locator('th.price[aria-sort=ascending]').waitFor()
      await page.waitForFunction(() =>
        document.querySelectorAll('tr.item')[1]?.textContent?.includes('ROD-2'),
      )
      await page.getByText('Show archived').click()
      await row(page, 'OLD').getByText('Archived', { exact: true }).waitFor()
      await page.reload()
      await live(page)
      await page.getByText('Hide Archived').waitFor()
      await eventually(async () => (await shown(page)).length, 4)
    }))

  test('goes from row to row by arrows, folds by left and right, opens by Enter', () =>
    onPage('/admin/inventory', async (page) => {
      const { keyboard } = page
      const at = (text: string) =>
        page.waitForFunction(
          (text) => document.activeElement?.closest('tbody tr')?.textContent?.includes(text),
          text,
        )
      await keyboard.press('j')
      await at('Books')
      await keyboard.press('j')
      await at('Atlas of the Karoo')
      await keyboard.press('k')
      await at('Books')
      await keyboard.press('ArrowDown')
      await at('Atlas of the Karoo')
      await keyboard.press('ArrowLeft')
      await at('Books')
      await keyboard.press('ArrowLeft')
      await at('Books')
      await row(page, 'ATLAS').waitFor({ state: 'detached' })
      await keyboard.press('ArrowRight')
      await row(page, 'ATLAS').waitFor()
      await keyboard.press('End')
      await keyboard.press('Enter')
      await dialog(page).getByRole('heading', { name: 'Edit' }).waitFor()
      await page.waitForURL(/open=ROD-2/)
      await keyboard.press('Escape')
      await closed(page)
      await page.waitForFunction(() => !location.search.includes('open='))
    }))

  test('shows a colleague’s new item by itself', () =>
    onPage('/admin/inventory', async (page) => {
      const id = await expectOk(server.people.management.post('/api/inventory', { code: 'NEWCOMER' }))
      await row(page, 'NEWCOMER').waitFor()
      await expectOk(api().delete(`/api/inventory/${id.id}`))
      await row(page, 'NEWCOMER').waitFor({ state: 'detached' })
    }))

  test('is there before the script, and stands still when that comes', async () => {
    const { page, release } = await heldBack()
    const places = () =>
      page
        .locator('.inventory :is(h1, [data-search], .button, thead th, .section button, .item td)')
        .evaluateAll((all) =>
          all.map((one) => {
            const { x, y, width, height } = one.getBoundingClientRect()
            return [one.textContent, x, y, width, height].join(' ')
          }),
        )
    await page.getByText('ROD-1', { exact: true }).waitFor()
    await page.evaluate(() => document.fonts.ready)
    const before = await places()
    release()
    await live(page)
    expect(before.length).toBeGreaterThan(20)
    expect(await places()).toEqual(before)
    await closePage(page)
  })

  test('keeps what was typed before the script ran', async () => {
    const { page, release } = await heldBack()
    await page.locator('[data-search]').click()
    await page.keyboard.type('karoo')
    release()
    await page.locator('table[aria-rowcount]').waitFor()
    await page.locator('.shown', { hasText: /^1 item$/ }).waitFor()
    await eventually(() => page.locator('[data-search]').inputValue(), 'karoo')
    await eventually(() => page.evaluate(() => document.activeElement?.matches('[data-search]')), true)
    await closePage(page)
  })

  test('is drawn in slices, and keeps what is typed between them', async () => {
    const page = await openPage({ base: server.url, cookies: api().cookie, isolated: true })
    const { held, release } = await holdSlices(page)
    await page.goto('/admin/inventory')
    await held()
    await eventually(() => page.locator('table[aria-rowcount]').count(), 0)
    await page.locator('[data-search]').click()
    await page.keyboard.type('karoo')
    await release()
    await page.locator('.shown', { hasText: /^1 item$/ }).waitFor()
    await eventually(() => page.locator('[data-search]').inputValue(), 'karoo')
    await eventually(() => page.evaluate(() => document.activeElement?.matches('[data-search]')), true)
    await closePage(page)
  })

  test('brings in the items of Marss, and offers no sync with what is not configured', () =>
    onPage(
      '/admin/inventory',
      async (page) => {
        const menu = () => page.getByRole('button', { name: 'Import, print and more' }).click()
        await menu()
        await page.getByRole('menuitem', { name: 'Key of Marss' }).waitFor()
        await eventually(() => page.getByRole('menuitem', { name: 'Xero' }).count(), 0)
        await eventually(() => page.getByRole('menuitem', { name: 'Sync with Marss' }).count(), 0)
        await page.getByRole('menuitem', { name: 'Key of Marss' }).click()
        await page.getByLabel('API key').fill(MARSS_KEY)
        await page.getByRole('button', { name: 'Save' }).click()
        await waitForSnackbar(page, 'The key of Marss is kept')
        synced = Array.from({ length: 40 }, (_, at) => ({
          code: `MS-${at}`,
          name: `Synced ${at}`,
          barcode: `77${at}`,
        }))
        await menu()
        await page.getByRole('menuitem', { name: 'Sync with Marss' }).click()
        const result = page.locator('dialog[open]', { hasText: 'Success' })
        await result.getByText('Synced 39').waitFor()
        await eventually(() => result.getByText('7739').count(), 1)
        expect((await result.locator('.synced').boundingBox())?.height).toBeLessThanOrEqual(300)
        expect(await axe(page)).toEqual([])
        await result.getByRole('button', { name: 'Close' }).last().click()
        await menu()
        await page.getByRole('menuitem', { name: 'Sync with Marss' }).click()
        await waitForSnackbar(page, 'No new items were found')
      },
      { refusals: /status of 400/ },
    ))
})

describe('the dialog', () => {
  test('keeps every tab’s fields in one save', async () => {
    const id = await make('ALL', { baseunit: 'kg' })
    const category = (await expectOk(api().post('/api/categories', { name: 'Paint', jobcategory: false }))).id
    const repairs = (await expectOk(api().post('/api/categories', { name: 'Repairs', jobcategory: true }))).id
    await expectOk(api().post('/api/storage', { name: 'Shelf B' }))
    await expectOk(api().post('/api/suppliers', { name: 'Exotic Liquids' }))
    await onPage('/admin/inventory?open=ALL', async (page) => {
      await field(page, 'materialname').fill('Môre-verf')
      await field(page, 'category').selectOption({ label: 'Paint' })
      await dialog(page).getByRole('combobox', { name: 'Supplier' }).fill('exo')
      await page.getByRole('option', { name: 'Exotic Liquids' }).click()
      await tab(page, 'Config').click()
      await field(page, 'inventoryclass').selectOption({ label: 'Consumables' })
      await field(page, 'defaultstorageid').selectOption({ label: 'Shelf B' })
      await tab(page, 'Classes').click()
      await dialog(page).getByRole('button', { name: 'Add job category' }).click()
      await field(page, 'classcategory').selectOption({ label: 'Repairs' })
      await field(page, 'classclass').selectOption({ label: 'Raw Materials' })
      await field(page, 'classrate').fill('9,95')
      await tab(page, 'General').click()
      await field(page, 'rate').fill('100')
      await field(page, 'mupercent').fill('12,5')
      await dialog(page).getByText('R 112,50').waitFor()
      await tab(page, 'Units').click()
      await dialog(page).getByRole('button', { name: 'Add unit' }).click()
      await page.keyboard.type('bag')
      await field(page, 'unitfigure').fill('2,5')
      await dialog(page).getByText('1 bag = 2,5 kg').waitFor()
      await tab(page, 'Operations').click()
      await field(page, 'leadtime').fill('3,5')
      await save(page)
      await waitForSnackbar(page, 'Môre-verf saved')
      await closed(page)
      await row(page, 'Môre-verf').waitFor()
    })
    expect(await read(id)).toMatchObject({
      materialname: 'Môre-verf',
      category: { id: category },
      supplier: { name: 'Exotic Liquids' },
      inventoryclass: 5,
      defaultstorageid: { name: 'Shelf B' },
      classes: [{ categoryid: repairs, inventoryclass: 2, rate: 9.95 }],
      rate: 100,
      mupercent: 12.5,
      units: [{ name: 'bag', ratiotobase: 0.4 }],
      leadtime: 3.5,
      version: 2,
    })
  })

  test('an incomplete unit among others stops the save, alone it is dropped', async () => {
    const id = await make('UNITS', { baseunit: 'each' })
    await onPage(
      '/admin/inventory?open=UNITS',
      async (page) => {
        await tab(page, 'Units').click()
        const add = dialog(page).getByRole('button', { name: 'Add unit' })
        await add.click()
        await page.keyboard.type('box')
        await page.keyboard.press('Tab')
        await page.keyboard.type('12')
        await dialog(page).getByText('1 box = 12 each').waitFor()
        await add.click()
        await page.keyboard.type('crate')
        await tab(page, 'General').click()
        await save(page)
        await dialog(page).getByText('Please complete all unit fields').waitFor()
        await eventually(() => tab(page, 'Units').getAttribute('aria-selected'), 'true')
        await dialog(page).locator('[role=tab].wrong', { hasText: 'Units' }).waitFor()
        expect(await axe(page)).toEqual([])
        await dialog(page).getByRole('button', { name: 'Remove unit crate' }).click()
        await save(page)
        await waitForSnackbar(page, 'UNITS saved')
      },
      { refusals: /status of 400/ },
    )
    expect((await read(id)).units).toMatchObject([{ name: 'box', ratiotobase: '1/12' }])
    const alone = await make('ALONE')
    await onPage('/admin/inventory?open=ALONE', async (page) => {
      await tab(page, 'Units').click()
      await dialog(page).getByRole('button', { name: 'Add unit' }).click()
      await page.keyboard.type('half a row')
      await save(page)
      await waitForSnackbar(page, 'ALONE saved')
    })
    expect((await read(alone)).units).toEqual([])
  })

  test('what is wrong stands beside its field, on its tab, with the focus; nothing typed is lost', async () => {
    await make('TAKEN')
    await onPage(
      '/admin/inventory?add=true',
      async (page) => {
        await dialog(page).getByText('More: code').click()
        await field(page, 'code').fill('TAKEN')
        await field(page, 'make').fill('Kept')
        await tab(page, 'Operations').click()
        await field(page, 'leadtime').fill('-5')
        await dialog(page).getByRole('button', { name: 'Create' }).click()
        await dialog(page).locator('#f-leadtime-error').waitFor()
        await page.waitForFunction(() => (document.activeElement as HTMLInputElement).name === 'leadtime')
        await dialog(page).locator('[role=tab].wrong', { hasText: 'General' }).waitFor()
        await field(page, 'leadtime').fill('5')
        await tab(page, 'General').click()
        await dialog(page).locator('#f-code-error').waitFor()
        await eventually(() => field(page, 'make').inputValue(), 'Kept')
        await field(page, 'code').fill('FREE')
        await dialog(page).getByRole('button', { name: 'Create' }).click()
        await waitForSnackbar(page, 'Kept added')
      },
      { refusals: /status of 400/ },
    )
    expect(await expectOk(api().get('/api/inventory/FREE'))).toMatchObject({ make: 'Kept', leadtime: 5 })
  })

  test('when someone saved first both values are seen, and what was typed is kept', async () => {
    const id = await make('BOTH', { make: 'First' })
    await onPage(
      '/admin/inventory?open=BOTH',
      async (page) => {
        await field(page, 'make').fill('Mine')
        await expectOk(
          server.people.management.patch(`/api/inventory/${id}`, {
            make: 'Theirs',
            barcode: '77',
            version: 1,
          }),
        )
        await save(page)
        await dialog(page).getByText('Now saved: Theirs').waitFor()
        await eventually(() => field(page, 'make').inputValue(), 'Mine')
        await save(page)
        await closed(page)
      },
      { refusals: /status of 409/ },
    )
    expect(await read(id)).toMatchObject({ make: 'Mine', barcode: '77' })
  })

  test('what an item is made from is said as it is added, and stands on a tab of its own', async () => {
    const add = async (code: string, materialname: string) =>
      (await expectOk(api().post('/api/inventory', { code, materialname, baseunit: 'each' }))).id
    for (const [code, name] of [
      ['MBRD', 'Melamine sheet'],
      ['MHNG', 'Soft hinge'],
    ] as const)
      await add(code, name)
    await onPage('/admin/inventory?add=true', async (page) => {
      const dialog = page.locator('dialog.item')
      await dialog.getByLabel('Name').fill('Kitchen cupboard')
      await dialog.getByLabel('Unit').fill('each')
      await dialog.getByText('Made from other items…').click()
      for (const name of ['Melamine sheet', 'Soft hinge']) {
        await dialog.getByRole('combobox', { name: 'Add what it takes' }).fill(name)
        await page.getByRole('option', { name }).click()
      }
      await dialog.getByLabel('Quantity of Soft hinge').fill('4')
      const hinges = dialog.locator('.madefrom li', { hasText: 'Soft hinge' })
      await hinges.locator('.affix', { hasText: 'each' }).waitFor()
      expect(await hinges.getByLabel('Quantity of Soft hinge').inputValue()).toBe('4')
      await screenshot(page, 'made-from-1440')
      expect(await axe(page, { part: ['dialog.item'] })).toEqual([])
      await dialog.getByRole('button', { name: 'Create' }).click()
      await dialog.waitFor({ state: 'detached' })
      const [item] = await expectOk(api().get('/api/inventory?search=Kitchen cupboard'))
      expect(item).toMatchObject({ inventoryclass: 3, keptinstock: true })
      const inputs = await expectOk(api().get(`/api/inventory/${item.id}/inputs`))
      expect(
        inputs.map(({ name, quantity }: { name: string; quantity: number }) => [name, quantity]),
      ).toEqual([
        ['Melamine sheet', 1],
        ['Soft hinge', 4],
      ])
      await page.goto(`/admin/inventory?open=${item.code}`)
      await dialog.getByRole('tab', { name: 'Made from' }).click()
      const hinge = dialog.getByLabel('Quantity of Soft hinge')
      await hinge.fill('3')
      await hinge.press('Enter')
      await waitForSnackbar(page, 'Inputs saved')
      await dialog.getByRole('tab', { name: 'Made from' }).waitFor()
      await screenshot(page, 'made-from-tab-1440')
    })
  })

  test('Escape asks only when something was typed', async () => {
    await make('ESC')
    await onPage('/admin/inventory?open=ESC', async (page) => {
      await field(page, 'make').fill('typed')
      await page.keyboard.press('Escape')
      await page.getByText('Close without saving what you changed?').waitFor()
      await page.getByRole('button', { name: 'Keep editing' }).click()
      await eventually(() => field(page, 'make').inputValue(), 'typed')
      await field(page, 'make').fill('')
      await page.keyboard.press('Escape')
      await closed(page)
    })
  })

  test('archives with an undo, and an unknown code says so', async () => {
    const id = await make('GOING')
    await onPage(
      '/admin/inventory?open=GOING',
      async (page) => {
        await dialog(page).getByRole('button', { name: 'Archive' }).click()
        await waitForSnackbar(page, 'GOING archived')
        await page.getByRole('button', { name: 'Undo' }).click()
        await waitForSnackbar(page, 'GOING restored')
        await page.goto('/admin/inventory?open=NOWHERE')
        await dialog(page).getByText('This item could not be found.').waitFor()
      },
      { refusals: /status of 404/ },
    )
    expect((await read(id)).archived).toBe(false)
  })

  test('looking through the sections changes nothing; a figure that is typed in one does', async () => {
    await make('LOOKED', { rate: 5 })
    await onPage('/admin/inventory?open=LOOKED', async (page) => {
      for (const name of ['Config', 'Classes', 'Rate & pricing', 'Units', 'Operations', 'General'])
        await tab(page, name).click()
      await page.keyboard.press('Escape')
      await closed(page)
      // The address is being put back, which would break the next one off.
      await page.waitForURL((url) => !url.searchParams.has('open'))
      await page.goto('/admin/inventory?open=LOOKED')
      await tab(page, 'Operations').click()
      await dialog(page).getByLabel('Lead time').fill('3')
      await page.keyboard.press('Escape')
      await page.getByText('Close without saving what you changed?').waitFor()
      await page.getByRole('button', { name: 'Close without saving' }).click()
      await closed(page)
    })
  })

  test('a group’s price is set and left in its place, and a client’s is explained', async () => {
    const id = await make('PRICED', { rate: 100 })
    const trade = (await expectOk(api().post('/api/pricing/groups', { name: 'Trade' }))).id
    const client = (await expectOk(api().post('/api/clients', { name: 'Ernst Handel' }))).id
    await expectOk(api().post('/api/pricing/client', { client, pricinggroup: trade }))
    await onPage('/admin/inventory?open=PRICED', async (page) => {
      await tab(page, 'Rate & pricing').click()
      await dialog(page).getByRole('button', { name: 'Set a price' }).click()
      await waitForSnackbar(page, 'Trade has a price of its own')
      const cell = dialog(page).getByLabel('Base rate (R) of Trade')
      await cell.fill('80,5')
      await cell.press('Tab')
      await dialog(page).locator('.groupprices td.number', { hasText: '80,50' }).waitFor()
      await dialog(page).getByText('What would a client pay, and why?').click()
      await dialog(page).getByRole('combobox', { name: 'Client' }).fill('ernst')
      await page.getByRole('option', { name: 'Ernst Handel' }).click()
      await dialog(page).getByText('Agreed with the group Trade').waitFor()
      expect(await axe(page)).toEqual([])
      await dialog(page).getByRole('button', { name: 'Take Trade back' }).click()
      await waitForSnackbar(page, 'Trade pays what everybody pays')
      await page.keyboard.press('Escape')
      await closed(page)
    })
    expect((await expectOk(api().get(`/api/inventory/${id}/prices`)))[0].entry).toBeNull()
  })

  test('the price follows its cost and markup until one is typed, which then stays', async () => {
    const id = await make('OWNPRICE', { materialname: 'Priced', rate: 100, mupercent: 50 })
    await onPage('/admin/inventory?open=OWNPRICE', async (page) => {
      const price = dialog(page).getByLabel('Price', { exact: true })
      await price.waitFor()
      await eventually(() => price.inputValue(), '150,00')
      await field(page, 'rate').fill('110')
      await dialog(page).getByText('R 165,00').first().waitFor()
      await eventually(() => price.inputValue(), '165,00')
      await price.fill('150')
      await dialog(page).getByText('R 150,00').first().waitFor()
      await field(page, 'rate').fill('120')
      await page.keyboard.press('Control+Enter')
      await closed(page)
    })
    expect(await read(id)).toMatchObject({ rate: 120, mupercent: 50, muamount: -30, price: 150 })
  })

  test('a movement booked from the dialog of an item, or beside its stock, leaves the address', async () => {
    const id = await make('ADDRESS', { materialname: 'Addressed' })
    const bookIn = async (page: Page) => {
      const { pathname } = new URL(page.url())
      await page.locator('#levels').waitFor()
      await page.evaluate((url) => window.joblane.dialog(url), `/inventory/${id}/stock/inbound`)
      const movement = page.locator('#dialog dialog')
      await movement.locator('[name=quantity]').fill('3')
      await page.keyboard.press('Control+Enter')
      await movement.waitFor({ state: 'detached' })
      expect(new URL(page.url()).pathname).toBe(pathname)
    }
    await onPage('/admin/inventory?open=ADDRESS', async (page) => {
      await tab(page, 'Stock').click()
      await bookIn(page)
    })
    await withPage({ base: server.url, cookies: api().cookie, path: `/inventory/${id}/stock` }, bookIn)
  })

  test('a price that was typed stays when the cost is changed alone, until a markup is typed', async () => {
    const id = await make('KEPTPRICE', { materialname: 'Edging', rate: 7, mupercent: 60, price: 12 })
    const withItem = (act: (page: Page) => Promise<void>) =>
      onPage('/admin/inventory?open=KEPTPRICE', async (page) => {
        await dialog(page)
          .getByText(/(added|taken off) R/)
          .waitFor()
        await act(page)
        await page.keyboard.press('Control+Enter')
        await closed(page)
      })
    const priceIn = (page: Page) => dialog(page).getByLabel('Price', { exact: true })
    await withItem(async (page) => {
      await field(page, 'rate').fill('10')
      await field(page, 'rate').press('Tab')
      await dialog(page)
        .getByText(/Cost R\s10,00, markup R\s6,00, taken off R\s4,00/)
        .waitFor()
      expect(await priceIn(page).inputValue()).toBe('12,00')
    })
    expect(await read(id)).toMatchObject({ rate: 10, mupercent: 60, price: 12 })
    await withItem((page) => field(page, 'code').fill('KEPTPRICE'))
    expect(await read(id)).toMatchObject({ rate: 10, price: 12 })
    await withItem(async (page) => {
      const markup = field(page, 'mupercent')
      if (!(await markup.isVisible())) await dialog(page).getByText('Code, category and more').click()
      await markup.fill('80')
      await priceIn(page).focus()
      await eventually(() => priceIn(page).inputValue(), '18,00')
    })
    expect(await read(id)).toMatchObject({ rate: 10, mupercent: 80, muamount: 0, price: 18 })
  })

  test('on a phone in the dark no tab scrolls sideways', async () => {
    await make('PHONE', { baseunit: 'kg', units: [{ name: 'gram', ratiotobase: 1000 }] })
    await onPage(
      '/admin/inventory?open=PHONE',
      async (page) => {
        await tab(page, 'Units').click()
        await dialog(page).getByText('1 kg = 1000 gram').waitFor()
        for (const name of ['Classes', 'Rate & pricing', 'Stock', 'History']) {
          await tab(page, name).click()
          expect(await overflowX(page), name).toBeLessThanOrEqual(0)
        }
      },
      { width: 390, theme: 'dark' },
    )
  })

  test('whoever may only see finds everything shut', () =>
    onPage(
      '/admin/inventory?open=PHONE',
      async (page) => {
        await dialog(page).getByRole('heading', { name: 'View' }).waitFor()
        await eventually(() => field(page, 'code').isDisabled(), true)
        await eventually(() => dialog(page).getByRole('button', { name: 'Save' }).count(), 0)
        await eventually(() => page.getByRole('link', { name: 'Add item' }).count(), 0)
      },
      { who: server.people.jobs },
    ))
})

test('10 000 items scroll to their end, row by row, with few rows in the page', async () => {
  await fillItems(server, server.accountid, 10_000)
  await onPage('/admin/inventory', async (page) => {
    await page.getByText(/^10\s?0\d\d items$/u).waitFor()
    expect(await page.locator('tr.item').count()).toBeLessThan(120)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('End')
    await page.waitForFunction(() => document.activeElement?.matches('.rowlink'))
    await page.waitForFunction(() => document.querySelectorAll('tr.waiting').length === 0)
    expect(await page.locator('tr.item').count()).toBeLessThan(120)
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight / 2))
    await page.waitForFunction(() => document.querySelectorAll('tr.item .rowlink').length > 10)
    await page.locator('[data-search]').fill('brulee creme')
    await row(page, 'AWK-2').click()
    await dialog(page).getByRole('heading', { name: 'Edit Crème brûlée' }).waitFor()
  })
})

test('goes to paper whole, row by row, but for what is folded, and is back to a few rows afterwards', async () => {
  const many = await startTestServer()
  await fillItems(many, many.accountid, 600)
  const page = await openPage({ base: many.url, cookies: many.people.admin.cookie, isolated: true })
  try {
    await page.addInitScript(() => {
      const printed: object[] = []
      Object.assign(window, {
        printed,
        print: () => {
          dispatchEvent(new Event('beforeprint'))
          const count = (rows: string) => document.querySelectorAll(rows).length
          printed.push({
            items: count('tr.item .rowlink'),
            waiting: count('tr.waiting'),
            spacers: count('tr.spacer'),
          })
          dispatchEvent(new Event('afterprint'))
        },
      })
    })
    await page.goto('/admin/inventory')
    await live(page)
    const printed = () => page.evaluate(() => (window as unknown as { printed: object[] }).printed)
    const untilPrinted = (times: number) => eventually(async () => (await printed()).length, times)
    const { total } = (await many.people.admin.get('/api/inventory')).body
    await page.keyboard.press('Control+p')
    await untilPrinted(1)
    expect(await printed()).toEqual([{ items: total, waiting: 0, spacers: 0 }])
    await page.waitForFunction(() => document.querySelectorAll('tr.item').length < 120)
    await page.getByRole('button', { name: 'Fold all', exact: true }).click()
    await page.getByRole('button', { name: 'Unfold all' }).waitFor()
    await page.getByRole('button', { name: 'Import, print and more' }).click()
    await page.getByRole('menuitem', { name: 'Print the list' }).click()
    await untilPrinted(2)
    expect((await printed())[1]).toEqual({ items: 0, waiting: 0, spacers: 0 })
    expect(pageErrors(page)).toEqual([])
  } finally {
    await closePage(page)
    await many.stop()
  }
})
