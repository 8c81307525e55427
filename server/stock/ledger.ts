import { readSetting } from '#db/queries/settings.ts'
import {
  addToCache,
  appendMovements,
  listOnHandAt,
  type Movement,
  type NewMovement,
  onHandAt,
  stockItems,
} from '#db/queries/stock/stock.ts'
import type { LedgerKind } from '#db/schema/tenant/index.ts'
import { toPair } from '#db/statement.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import { invalid, Problem } from '#server/errors.ts'
import { asQuantity, type Quantity } from '#server/money/decimal.ts'
import { readZone, todayIn } from '#server/zone.ts'
import { formatQuantity as words } from '#views/format.ts'
import { type Cost, openValues } from './value-movement.ts'
import type { Worth } from './worth.ts'

/** `quantity` is signed and in base units: below zero takes out. */
export type StockEntry = {
  inventoryid: string
  storageid?: string | null
  inventoryclass?: number | null
  quantity: Quantity
  kind: Exclude<LedgerKind, 'reversal'>
  entered?: { quantity: Quantity; unit: string }
  jobid?: string | null
  materialid?: string | null
  document?: string
  note?: string
  /** For reports alone; the order of the ledger is the order of booking. */
  effectivedate?: string | null
  /** Of a line, or of goods that went back to their supplier: the earlier movement that this takes back. */
  reverses?: number
  cost?: Cost
  /** One of two, out of a place and then into another: the stock is worth what it was. */
  moves?: boolean
  /** Of a movement of nothing alone: what it changes of the worth. */
  worth?: Worth
  /** Goods that are gone whatever the books say: booked below zero, and said so, where the account blocks that too. */
  isgone?: boolean
}

export type LedgerEntry = Omit<StockEntry, 'kind' | 'reverses'> & {
  kind: Movement['kind']
  reverses: number | null
}

export type BookingResult = { quantity: Quantity; balance: Quantity; warning?: string }

type Ledger = {
  /** @throws 400 for a day after today (decision F18), and when `negativestock` is `block` and the item falls below zero but for `isgone` */
  book(entry: LedgerEntry): BookingResult
  /** Writes all that was booked; gives the `seq` of the last. */
  store(): number
}

/**
 * The item counts, not the shelf, and what puts stock in is never refused, so that a shortage can be repaired in steps. What is stored
 * of `ahead` is read at once, of any other item when it moves.
 */
export function openLedger(tx: Tx, ahead: readonly Place[] = []): Ledger {
  const values = openValues(
    tx.db,
    ahead.map(({ inventoryid }) => inventoryid),
  )
  const places = new Map(ahead.length > 0 ? readHeld(tx.db, ahead) : [])
  const today = todayIn(readZone(tx.db), new Date(tx.now))
  const shortage = negativeStockCheck(tx)
  const rows: NewMovement[] = []
  return {
    book(entry) {
      const { inventoryid, storageid, quantity } = entry
      const effectivedate = entry.effectivedate || today
      if (effectivedate > today) throw invalid({ effectivedate: 'Stock cannot move on a day to come.' })
      const place = placeOf(entry)
      const balance = asQuantity(values.quantityOf(inventoryid) + quantity)
      // A place can hold more than the whole, where another is as far below zero; it must stay a number too.
      const held = asQuantity((places.get(place) ?? onHandAt(tx.db, inventoryid, storageid ?? '')) + quantity)
      const warning = quantity < 0 && balance < 0 ? shortage(entry, balance) : undefined
      const valued = values.value(entry)
      places.set(place, held)
      rows.push({
        ...toMovement(tx, { ...entry, effectivedate }, balance),
        ...valued,
      })
      return { quantity, balance, ...(warning ? { warning } : {}) }
    },
    store() {
      const seq = appendMovements(tx.db, rows)
      addToCache(tx.db, rows)
      for (const id of new Set(rows.map(({ inventoryid }) => inventoryid)))
        tx.publish('RecordChanged', [{ table: 'stock', id }])
      return seq
    },
  }
}

type Place = Pick<StockEntry, 'inventoryid' | 'storageid'>

const placeOf = ({ inventoryid, storageid }: Place) => toPair(inventoryid, storageid ?? '')

function readHeld(db: TenantDb, places: readonly Place[]): [place: string, quantity: number][] {
  const stored = listOnHandAt(
    db,
    places.map(({ inventoryid, storageid }) => [inventoryid, storageid ?? '']),
  )
  return [
    ...places.map((place): [string, number] => [placeOf(place), 0]),
    ...stored.map((row): [string, number] => [placeOf(row), row.quantity]),
  ]
}

const toMovement = (
  tx: Tx,
  { entered, ...entry }: LedgerEntry & { effectivedate: string },
  balance: Quantity,
): Omit<NewMovement, 'value' | 'valuebalance' | 'variance' | 'valuedby'> => ({
  inventoryid: entry.inventoryid,
  storageid: entry.storageid ?? null,
  quantity: entry.quantity,
  balance,
  kind: entry.kind,
  reverses: entry.reverses,
  inventoryclass: entry.inventoryclass ?? null,
  enteredquantity: entered?.quantity ?? null,
  enteredunit: entered?.unit ?? '',
  jobid: entry.jobid ?? null,
  materialid: entry.materialid ?? null,
  document: entry.document ?? '',
  note: entry.note ?? '',
  userid: tx.by.userid,
  user: tx.by.name,
  effectivedate: entry.effectivedate,
  createdutc: tx.now,
})

type StockItem = ReturnType<typeof stockItems>[number]

function negativeStockCheck({ db }: Tx) {
  let blocks: boolean | undefined
  const items = new Map<string, StockItem | undefined>()
  return ({ inventoryid, isgone }: LedgerEntry, balance: Quantity): string => {
    blocks ??= readSetting<string>(db, 'negativestock') === 'block'
    if (!items.has(inventoryid)) items.set(inventoryid, stockItems(db, [inventoryid])[0])
    const item = items.get(inventoryid)
    const short = words(-balance, item?.baseunit)
    if (blocks && !isgone)
      throw new Problem(400, `There is not enough ${item?.name} [${item?.code}] in stock: ${short} short.`, {
        code: 'negativestock',
      })
    return `Booked, but the stock of ${item?.name} [${item?.code}] is now ${short} below zero.`
  }
}
