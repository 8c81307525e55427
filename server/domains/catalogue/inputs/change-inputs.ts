import { listInputs } from '#db/queries/catalogue/inputs.ts'
import { inventory } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import { conflict, invalid, Problem } from '#server/errors.ts'
import { asPercent, asQuantity } from '#server/money/decimal.ts'
import { getRecord } from '#server/records.ts'
import { withQuery } from '#views/ui/links.ts'
import { type GivenInput, saveInputs } from './save-inputs.ts'

export const readGivenInputs = (db: TenantDb, productid: string): GivenInput[] =>
  listInputs(db, productid).map(({ inventoryid, quantity, unitname, scrap }) => ({
    inventoryid,
    quantity,
    unit: unitname ?? '',
    scrap,
  }))

/** Adds an input, or changes the one of that item. */
export function setInput(tx: Tx, productid: string, input: GivenInput): string | undefined {
  return change(tx, productid, (before) =>
    before.some(({ inventoryid }) => inventoryid === input.inventoryid)
      ? before.map((one) => (one.inventoryid === input.inventoryid ? input : one))
      : [...before, input],
  )
}

/** An input that is not in the list makes no change. */
export function moveInput(tx: Tx, productid: string, inputid: string, by: -1 | 1): string | undefined {
  return change(tx, productid, (before) => {
    const at = before.findIndex(({ inventoryid }) => inventoryid === inputid)
    const other = at + by
    return at < 0 || !before[other] ? before : before.with(at, before[other]).with(other, before[at]!)
  })
}

export const removeInput = (tx: Tx, productid: string, inputid: string): string | undefined =>
  change(tx, productid, (before) => before.filter(({ inventoryid }) => inventoryid !== inputid))

/** Those of another item that are not in the list yet. */
export function copyInputs(tx: Tx, productid: string, from: string | null): string | undefined {
  if (!from) throw invalid({ from: 'Choose the item whose inputs to copy.' })
  const { id } = getRecord(tx.db, inventory, from, 'from')
  const theirs = readGivenInputs(tx.db, id)
  if (theirs.length === 0) throw invalid({ from: 'This item has no inputs to copy.' })
  return change(tx, productid, (before) => {
    const held = new Set(before.map(({ inventoryid }) => inventoryid))
    return [...before, ...theirs.filter(({ inventoryid }) => !held.has(inventoryid))]
  })
}

/** @throws 409 when somebody changed the inputs after the change that is taken back */
export function restoreInputs(tx: Tx, productid: string, { rows, seen }: { rows: string; seen: string }) {
  if (markInputs(readGivenInputs(tx.db, productid)) !== seen)
    throw conflict(undefined, 'The inputs have changed since, so they stay as they are.')
  saveInputs(tx, productid, fromText(rows))
}

/** @returns the address that takes it back, if anything changed and it fits into one */
function change(tx: Tx, productid: string, to: (before: GivenInput[]) => GivenInput[]): string | undefined {
  const before = readGivenInputs(tx.db, productid)
  saveInputs(tx, productid, to(before))
  const [rows, seen] = [inputsToText(before), markInputs(readGivenInputs(tx.db, productid))]
  if (rows.length > LONGEST || seen === markInputs(before)) return
  return withQuery(`/admin/inventory/${productid}/inputs/restore?rows=`, { rows: rows || ' ', seen })
}

const LONGEST = 4_000

export const inputsToText = (given: readonly GivenInput[]) =>
  given
    .map(({ inventoryid, quantity, unit, scrap }) => [inventoryid, quantity, scrap, unit].join(' '))
    .join('\n')

function fromText(rows: string): GivenInput[] {
  return rows
    .split('\n')
    .filter((row) => row.trim())
    .map((row) => {
      const [inventoryid = '', quantity, scrap, ...unit] = row.split(' ')
      const figures = [Number(quantity), Number(scrap)] as const
      if (!figures.every(Number.isSafeInteger)) throw new Problem(400, 'This address takes nothing back.')
      return {
        inventoryid,
        quantity: asQuantity(figures[0]),
        scrap: asPercent(figures[1]),
        unit: unit.join(' '),
      }
    })
}

/** Of a list of inputs, to know it again by. */
export const markInputs = (given: readonly GivenInput[]) => Bun.hash(inputsToText(given)).toString(36)
