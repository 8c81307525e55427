import { suppliers } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { resolveOrganisation } from '#server/documents/resolve-organisation.ts'
import { visibleJob } from '#server/domains/work/jobs/find-job.ts'
import { resolveLineUnit } from '#server/domains/work/materials/resolve-line-unit.ts'
import { invalid, Problem } from '#server/errors.ts'
import { lineAmounts } from '#server/money/amounts.ts'
import {
  asPercent,
  type Cents,
  hundredPercent,
  type Percent,
  type Quantity,
  type Rate,
} from '#server/money/decimal.ts'
import { parseRatio, toBase } from '#server/money/units.ts'
import { getRecord } from '#server/records.ts'
import { readToday } from '#server/zone.ts'
import { defaultRate, type PriceSource, readPriceSources } from './default-rate.ts'

export type OrderLineInput = {
  id?: string
  inventoryid?: string | null
  description?: string
  quantity: Quantity | null
  unit?: string
  rate?: Rate | null
  discount?: Percent | null
  jobid?: string | null
  note?: string
  /** Why planning proposed it. */
  planned?: string
}

export type OrderInput = {
  supplier: string | null
  organisation?: string | null
  required?: string | null
  expected?: string | null
  reference?: string
  note?: string
  lines: OrderLineInput[]
}

export type CheckedOrderLine = {
  id?: string
  inventoryid: string | null
  receivable: boolean
  description: string
  suppliercode: string
  suppliername: string
  unit: string
  unitratio: string
  quantity: Quantity
  rate: Rate
  discount: Percent
  net: Cents
  jobid: string | null
  note: string
  planned: string
}

export type CheckedOrder = {
  supplier: string
  organisation: string
  required: string | null
  expected: string | null
  reference: string
  note: string
  lines: CheckedOrderLine[]
}

/**
 * What the supplier calls each item is looked up anew, so that an order that changes hands says it right. `known`: jobs that
 * the order names already, which who sees less may leave as they are.
 * @throws 400 by field (`lines.3.quantity`)
 */
export function checkOrder(
  db: TenantDb,
  viewer: Viewer,
  input: OrderInput,
  known: ReadonlySet<string> = new Set(),
): CheckedOrder {
  if (!input.supplier) throw invalid({ supplier: 'Choose whom the goods are ordered from.' })
  const supplier = getRecord(db, suppliers, input.supplier, 'supplier')
  if (supplier.archived) throw invalid({ supplier: sayArchived(supplier.name) })
  const organisation = resolveOrganisation(db, { asked: input.organisation }).id
  const { required = null, expected = null, reference = '', note = '' } = input
  const ids = [...new Set(input.lines.flatMap(({ inventoryid }) => inventoryid ?? []))]
  const find = readPriceSources(db, { supplier: supplier.id, ids, today: readToday(db) })
  const lines = input.lines.map((line, at) => {
    try {
      return checkLine(line, find(line.inventoryid))
    } catch (error) {
      throw atLine(error, at)
    }
  })
  for (const [at, { jobid }] of lines.entries())
    if (jobid && !known.has(jobid)) checkJob(db, viewer, jobid, `lines.${at}.jobid`)
  return { supplier: supplier.id, organisation, required, expected, reference, note, lines }
}

function checkLine(line: OrderLineInput, { item, units, facts, today }: PriceSource): CheckedOrderLine {
  const { id, inventoryid = null, quantity, jobid = null } = line
  if (inventoryid && !item) throw invalid({ inventoryid: 'This item could not be found.' })
  if (item?.archived) throw invalid({ inventoryid: sayArchived(item.name) })
  const description = line.description?.trim() || item?.name || ''
  if (!description) throw invalid({ description: 'Say what is ordered, or choose an item.' })
  if (quantity === null || quantity <= 0) throw invalid({ quantity: 'The quantity must be above zero.' })
  const { unit, unitratio } = resolveLineUnit(item, line.unit || facts?.unit || undefined, units)
  if (item && toBase(quantity, parseRatio(unitratio)) === 0)
    throw invalid({ quantity: 'This is less than the smallest quantity that stock is kept in.' })
  const rate = line.rate ?? defaultRate({ item, units, facts, today }, quantity, { unit, unitratio })
  if (rate < 0) throw invalid({ rate: 'The price cannot be below zero.' })
  const discount = line.discount ?? asPercent(0)
  if (discount < 0 || BigInt(discount) > hundredPercent)
    throw invalid({ discount: 'The discount must be between 0 and 100 %.' })
  const { net } = lineAmounts({ quantity, rate, discount, vatrate: asPercent(0) })
  return {
    ...(id && { id }),
    inventoryid,
    receivable: item?.keptinstock ?? false,
    description,
    suppliercode: facts && !facts.archived ? facts.code : '',
    suppliername: facts && !facts.archived ? facts.name : '',
    ...{ unit, unitratio, quantity, rate, discount, net, jobid },
    note: line.note ?? item?.defaultponote ?? '',
    planned: line.planned ?? '',
  }
}

const sayArchived = (name: string) =>
  `${name} is archived, so nothing is ordered of it: restore it first, or choose another.`

function checkJob(db: TenantDb, viewer: Viewer, jobid: string, field: string) {
  try {
    visibleJob(db, viewer, jobid)
  } catch {
    throw invalid({ [field]: 'This job could not be found.' })
  }
}

/** Whatever is refused of a line names it. */
function atLine(error: unknown, at: number): unknown {
  if (!(error instanceof Problem)) return error
  const { fields } = error.more
  const named = Object.entries(fields ?? { quantity: error.message }).map(([name, words]) => [
    `lines.${at}.${name}`,
    words,
  ])
  return new Problem(error.status, error.message, { ...error.more, fields: Object.fromEntries(named) })
}
