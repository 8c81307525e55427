import { type ConsignedLine, listConsignedLines } from '#db/queries/sales/consigned-lines.ts'
import type { TenantDb } from '#db/types.ts'
import { asQuantity, type Quantity } from '#server/money/decimal.ts'
import { multiply } from '#server/money/round.ts'

type KeptLine = Pick<ConsignedLine, 'cameback'> &
  Record<
    'consumed' | 'delivered' | 'mended' | 'quantity' | 'returned' | 'restocked' | 'awaited' | 'fromaside',
    number
  >

/** With the client by plain notes: what a credit note brought in came back by no note yet, or aside. */
const countOut = ({ delivered, mended, awaited, fromaside }: KeptLine) =>
  delivered - mended - awaited - fromaside

/** Made goods at the client's, not sold yet: charged once they are. What was consigned and is not booked as made is charged to nobody. */
const countHeld = (line: ConsignedLine): Quantity => {
  const { consumed, quantity, sold, returned } = line
  return asQuantity(Math.max(0, Math.min(quantity - sold - returned, consumed - countOut(line) - sold)))
}

/** Made goods that came back into stock and went out by no other note: they are ours, and charged to nobody. */
export const countKept = (line: KeptLine): Quantity => {
  const { consumed, quantity, returned, cameback, restocked } = line
  const here = consumed - countOut(line) - (quantity - returned)
  return asQuantity(Math.max(0, Math.min(cameback + restocked, here)))
}

/** Of each line of some jobs. */
export function readUncharged(db: TenantDb, jobids: readonly string[]) {
  const lines = new Map(listConsignedLines(db, jobids).map((line) => [line.materialid, line]))
  return (materialid: string) => {
    const line = lines.get(materialid)
    return line ? { held: countHeld(line), kept: countKept(line) } : NOTHING
  }
}

const NOTHING = { held: asQuantity(0), kept: asQuantity(0) }

/** What of the value of jobs is charged later or never, in net cents by job. */
export function sumUncharged(db: TenantDb, jobids: readonly string[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>()
  for (const { jobid, net } of listUncharged(db, jobids)) sums.set(jobid, (sums.get(jobid) ?? 0) + net)
  return sums
}

/** Of each line, what of it is ours: unsold at the client's, or back; `net`: its value in net cents. */
export const listUncharged = (db: TenantDb, jobids: readonly string[]) =>
  listConsignedLines(db, jobids).map((line) => {
    const ours = asQuantity(countHeld(line) + countKept(line))
    return { materialid: line.materialid, jobid: line.jobid, ours, net: netOf(line, ours) }
  })

const netOf = ({ usednet, consumed }: ConsignedLine, quantity: number): number =>
  consumed === 0 ? 0 : multiply(usednet, quantity, BigInt(consumed))

type NoteLine = Record<
  'quantity' | 'returned' | 'restocked' | 'restockedbefore' | 'redelivered' | 'mended',
  number
>

/**
 * Of what comes back unsold, what had come back of its job before: of its note, that is what comes back last. What was sold and
 * credited came back by its credit note, and is none of it. `ischarged`: a fixed price charges what was made wherever it lies, so all of
 * it comes back. Millionths of the unit.
 */
export function countUnsoldAgain(line: NoteLine, quantity: number, ischarged: boolean): number {
  if (ischarged) return quantity
  const { redelivered, mended, returned, restocked, restockedbefore } = line
  const rest = line.quantity - returned - quantity + restockedbefore
  return Math.max(0, Math.min(quantity, redelivered + mended - (restocked - restockedbefore) - rest))
}
