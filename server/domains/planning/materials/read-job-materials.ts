import { APPROVE } from '#db/job-status.ts'
import {
  type ItemSupply,
  listComingLines,
  listItemSupplies,
  listMakingLines,
  listNeedingLines,
  type NeedingLine,
  type WhoseNeeds,
} from '#db/queries/planning/needs.ts'
import type { TenantDb } from '#db/types.ts'
import { canSeeJobAt, type Viewer } from '#server/access/viewer.ts'
import { jobLinks } from '#server/domains/work/jobs/job-links.ts'
import { asQuantity, type Quantity } from '#server/money/decimal.ts'
import type { Demand } from '#server/planning/net.ts'
import { type OpenDemand, planItems } from '#server/planning/plan-items.ts'
import { workdays } from '#server/planning/workdays.ts'
import { readWorkingTime } from '#server/working-time.ts'
import { readToday } from '#server/zone.ts'
import type { JobMaterial } from '#views/planning/types.ts'
import {
  convertToBase,
  joinDemands,
  makingDemands,
  makingReceipts,
  readNeedsBill,
  receiptsByItem,
} from './explode-needs.ts'

/**
 * What each job needs of each item. What is there and on order serves the jobs of all boards in the order of their
 * days; only those that the viewer sees are listed.
 */
export function readJobMaterials(
  db: TenantDb,
  viewer: Viewer,
  whose: WhoseNeeds,
  { boardid, item }: { boardid?: string; item?: string },
): JobMaterial[] {
  const today = readToday(db)
  const [lines, making] = [listNeedingLines(db, whose), listMakingLines(db, whose)]
  const base = convertToBase()
  const demands = Map.groupBy(
    lines.map((line) => ({
      ...{ id: line.id, inventoryid: line.inventoryid, day: line.day ?? today },
      quantity: base(line, Math.max(0, line.required - line.used)),
    })),
    ({ inventoryid }) => inventoryid,
  )
  const bill = readNeedsBill(db, [...demands.keys()], making)
  const items = new Map(listItemSupplies(db, [...bill.keys()]).map((one) => [one.id, one]))
  const sent = receiptsByItem(
    listComingLines(db).filter(({ number }) => number),
    today,
  )
  const coming = joinDemands(sent, makingReceipts(making, today))
  const served = new Map(
    [...items].map(([id, { onhand }]) => {
      const comes = (coming.get(id) ?? []).reduce((sum, { quantity }) => sum + quantity, 0)
      const supply = { onhand: asQuantity(onhand + comes), receipts: [], safety: asQuantity(0), lot: {} }
      return [id, { supply, lead: 0 }] as const
    }),
  )
  const rows = new Map<string, JobMaterial>()
  const known = new Map([...lines, ...making].map((line) => [line.id, line]))
  const linkOf = jobLinks(db)
  const rowOf = (line: NeedingLine, one: ItemSupply, exploded: boolean) => {
    const key = `${line.jobid} ${one.id}`
    const row = rows.get(key) ?? startRow(key, line, one, exploded, linkOf(line.boardid, line.reference))
    rows.set(key, row)
    return row
  }
  const shows = (line: NeedingLine, id: string) =>
    (!boardid || line.boardid === boardid) &&
    (!item || id === item) &&
    canSeeJobAt(viewer, line.boardid, line.location)
  for (const line of lines) {
    const one = items.get(line.inventoryid)
    if (!one || !shows(line, one.id)) continue
    const row = rowOf(line, one, false)
    row.required += base(line, line.required)
    row.used += base(line, line.used)
    row.needed ??= line.day
  }
  const plans = planItems(
    bill,
    served,
    joinDemands<Demand | OpenDemand>(demands, makingDemands(bill, making, today)),
    { today, workdays: workdays(readWorkingTime(db)) },
  )
  for (const { id, demands: asked } of plans) {
    const one = items.get(id)
    if (!one || bill.get(id)?.phantom) continue
    for (const { demand, short } of shortOf(asked, one.onhand, coming.get(id) ?? [])) {
      const line = demand.id === null ? undefined : known.get(demand.id)
      if (!line || !shows(line, id)) continue
      const row = rowOf(line, one, demand.productid !== undefined)
      if (demand.productid) row.required += demand.quantity
      row.open += demand.quantity
      row.short += short
      row.needed ??= demand.day
    }
  }
  return [...rows.values()]
}

const startRow = (
  id: string,
  { reference, description, status }: NeedingLine,
  { id: itemid, code, name, unit }: ItemSupply,
  exploded: boolean,
  href: string | undefined,
): JobMaterial => ({
  id,
  job: { reference, description, href, approved: status >= APPROVE },
  item: { id: itemid, code, name, unit },
  ...{ required: 0, used: 0, open: 0, short: 0, needed: null, exploded },
})

function shortOf(asked: readonly Demand[], onhand: number, coming: readonly { quantity: Quantity }[]) {
  let free = onhand + coming.reduce((sum, { quantity }) => sum + quantity, 0)
  return asked
    .toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
    .map((demand) => {
      const short = Math.min(demand.quantity, Math.max(0, demand.quantity - Math.max(0, free)))
      free -= demand.quantity
      return { demand, short }
    })
}
