import { listItemUnits } from '#db/queries/catalogue/units.ts'
import { listItemContexts } from '#db/queries/work/material-context.ts'
import { linesByIds, type MaterialRow } from '#db/queries/work/materials.ts'
import type { Tx } from '#db/tenants.ts'
import { addLines } from '#server/domains/work/materials/add-lines.ts'
import { changeLines } from '#server/domains/work/materials/change-line.ts'
import { INPUT, OUTPUT } from '#server/domains/work/materials/line-roles.ts'
import { invalid, notFound, Problem } from '#server/errors.ts'
import { asQuantity } from '#server/money/decimal.ts'
import { stockDirection } from '#server/stock/direction.ts'
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

const RAW_MATERIALS = 2

type Brought = { added: number; changed: number; warnings: string[] }

/**
 * Plans the inputs of a product line as its item is made today: adds what is missing and sets what differs, but never
 * below what is used. What the item is not made of stays. Clients are charged for the product alone.
 */
export function bringInputs(tx: Tx, line: MaterialRow): Brought {
  if (!makesItem(line))
    throw new Problem(400, 'This line is taken from stock, not made: its class says so.', { code: 'notmade' })
  const compared = compareInputs(tx.db, line)
  const missing = compared.filter(({ input, lines }) => input && lines.length === 0)
  const classes = new Map(
    listItemContexts(
      tx.db,
      missing.flatMap(({ inventoryid }) => inventoryid ?? []),
    ).map(({ id, inventoryclass }) => [id, inventoryclass]),
  )
  const units = new Map(
    listItemUnits(
      tx.db,
      missing.flatMap(({ inventoryid }) => inventoryid ?? []),
    ).map((unit) => [`${unit.inventoryid} ${unit.name}`, unit.ratiotobase]),
  )
  const added = missing.map(({ inventoryid, wanted, input }) => ({
    jobid: line.jobid,
    inventoryid,
    role: INPUT,
    unit: input!.unit,
    estimated: inUnit(wanted, units.get(`${inventoryid} ${input!.unit}`) ?? '1'),
    nonbillable: true,
    jobproduct: line.id,
    // What was made elsewhere goes into this product: as what it is itself it would come out of the job.
    ...(stockDirection(classes.get(inventoryid ?? '') ?? null) > 0 ? { inventoryclass: RAW_MATERIALS } : {}),
  }))
  const changes = compared.flatMap(({ planned, wanted, lines: [first], input }) => {
    if (!input || !first || planned === wanted) return []
    const estimated = asQuantity(first.estimated + inUnit(asQuantity(wanted - planned), first.unitratio))
    const least = Math.max(estimated, first.consumed, 0)
    return least === first.estimated ? [] : [{ id: first.id, estimated: asQuantity(least) }]
  })
  const outcomes = changes.length > 0 ? changeLines(tx, changes, () => null) : []
  const warnings = added.length > 0 ? addLines(tx, added).warnings : []
  return {
    added: added.length,
    changed: changes.length,
    warnings: [...outcomes.flatMap(({ warning }) => warning ?? []), ...warnings],
  }
}
