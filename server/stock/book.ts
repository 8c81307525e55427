import { readSetting } from '#db/queries/settings.ts'
import {
  addToCache,
  appendMovement,
  findReversal,
  lastBalance,
  type Movement,
  movementBySeq,
  onHandAt,
  stockItems,
} from '#db/queries/stock/stock.ts'
import type { LedgerKind } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import { notFound, Problem } from '#server/errors.ts'
import { asQuantity, type Quantity } from '#server/money/decimal.ts'
import { readZone, todayIn } from '#server/zone.ts'
import { formatQuantity as words } from '#views/format.ts'

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
}

export type BookedMovement = { seq: number; quantity: Quantity; balance: Quantity; warning?: string }

/**
 * The item counts, not the shelf, and what puts stock in is never refused, so that a shortage can be repaired in steps.
 * @throws 400 when `negativestock` is `block` and the item falls below zero
 */
export const bookMovement = (tx: Tx, entry: StockEntry): BookedMovement =>
  append(tx, { ...entry, reverses: null })

/** @throws 404; 409 when it was reversed before; 400 for a line's movement and for a reversal itself */
export function reverseMovement(tx: Tx, seq: number, note = ''): BookedMovement {
  const row = movementBySeq(tx.db, seq)
  if (!row) throw notFound('movement')
  const refused = reversalRefusal(tx.db, row)
  if (refused) throw refused
  const { inventoryid, storageid, inventoryclass, jobid, document } = row
  return append(tx, {
    inventoryid,
    storageid,
    inventoryclass,
    jobid,
    document,
    note,
    quantity: asQuantity(-row.quantity),
    kind: 'reversal',
    reverses: seq,
  })
}

export function reversalRefusal(
  db: TenantDb,
  { kind, seq }: Pick<Movement, 'kind' | 'seq'>,
): Problem | undefined {
  if (kind === 'line')
    return new Problem(400, 'This movement belongs to a line of a job: change what the line has consumed.')
  if (kind === 'reversal')
    return new Problem(400, 'This movement takes another one back: book that one again instead.')
  if (findReversal(db, seq)) return new Problem(409, 'This movement was taken back before.')
}

/** `counted` in base units; `entered` is what the person wrote, when that was another unit. */
export function bookCounted(
  tx: Tx,
  {
    counted,
    storageid = null,
    entered,
    ...entry
  }: Omit<StockEntry, 'quantity' | 'kind'> & { counted: Quantity },
): BookedMovement {
  const expected = onHandAt(tx.db, entry.inventoryid, storageid ?? '')
  const [item] = stockItems(tx.db, [entry.inventoryid])
  return bookMovement(tx, {
    ...entry,
    storageid,
    kind: 'count',
    quantity: asQuantity(counted - expected),
    entered: entered ?? { quantity: counted, unit: item?.baseunit ?? '' },
  })
}

type Appended = Omit<StockEntry, 'kind'> & { kind: Movement['kind']; reverses: number | null }

function append(tx: Tx, entry: Appended): BookedMovement {
  const { inventoryid, storageid = null, quantity, entered } = entry
  const balance = asQuantity(lastBalance(tx.db, inventoryid) + quantity)
  // A place can hold more than the whole, where another is as far below zero; it must stay a number too.
  asQuantity(onHandAt(tx.db, inventoryid, storageid ?? '') + quantity)
  const warning = quantity < 0 && balance < 0 ? shortage(tx, inventoryid, balance) : undefined
  const seq = appendMovement(tx.db, {
    inventoryid,
    storageid,
    quantity,
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
    effectivedate: entry.effectivedate || todayIn(readZone(tx.db), new Date(tx.now)),
    createdutc: tx.now,
  })
  addToCache(tx.db, inventoryid, storageid, quantity)
  tx.publish('RecordChanged', [{ table: 'stock', id: inventoryid }])
  return { seq, quantity, balance, ...(warning ? { warning } : {}) }
}

function shortage(tx: Tx, inventoryid: string, balance: Quantity): string {
  const [item] = stockItems(tx.db, [inventoryid])
  const short = words(-balance, item?.baseunit)
  if (readSetting<string>(tx.db, 'negativestock') === 'block')
    throw new Problem(400, `There is not enough [${item?.code}] ${item?.name} in stock: ${short} short.`, {
      code: 'negativestock',
    })
  return `Booked, but the stock of [${item?.code}] ${item?.name} is now ${short} below zero.`
}
