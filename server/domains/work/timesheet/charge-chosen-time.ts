import type { TenantDb } from '#db/types.ts'
import { type PricedLine, pricedLines, priceLine, vatContext } from '#server/domains/work/jobs/price-lines.ts'
import type { LineAmounts } from '#server/money/amounts.ts'
import type { StepLabour } from './job-labour.ts'
import { type BillGroup, planBill } from './plan-bill.ts'

/** Ids of lines, or of labour items that stand on none, whose time is charged in place of them, or beside them. */
export type ChosenTimeGroups = {
  instead: readonly string[]
  beside: readonly string[]
  steplabour?: StepLabour
}

/** The lines of a job as they will be once time is charged as chosen, and what new ones charge. Changes nothing. */
export function chargeChosenTime(
  db: TenantDb,
  jobid: string,
  { instead, beside, steplabour }: ChosenTimeGroups,
): { lines: PricedLine[]; added: LineAmounts[] } {
  const lines = pricedLines(db, jobid)
  if (instead.length + beside.length === 0) return { lines, added: [] }
  const { groups } = planBill(db, jobid, { steplabour })
  const among = (ids: readonly string[]) => (group: BillGroup) =>
    ids.includes(group.met?.line.id ?? group.inventoryid ?? '')
  const inplace = groups.filter(among(instead))
  const fresh = [...inplace.filter(({ line }) => !line), ...groups.filter(among(beside))]
  const used = new Map(inplace.flatMap(({ line, consumed }) => (line ? [[line.id, consumed]] : [])))
  const context = vatContext(db, jobid)
  return {
    lines: lines.map((row) => {
      const consumed = used.get(row.line.id)
      return consumed === undefined ? row : priceLine({ ...row, line: { ...row.line, consumed } }, context)
    }),
    added: fresh.filter(({ inventoryid }) => inventoryid).map((group) => group.beside),
  }
}
