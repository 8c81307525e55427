import { afterAll, expect, test } from 'bun:test'
import { watchSlowStatements } from '#db/slow-statements.ts'
import { asQuantity } from '#server/money/decimal.ts'
import { bookMovements } from '#server/stock/book.ts'
import { makeItem, makeStorage, openTestTenant } from './support.ts'

const asked = new Map<string, number>()
watchSlowStatements(Number.MIN_VALUE, (text) => asked.set(text, (asked.get(text) ?? 0) + 1))
const tenant = openTestTenant()
afterAll(() => {
  watchSlowStatements(0, () => {})
  tenant.close()
})

test('what is on hand of many items, and worth, is asked once, however many move', async () => {
  for (const how of ['never moved', 'moved before'])
    await tenant.write((tx) => {
      const items = Array.from({ length: 30 }, () => makeItem(tx))
      const place = makeStorage(tx, how)
      const entries = items.map((inventoryid) => ({
        ...{ inventoryid, storageid: place, kind: 'delivery' as const },
        quantity: asQuantity(-1_000_000),
      }))
      if (how !== 'never moved') bookMovements(tx, entries)
      asked.clear()
      bookMovements(tx, entries)
      const read = [...asked].filter(([text]) => !text.startsWith('INSERT'))
      const ofStock = read.filter(([text]) => /valuebalance|lastprice|stock_onhand/.test(text))
      expect(ofStock.filter(([, times]) => times > 2)).toEqual([])
      expect(read.some(([text]) => text.includes('valuebalance'))).toBe(true)
    })
})
