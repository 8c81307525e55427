import { listInputUnits } from '#db/queries/catalogue/inputs.ts'
import { listItemContexts } from '#db/queries/work/material-context.ts'
import { linesByIds, type MaterialRow } from '#db/queries/work/materials.ts'
import { RAW_MATERIALS, stockDirection } from '#db/stock-classes.ts'
import type { Tx } from '#db/tenants.ts'
import { addLines } from '#server/domains/work/materials/add-lines.ts'
import { changeLines } from '#server/domains/work/materials/change-line.ts'
import { INPUT, OUTPUT } from '#server/domains/work/materials/line-roles.ts'
import { invalid, notFound, Problem } from '#server/errors.ts'
import { asQuantity, type Quantity } from '#server/money/decimal.ts'
import { compareInputs, inUnit } from './compare-inputs.ts'

/** @throws 404; 400 for a line that makes nothing: of an input, or of what is taken from stock */
export function findProductLine(tx: Pick<Tx, 'db'>, id: string): MaterialRow {
  const [line] = linesByIds(tx.db, [id])
  if (!line) throw notFound('line')
  if (line.role !== OUTPUT || !line.inventoryid)
    throw invalid({ id: 'Only a line of an item that the job puts out has inputs.' })
  return line
}

/** Whether a line makes what it puts out, and does not take it from stock. */
export const makesItem = ({ role, inventoryclass }: Pick<MaterialRow, 'role' | 'inventoryclass'>) =>
  role === OUTPUT && stockDirection(inventoryclass) >= 0

/** Of an input that a product line takes and no line plans; base units. */
export type UnplannedInput = { product: MaterialRow; inventoryid: string; quantity: Quantity }

/** Clients are charged for the product alone. What is archived is not planned, which is said. */
export function addInputLines(
  tx: Tx,
  inputs: readonly UnplannedInput[],
): { added: number; warnings: string[] } {
  if (inputs.length === 0) return { added: 0, warnings: [] }
  const ids = [...new Set(inputs.map(({ inventoryid }) => inventoryid))]
  const items = new Map(listItemContexts(tx.db, ids).map((item) => [item.id, item]))
  const products = [...new Set(inputs.map(({ product }) => product.inventoryid ?? ''))]
  const units = listInputUnits(tx.db, products)
  const placeOf = ({ product, inventoryid }: UnplannedInput) => {
    const at = units.findIndex((row) => row.productid === product.inventoryid && row.inputid === inventoryid)
    return at < 0 ? units.length : at
  }
  const isArchived = ({ inventoryid }: UnplannedInput) => items.get(inventoryid)?.archived === true
  const lines = inputs
    .filter((input) => !isArchived(input))
    .map((input) => ({ ...input, place: placeOf(input) }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ product, inventoryid, quantity, place }) => ({
      jobid: product.jobid,
      inventoryid,
      role: INPUT,
      unit: units[place]?.unit ?? undefined,
      estimated: inUnit(quantity, units[place]?.unitratio ?? '1'),
      nonbillable: true,
      jobproduct: product.id,
      // What was made elsewhere goes into this product: as what it is itself it would come out of the job.
      ...(stockDirection(items.get(inventoryid)?.inventoryclass ?? null) > 0
        ? { inventoryclass: RAW_MATERIALS }
        : {}),
    }))
  const archived = inputs.filter(isArchived).map(({ inventoryid }) => items.get(inventoryid)?.name)
  const { warnings } = addLines(tx, lines)
  return {
    added: lines.length,
    warnings: [...warnings, ...archived.map((name) => `${name} is archived, so that it is not planned.`)],
  }
}

type Brought = { added: number; changed: number; warnings: string[] }

/**
 * Plans the inputs of a product line as its item is made today: adds what is missing and sets what differs, but never
 * below what is used. What the item is not made of stays.
 */
export function bringInputs(tx: Tx, line: MaterialRow): Brought {
  if (!makesItem(line))
    throw new Problem(400, 'This line is taken from stock, not made: its class says so.', { code: 'notmade' })
  const compared = compareInputs(tx.db, line)
  const missing = compared.flatMap(({ input, wanted, lines }) =>
    input && lines.length === 0 ? [{ product: line, inventoryid: input.inventoryid, quantity: wanted }] : [],
  )
  const changes = compared.flatMap(({ planned, wanted, lines: [first], input }) => {
    if (!input || !first || planned === wanted) return []
    const estimated = asQuantity(first.estimated + inUnit(asQuantity(wanted - planned), first.unitratio))
    const least = Math.max(estimated, first.consumed, 0)
    return least === first.estimated ? [] : [{ id: first.id, estimated: asQuantity(least) }]
  })
  const outcomes = changes.length > 0 ? changeLines(tx, changes, () => null) : []
  const { added, warnings } = addInputLines(tx, missing)
  return {
    added,
    changed: changes.length,
    warnings: [...outcomes.flatMap(({ warning }) => warning ?? []), ...warnings],
  }
}
