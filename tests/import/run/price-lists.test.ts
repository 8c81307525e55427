import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { importPages, previewCounts } from '#tests/import/support.ts'
import { createItem, createShop, draftOrder, type Shop } from '#tests/purchasing/support.ts'
import { expectOk, expectRefused, htmxRequest } from '#tests/support/answers.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'

setDefaultTimeout(120_000)

let server: TestServer
let pages: ReturnType<typeof importPages>
let shop: Shop
let admin: Client
beforeAll(async () => {
  server = await startTestServer()
  pages = importPages(server)
  shop = await createShop(server)
  admin = server.people.admin
})
afterAll(() => server.stop())

const day = (days: number) => Temporal.Now.plainDateISO('Africa/Johannesburg').add({ days }).toString()
const sellersOf = (id: string) => expectOk(admin.get(`/api/inventory/${id}/suppliers`))
const rateOf = async (inventoryid: string, quantity: number) => {
  const { lines } = await expectOk(draftOrder(shop, [{ inventoryid, quantity }]))
  return lines[0].rate as number
}

describe('a price list of a supplier', () => {
  test('comes in with breaks and days, and orders take the price of the day', async () => {
    const item = await createItem(shop)
    const rows = [
      `Timber City,${item.code},TC-9,10,,,12`,
      `Timber City,${item.code},TC-9,8,10,,`,
      `Timber City,${item.code},,9.5,,${day(-1)},`,
      `Timber City,${item.code},,20,,${day(30)},`,
    ]
    const csv = `Supplier,Item,Supplier code,Price,From quantity,Valid from,Pack size\n${rows.join('\n')}\n`
    const { url, trial } = await pages.importList('supplierprices', csv)
    expect(trial).toEqual([4, 0, 0, 0])
    const [seller] = await sellersOf(item.id)
    expect(seller).toMatchObject({
      code: 'TC-9',
      packsize: 12,
      price: 9.5,
      breaks: [{ quantity: 10, price: 8 }],
    })
    expect(seller.prices).toHaveLength(3)
    expect(await rateOf(item.id, 9)).toBe(9.5)
    expect(await rateOf(item.id, 10)).toBe(8)
    const again = await pages.upload('supplierprices', csv)
    expect(previewCounts(await pages.dryRun(again.url))).toEqual([0, 0, 4, 0])
    expect(await pages.undo(url)).toContain('removed')
    expect(await sellersOf(item.id)).toEqual([])
  })

  test('names items as the supplier does, changes what is asked, and gives it back', async () => {
    const item = await createItem(shop)
    await expectOk(
      admin.post(`/api/inventory/${item.id}/suppliers`, {
        supplier: shop.supplier,
        code: 'THEIRS-1',
        price: 40,
        breaks: [{ quantity: 5, price: 38 }],
      }),
    )
    const csv = 'Supplier code,Unit price,Break\nTHEIRS-1,44,\nTHEIRS-1,41,5\n'
    const { url, text } = await pages.upload('supplierprices', csv)
    expect(text).toBe('')
    const page = await pages.dryRun(url, { 'fallback-supplier': 'Timber City', match: 'update' })
    expect(previewCounts(page)).toEqual([0, 2, 0, 0])
    expect(page).toContain('What it does to margins')
    expect(page).toContain('2 dearer')
    await pages.run(url)
    expect((await sellersOf(item.id))[0]).toMatchObject({ price: 44, breaks: [{ quantity: 5, price: 41 }] })
    await pages.undo(url)
    expect((await sellersOf(item.id))[0]).toMatchObject({ price: 40, breaks: [{ quantity: 5, price: 38 }] })
  })

  test('shows before it is written which items would be sold below their price', async () => {
    const item = await createItem(shop, { rate: 80, mupercent: 25 })
    const csv = `Supplier,Item,Price\nTimber City,${item.code},90\nBoard Mart,${item.code},120\n`
    const { url } = await pages.upload('supplierprices', csv)
    const page = await pages.dryRun(url)
    expect(page).toContain('2 not known before, 1 above what the item is sold for')
    const text = page.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
    expect(text).toContain('Board Mart 120,00 per ea 100,00 −20 %')
    expect(text).toContain('Timber City 90,00 per ea 100,00 10 %')
    expect(await sellersOf(item.id)).toEqual([])
  })

  test('says what is wrong at the row: nobody, nothing, twice, another unit', async () => {
    const item = await createItem(shop)
    const rows = [
      `Nobody,${item.code},1,,`,
      'Timber City,ZZZ,1,,',
      'Timber City,,1,,',
      `Timber City,${item.code},1,,`,
      `Timber City,${item.code},2,,`,
      `Board Mart,${item.code},2,,crate`,
    ]
    const csv = `Supplier,Item,Price,From quantity,Unit\n${rows.join('\n')}\n`
    const { url } = await pages.upload('supplierprices', csv)
    const page = await pages.dryRun(url)
    for (const words of [
      '“Nobody” is not among the suppliers.',
      '“ZZZ” is not among the items.',
      'Name the item by your code or theirs.',
      'The same quantity and day stand in line 5 already.',
      'has no unit “crate”.',
    ])
      expect(page).toContain(words)
  })
})

describe('prices of an item at a supplier, by hand', () => {
  test('are added from a quantity or a day on, changed, ended and forgotten', async () => {
    const item = await createItem(shop)
    await expectOk(admin.post(`/api/inventory/${item.id}/suppliers`, { supplier: shop.supplier, price: 30 }))
    const url = `/api/inventory/${item.id}/suppliers/${shop.supplier}/prices`
    const post = (body: object) => expectOk(admin.post(url, body))
    await post({ quantity: 10, price: 25 })
    expect(await post({ quantity: 10, price: 24 })).toMatchObject({ breaks: [{ quantity: 10, price: 24 }] })
    // The break ends today; from next month everything is dearer.
    await post({ quantity: 10, validfrom: day(0), price: null })
    const dear = await post({ validfrom: day(30), price: 35 })
    expect(dear).toMatchObject({ price: 30, breaks: [] })
    expect(await rateOf(item.id, 10)).toBe(30)
    const page = await htmxRequest(server, admin, 'GET', `/admin/inventory/${item.id}/suppliers`)
    expect(page.html.replaceAll('\u00a0', ' ')).toContain('No price from 10 ea')
    const ended = dear.prices.find((one: { price: number | null }) => one.price === null)
    expect(await expectOk(admin.delete(`${url}/${ended.id}`))).toMatchObject({
      breaks: [{ quantity: 10, price: 24 }],
    })
    expect(await post({ price: 31 })).toMatchObject({ price: 31 })
    expect(await expectRefused(admin.post(url, { quantity: -1, price: 1 }))).toEqual(['quantity'])
  })
})
