import { listBroughtLines, listListedInputs } from '#db/queries/work/job-inputs.ts'
import type { MaterialRow } from '#db/queries/work/materials.ts'
import type { TenantDb } from '#db/types.ts'
import { asQuantity, type Quantity } from '#server/money/decimal.ts'
import { type Bill, readSoundBill } from '#server/stock/bill.ts'
import { makesItem, type UnplannedInput } from './bring-inputs.ts'
import { inUnit } from './compare-inputs.ts'
import { explodeLine, plannedQuantity } from './wanted-inputs.ts'

/** What was added was nothing before, what is removed is nothing after. */
export type ProductChange = { before?: MaterialRow; after?: MaterialRow }

type Following = {
  missing: UnplannedInput[]
  changed: { id: string; estimated: Quantity }[]
  gone: { id: string }[]
}

/**
 * Decision 217: which lines follow their products. What a person has changed, used, made billable or removed stays as it
 * is, and what the job lists for a product otherwise is not planned beside it.
 */
export function findFollowing(db: TenantDb, changes: readonly ProductChange[]): Following {
  const otherwise = changes.filter(({ before, after }) => describeMade(before) !== describeMade(after))
  const items = otherwise.flatMap(({ before, after }) => [
    before?.inventoryid ?? [],
    after?.inventoryid ?? [],
  ])
  const bill = items.length > 0 ? readSoundBill(db, [...new Set(items.flat())]).bill : new Map()
  const products = otherwise.filter(({ before, after }) => hasInputs(bill, before) || hasInputs(bill, after))
  const ids = products.flatMap(({ before, after }) => (after ?? before)?.id ?? [])
  if (ids.length === 0) return { missing: [], changed: [], gone: [] }
  const brought = Map.groupBy(listBroughtLines(db, ids), ({ jobproduct }) => jobproduct)
  const listed = new Map(listListedInputs(db, ids).map((row) => [row.id, row.listed]))
  const following = products.map(({ before, after }) => {
    const untouched = findUntouched(brought.get((after ?? before)!.id) ?? [], wantedBy(bill, before))
    const now = wantedBy(bill, after)
    return {
      missing: after ? findMissing(after, now, listed.get(after.id) ?? '[]') : [],
      ...followLines(untouched, now, after !== undefined && plannedQuantity(after) === 0 && makesItem(after)),
    }
  })
  return {
    missing: following.flatMap(({ missing }) => missing),
    changed: following.flatMap(({ changed }) => changed),
    gone: following.flatMap(({ gone }) => gone),
  }
}

const describeMade = (line: MaterialRow | undefined) =>
  line?.inventoryid && makesItem(line) ? `${line.inventoryid} ${plannedQuantity(line)} ${line.unitratio}` : ''

const hasInputs = (bill: Bill, line: MaterialRow | undefined) =>
  (bill.get(line?.inventoryid ?? '')?.inputs.length ?? 0) > 0

type Wanted = ReadonlyMap<string, Quantity>

const wantedBy = (bill: Bill, line: MaterialRow | undefined): Wanted =>
  line && makesItem(line) ? explodeLine(bill, line) : new Map()

const quantityFor = (wanted: Wanted, { inventoryid, unitratio }: MaterialRow) =>
  inUnit(wanted.get(inventoryid ?? '') ?? asQuantity(0), unitratio)

/** Those that plan what the product took: whoever divided an item over several lines has changed it. */
function findUntouched(lines: readonly MaterialRow[], was: Wanted): MaterialRow[] {
  const ofItem = Map.groupBy(lines, ({ inventoryid }) => inventoryid)
  return lines.filter(
    (line) =>
      line.nonbillable &&
      ofItem.get(line.inventoryid)?.length === 1 &&
      line.estimated === quantityFor(was, line),
  )
}

/** `none`: of the product none is planned any more, so that its inputs wait for the next quantity. */
function followLines(lines: readonly MaterialRow[], now: Wanted, none: boolean): Omit<Following, 'missing'> {
  const isGone = ({ inventoryid, consumed }: MaterialRow) =>
    !none && consumed === 0 && !now.has(inventoryid ?? '')
  const kept = lines.filter((line) => !isGone(line))
  return {
    gone: lines.filter(isGone).map(({ id }) => ({ id })),
    changed: kept.flatMap((line) => {
      const estimated = asQuantity(Math.max(quantityFor(now, line), line.consumed))
      return estimated === line.estimated ? [] : [{ id: line.id, estimated }]
    }),
  }
}

function findMissing(product: MaterialRow, now: Wanted, listed: string): UnplannedInput[] {
  const known = new Set(JSON.parse(listed) as string[])
  return [...now].flatMap(([inventoryid, quantity]) =>
    known.has(inventoryid) ? [] : [{ product, inventoryid, quantity }],
  )
}
