import { lineById } from '#db/queries/work/materials.ts'
import type { TenantDb } from '#db/types.ts'
import {
  readUnconfirmed,
  readUnconfirmedCosts,
  sampleCostOfLine,
  sampleOfLine,
} from '#server/domains/catalogue/inventory/sample-prices.ts'
import { type Invoiced, invoicedByLine } from '#server/domains/sales/invoices/invoiced-lines.ts'
import { inputPlans } from '#server/domains/work/jobinputs/input-plans.ts'
import {
  type PricedLine,
  pricedLines,
  pricedLinesByIds,
  priceLine,
  vatContext,
} from '#server/domains/work/jobs/price-lines.ts'
import type { InputPlan, LineLevels, MaterialLine } from '#server/domains/work/jobs/types.ts'
import { toMinutes } from '#server/domains/work/timesheet/intervals.ts'
import { notFound } from '#server/errors.ts'
import { asQuantity, type Cents, type DecimalKind, type Quantity, toDecimal } from '#server/money/decimal.ts'
import { parseRatio, toBase } from '#server/money/units.ts'
import { lineLevels } from './line-levels.ts'

/** `stock`: with what there is of each item. */
type LineVisibility = { money: boolean; stock?: boolean }

export const presentLines = (db: TenantDb, jobid: string, see: LineVisibility): MaterialLine[] =>
  presentAll(db, pricedLines(db, jobid), see)

export const presentLinesByIds = (
  db: TenantDb,
  ids: readonly string[],
  see: LineVisibility,
): MaterialLine[] => presentAll(db, pricedLinesByIds(db, ids), see)

function presentAll(db: TenantDb, lines: readonly PricedLine[], see: LineVisibility): MaterialLine[] {
  const levelsOf = see.stock ? lineLevels(db, lines) : () => undefined
  const planOf = inputPlans(db, lines)
  const unconfirmed = see.money ? readUnconfirmed(db) : new Map()
  const costs = see.money ? readUnconfirmedCosts(db) : new Map()
  const invoiced = invoicedByLine(
    db,
    lines.map(({ line }) => line.jobid),
  )
  return lines.map((line) =>
    presentLine(line, see, {
      inputplan: planOf(line),
      levels: levelsOf(line),
      invoiced: invoiced.get(line.line.id),
      sampleprice: sampleOfLine(unconfirmed, line.line) !== undefined,
      samplecost: sampleCostOfLine(costs, { ...line.line, rate: line.line.costrate }) !== undefined,
    }),
  )
}

/** @throws 404, also for a removed line */
export function readLine(db: TenantDb, id: string, see: LineVisibility): MaterialLine {
  const row = lineById(db, id)
  if (!row) throw notFound('line')
  return presentAll(db, [priceLine(row, vatContext(db, row.line.jobid))], see)[0] as MaterialLine
}

type Beside = {
  inputplan: InputPlan | null
  levels?: LineLevels
  invoiced?: Invoiced
  sampleprice: boolean
  samplecost: boolean
}

function presentLine(
  priced: PricedLine,
  see: LineVisibility,
  { inputplan, levels, invoiced, sampleprice, samplecost }: Beside,
): MaterialLine {
  const { line, code, itemname } = priced
  const { id, version, jobid, inventoryid, role, inventoryclass, description, unit, nonbillable, rank } = line
  const quantities = {
    estimated: formatDecimal(line.estimated, 'quantity'),
    consumed: formatDecimal(line.consumed, 'quantity'),
    released: formatDecimal(line.released, 'quantity'),
  }
  const storage = linkTo(line.storageid, priced.storagename)
  return {
    id,
    version,
    jobid,
    inventoryid,
    role,
    inventoryclass,
    description,
    unit,
    nonbillable,
    rank,
    workedminutes: toMinutes(priced.workedseconds),
    invoiced: formatDecimal(invoiced?.quantity ?? asQuantity(0), 'quantity'),
    ...quantities,
    ...(levels && { levels }),
    inventory: inventoryid ? { id: inventoryid, name: itemname ?? '(unknown)', code: code ?? '' } : null,
    division: linkTo(line.division, priced.divisionname),
    storageid: line.storageid,
    storage,
    jobequipment: linkTo(line.jobequipment, priced.jobequipmentname),
    inputequipment: linkTo(line.inputequipment, priced.inputequipmentname),
    jobproduct: priced.product,
    made: priced.made,
    inputplan,
    delivery: priced.delivery,
    purchaseorder: priced.purchaseorder,
    delivered: formatDecimal(priced.delivered, 'quantity'),
    estimatedtenant: baseQuantity(line.estimated, line.unitratio),
    consumedtenant: baseQuantity(line.consumed, line.unitratio),
    ...(see.money ? { ...presentMoney(priced), sampleprice, samplecost } : {}),
  }
}

function presentMoney({ line, vatrate, exempt, quoted, actual, uncosted }: PricedLine) {
  const cents = (value: Cents) => formatDecimal(value, 'cents')
  return {
    linerate: formatDecimal(line.linerate, 'rate'),
    ...(line.inclusiverate !== null && { inclusiverate: formatDecimal(line.inclusiverate, 'rate') }),
    costrate: formatDecimal(line.costrate, 'rate'),
    discount: formatDecimal(line.discount, 'percent'),
    vatrate: formatDecimal(vatrate, 'percent'),
    exempt,
    net: cents(quoted.net),
    vat: cents(quoted.vat),
    total: cents(quoted.total),
    actualnet: cents(actual.net),
    uncosted: uncosted.quoted || uncosted.actual,
  }
}

const baseQuantity = (quantity: Quantity, unitratio: string) =>
  formatDecimal(toBase(quantity, parseRatio(unitratio)), 'quantity')

const linkTo = (id: string | null, name: string | null) => (id ? { id, name: name ?? '(unknown)' } : null)
const formatDecimal = (value: number, kind: DecimalKind) => toDecimal(value, kind)
