import { prepared } from '#db/sqlite.ts'
import type { Tx } from '#db/tenants.ts'
import type { TestServer } from './server.ts'

/** Items as lists of years bring them, each with what somebody would type to find it. */
export const edgeCaseItems = [
  { code: '000000042', make: 'Leading', model: 'zeros', search: '000042' },
  { code: 'AWK-2', make: '', model: 'Crème brûlée', search: 'creme brulee' },
  { code: 'AWK-3', make: 'ʼN', model: 'Môre-oggend sê hy', search: 'more-oggend se' },
  { code: 'AWK-4', make: 'Izigqoko zokuvikela', model: 'Ikhanda', search: 'zokuvikela' },
  { code: 'AWK-5', make: 'Ṱhoho', model: 'ḽiṅwe', search: 'thoho' },
  { code: 'AWK-6', make: 'O’Brien’s "best"', model: '5\'6" plank', search: '"best"' },
  { code: 'AWK-7', make: '🙂🔧🔩', model: 'emoji', search: '🔧' },
  { code: 'AWK-8', make: '漢字', model: '不锈钢螺丝', search: '锈钢螺' },
  { code: 'AWK-9', make: '100 %', model: 'a_b\\c', search: 'a_b\\c' },
  { code: 'AWK-10', make: 'Ñu', model: 'short', search: 'ñ' },
  { code: `LONG-${'x'.repeat(50)}`, make: 'y'.repeat(120), model: 'z'.repeat(120), search: 'x'.repeat(50) },
  { code: '[AWK*11?]', make: '^caret', model: ']bracket[', search: '[awk*' },
  { code: 'AWK-12;DROP', make: 'semi;colon', model: 'tab\tand', search: ';d' },
] as const

const CATEGORIES = 12

/** Fills an account with this many items in thirteen sections, edge cases among them. */
export const fillItems = (server: TestServer, accountid: string, count: number) =>
  server.services.tenants.write(accountid, { userid: null, name: 'fill' }, (tx) => insertItems(tx, count))

/** The same inside a transaction. */
export function insertItems(tx: Tx, count: number): void {
  const category = prepared(
    tx.db,
    'INSERT INTO categories (id, createdutc, updatedutc, name, inventoryclass) VALUES (?, ?, ?, ?, ?)',
  )
  const categories = Array.from({ length: CATEGORIES }, (_, at) => {
    const id = crypto.randomUUID()
    category.run([id, tx.now, tx.now, `Category ${String.fromCharCode(65 + at)}`, (at % 5) + 1])
    return id
  })
  const item = prepared(
    tx.db,
    `INSERT INTO inventory (id, createdutc, updatedutc, code, make, model, barcode, category, rate, mupercent, baseunit)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'each')`,
  )
  for (let at = 0; at < count; at++) {
    const strange = edgeCaseItems[at]
    const code = strange?.code ?? `P-${String(at).padStart(6, '0')}`
    const make = strange?.make ?? `Make ${at % 97}`
    const model = strange?.model ?? `Model ${(at * 7919) % 10_007}`
    const place = at % (CATEGORIES + 1)
    item.run([
      ...[crypto.randomUUID(), tx.now, tx.now, code, make, model, `600${String(at).padStart(9, '1')}`],
      ...[categories[place] ?? null, (at % 1_000) * 10_000 + 1, (at % 40) * 10_000],
    ])
  }
}
