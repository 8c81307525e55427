import {
  addReturned,
  listAsideCredits,
  listNotedLines,
  listUncredited,
} from '#db/queries/sales/noted-lines.ts'
import { linesByIds } from '#db/queries/work/materials.ts'
import { delivery_lines } from '#db/schema/tenant/index.ts'
import { stockDirection } from '#db/stock-classes.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import { updateById } from '#db/write-rows.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { readUncharged } from '#server/domains/sales/invoices/consigned.ts'
import { takeUncredited } from '#server/domains/sales/invoices/match-credits.ts'
import { settleJob } from '#server/domains/sales/invoices/settle-job.ts'
import { asQuantity, type Quantity } from '#server/money/decimal.ts'
import { changeConsumed } from './change-consumed.ts'
import { movesStock } from './consign.ts'

type Leaving = {
  line: { id: string; materialid: string; jobid: string; description: string }
  quantity: Quantity
}
/** `mended`: what was in no stock, and `credited` of that. */
type Redelivered = Leaving & { mended: Quantity; credited: Quantity; ismade: boolean }

/**
 * Of what a note is about to deliver, what had come back into stock: what the client does not have of what is used or made goes
 * out first.
 */
export function findRedelivered(db: TenantDb, leaving: readonly Leaving[]): Redelivered[] {
  const ids = leaving.map(({ line }) => line.materialid)
  const noted = new Map(listNotedLines(db, ids).map((line) => [line.materialid, line]))
  const rows = new Map(linesByIds(db, ids).map((row) => [row.id, row]))
  const unchargedOf = readUncharged(
    db,
    leaving.map(({ line }) => line.jobid),
  )
  return leaving.flatMap(({ line, quantity }) => {
    const row = rows.get(line.materialid)
    const of = noted.get(line.materialid)
    if (!row || !of) return []
    const ismade = movesStock(row) && stockDirection(row.inventoryclass) > 0
    const kept = row.consumed - (ismade ? unchargedOf(row.id).kept : 0)
    // What a credit note brought in stands on its note until that says that it came back.
    const said = of.noted + of.restocked - Math.max(0, of.ahead)
    const here = ismade ? Math.min(of.noted + of.forgood, said) : said
    const beyond = of.out - of.ahead + of.aside + quantity - kept
    const mended = Math.max(0, Math.min(quantity, -of.ahead, beyond))
    const again = Math.max(0, Math.min(quantity - mended, here, beyond - mended))
    const credited = Math.max(0, Math.min(quantity - mended - again, of.aside, beyond - mended - again))
    return again + mended + credited > 0
      ? [
          {
            ...{ line, ismade, quantity: asQuantity(again) },
            ...{ mended: asQuantity(mended + credited), credited: asQuantity(credited) },
          },
        ]
      : []
  })
}

/**
 * What came back and goes out again leaves stock again and is charged, unless it was not credited yet (decision 250). What the job
 * made moves by `settleDeparted`. Gives what to say of stock that it took below zero.
 * @throws as `changeConsumed`
 */
export function redeliver(tx: Tx, viewer: Viewer, again: readonly Redelivered[], number: string): string[] {
  if (again.length === 0) return []
  const uncredited = new Map<string, number>()
  const ids = again.map(({ line }) => line.materialid)
  for (const { materialid, uncredited: open } of listUncredited(tx.db, ids))
    uncredited.set(materialid, (uncredited.get(materialid) ?? 0) + open)
  takeUncredited(
    tx,
    again.map(({ line: { materialid }, quantity }) => ({ materialid, quantity })),
  )
  takeAside(tx, again)
  for (const { line, quantity, mended } of again)
    updateById(tx.db, delivery_lines, line.id, {
      redelivered: quantity,
      mended,
      recharged: asQuantity(Math.max(0, quantity - (uncredited.get(line.materialid) ?? 0))),
    })
  return changeConsumed(
    tx,
    viewer,
    again.filter(({ ismade, quantity }) => !ismade && quantity > 0),
    { way: 1, storageid: null, note: `Delivered again by ${number}`, invoiced: true },
  )
}

/** What was credited and is with the client again may come back once more. */
function takeAside(tx: Tx, again: readonly Redelivered[]) {
  const left = new Map(again.map(({ line, credited }) => [line.materialid, Number(credited)]))
  const rows = listAsideCredits(tx.db, [...left.keys()]).flatMap(({ materialid, aside, ...credit }) => {
    const quantity = Math.min(aside, left.get(materialid) ?? 0)
    left.set(materialid, (left.get(materialid) ?? 0) - quantity)
    return quantity > 0 ? [{ ...credit, instock: 0, aside: -quantity }] : []
  })
  if (rows.length > 0) addReturned(tx.db, rows)
}

/** What is charged again reopens its job, as what is credited does. */
export function reopenRedelivered(tx: Tx, again: readonly Redelivered[]) {
  const charged = again.filter(({ quantity }) => quantity > 0)
  for (const jobid of new Set(charged.map(({ line }) => line.jobid))) settleJob(tx, jobid)
}
