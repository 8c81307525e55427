import { itemsById } from '#db/queries/catalogue/inventory.ts'
import { listListedInputs, listProductLines, listStoredProductLines } from '#db/queries/work/job-inputs.ts'
import type { MaterialRow } from '#db/queries/work/materials.ts'
import type { TenantDb } from '#db/types.ts'
import { readSoundBill } from '#server/stock/bill.ts'
import { counted } from '#views/format.ts'
import { explodeLine } from './wanted-inputs.ts'

/** As a move asks of a job: empty where all that it makes has its inputs. */
export const warnUnplanned = (db: TenantDb, jobid: string) =>
  sayUnplanned(db, listProductLines(db, jobid)).map((message) => ({ code: 'unplanned', message }))

/** Of what an import brought at that moment: its lines hold what their file says. */
export const warnImportedUnplanned = (db: TenantDb, createdutc: string): string[] =>
  sayUnplanned(db, listStoredProductLines(db, createdutc))

function sayUnplanned(db: TenantDb, products: readonly MaterialRow[]): string[] {
  const n = countUnplanned(db, products)
  if (n === 0) return []
  const [what, its] = n === 1 ? ['goes into it', 'its line'] : ['goes into them', 'each line']
  return [
    `${counted(n, 'line is', 'lines are')} made without planned inputs: what ${what} is not taken from stock and not counted as a cost until you press Plan inputs on ${its}.`,
  ]
}

/** Those of which no input is planned, used, or removed by a person. What is archived cannot be planned. */
function countUnplanned(db: TenantDb, products: readonly MaterialRow[]): number {
  const ids = new Set(products.flatMap(({ inventoryid }) => inventoryid ?? []))
  if (ids.size === 0) return 0
  const { bill } = readSoundBill(db, [...ids])
  const wanted = products.map((line) => ({ id: line.id, inputs: [...explodeLine(bill, line).keys()] }))
  const items = itemsById(db, [...new Set(wanted.flatMap(({ inputs }) => inputs))])
  const inuse = new Set(items.filter(({ archived }) => archived === 0).map(({ id }) => id))
  const listed = new Map(
    listListedInputs(
      db,
      products.map(({ id }) => id),
    ).map((row) => [row.id, new Set(JSON.parse(row.listed) as string[])]),
  )
  return wanted.filter(
    ({ id, inputs }) =>
      inputs.some((input) => inuse.has(input)) && !inputs.some((input) => listed.get(id)?.has(input)),
  ).length
}
