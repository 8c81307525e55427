import { APPROVE, DRAFT, ON_LANES } from '#db/job-status.ts'
import { itemNameSql } from '#db/queries/names.ts'
import { listedInputsSql } from '#db/queries/work/line-product.ts'
import { prepared } from '#db/sqlite.ts'
import { PUTS_IN, TAKES_OUT } from '#db/stock-classes.ts'
import type { TenantDb } from '#db/types.ts'
import type { Quantity, Rate } from '#server/money/decimal.ts'

/** The jobs whose needs count: those on all lanes, or the approved ones, which stand from Approve on. */
export type WhoseNeeds = 'open' | 'approved'

const firstLane = (whose: WhoseNeeds) => (whose === 'approved' ? APPROVE : DRAFT)

const ON_OPEN_JOBS = `FROM jobs j INDEXED BY jobs_lane CROSS JOIN materials m ON m.jobid = j.id
  WHERE j.template = 0 AND j.status ${ON_LANES} AND j.archived = 0 AND m.archived = 0 AND m.inventoryid IS NOT NULL`

const NEEDED_ON = 'substr(coalesce(j.start, j.finish), 1, 10)'
const OUT_OF_STOCK = `m.inventoryclass ${TAKES_OUT}`

export type NeededItem = {
  inventoryid: string
  unitratio: string
  /** In millionths of the unit. `open`: planned and not used yet. */
  required: number
  used: number
  open: number
  day: string | null
  /** Whether the board needs it. */
  here: number
}

export const listNeededItems = (db: TenantDb, boardid: string, whose: WhoseNeeds) =>
  prepared<NeededItem>(
    db,
    `SELECT m.inventoryid, m.unitratio,
       sum(iif(j.status >= ?1, m.estimated, 0)) AS required, sum(iif(j.status >= ?1, m.consumed, 0)) AS used,
       sum(iif(j.status >= ?1, max(0, m.estimated - m.consumed), 0)) AS open,
       min(iif(j.status >= ?1 AND m.estimated > m.consumed, ${NEEDED_ON}, NULL)) AS day,
       max(j.boardid = ?2 AND j.status >= ?1) AS here
     ${ON_OPEN_JOBS} AND ${OUT_OF_STOCK} GROUP BY m.inventoryid, m.unitratio`,
  ).all([firstLane(whose), boardid])

export type NeedingLine = {
  id: string
  jobid: string
  inventoryid: string
  unitratio: string
  required: number
  used: number
  day: string | null
  status: number
  boardid: string
  location: string | null
  reference: string
  description: string
}

const LINE = `m.id, m.jobid, m.inventoryid, m.unitratio, m.estimated AS required, m.consumed AS used,
  ${NEEDED_ON} AS day, j.status, j.boardid, j.location, j.reference, j.description`

/** Lines that take items out of stock, used up or not. */
export const listNeedingLines = (db: TenantDb, whose: WhoseNeeds) =>
  prepared<NeedingLine>(
    db,
    `SELECT ${LINE} ${ON_OPEN_JOBS} AND ${OUT_OF_STOCK} AND j.status >= ? ORDER BY j.id, m.role, m.rank`,
  ).all([firstLane(whose)])

export type MakingLine = NeedingLine & {
  inventoryclass: number | null
  /** When it is made. */
  finish: string | null
  /** JSON of the items that the job lists for it: these lines say what it takes. */
  listed: string
}

/** Lines of products that are still to be made, with what is not kept in stock and is made of other items. */
export const listMakingLines = (db: TenantDb, whose: WhoseNeeds) =>
  prepared<MakingLine>(
    db,
    `SELECT ${LINE}, m.inventoryclass, substr(coalesce(j.finish, j.start), 1, 10) AS finish, ${listedInputsSql('m')} AS listed
     ${ON_OPEN_JOBS} AND m.estimated > m.consumed AND j.status >= ?
       AND (m.inventoryclass ${PUTS_IN} OR m.inventoryclass IS NULL AND m.role = 2
         AND EXISTS (SELECT 1 FROM item_inputs e WHERE e.productid = m.inventoryid))
     ORDER BY j.id, m.rank`,
  ).all([firstLane(whose)])

export type ItemSupply = {
  id: string
  code: string
  name: string
  unit: string
  rate: Rate
  supplier: string | null
  suppliername: string | null
  supplierarchived: number
  /** Whether a supplier is known for it. */
  sold: number
  archived: number
  inventoryclass: number
  leadtime: Quantity | null
  minimumorder: Quantity | null
  packsize: Quantity | null
  minimumrun: Quantity | null
  /** What must always be there. */
  safety: Quantity
  onhand: number
  priced: number
}

/** Of an item `i`. */
export const SOLD = `(i.supplier IS NOT NULL OR EXISTS (SELECT 1 FROM supplier_items f JOIN suppliers fs ON fs.id = f.supplier
    WHERE f.inventoryid = i.id AND f.archived = 0 AND fs.archived = 0))`

const SUPPLIED = `i.id, i.code, ${itemNameSql('i')} AS name, i.baseunit AS unit, i.rate, i.supplier, s.name AS suppliername,
  coalesce(s.archived, 0) AS supplierarchived, ${SOLD} AS sold, i.archived,
  coalesce(i.inventoryclass, (SELECT g.inventoryclass FROM categories g WHERE g.id = i.category), 0) AS inventoryclass, i.leadtime, i.minimumordervolume AS minimumorder,
  i.packagingquantity AS packsize, i.minimumproductionvolume AS minimumrun,
  coalesce(i.minimumfinishedgoodsvolume, 0) AS safety,
  coalesce((SELECT sum(h.quantity) FROM stock_onhand h WHERE h.inventoryid = i.id), 0) AS onhand,
  i.rate > 0 OR EXISTS (SELECT 1 FROM supplier_items f WHERE f.inventoryid = i.id AND f.archived = 0 AND f.price > 0)
    OR EXISTS (SELECT 1 FROM units u WHERE u.inventoryid = i.id AND u.lastprice > 0) AS priced`

/** Items with what matters when they are planned. */
export const listItemSupplies = (db: TenantDb, ids: readonly string[]) =>
  prepared<ItemSupply>(
    db,
    `SELECT ${SUPPLIED} FROM json_each(?) listed CROSS JOIN inventory i ON i.id = listed.value
     LEFT JOIN suppliers s ON s.id = i.supplier`,
  ).all([JSON.stringify(ids)])

export type ComingLine = {
  id: string
  inventoryid: string
  unitratio: string
  quantity: number
  orderid: string
  /** None while it is a draft. */
  number: string | null
  supplier: string
  suppliername: string
  supplierarchived: number
  day: string | null
}

/** What is ordered and has not come, and what stands on drafts. */
export const listComingLines = (db: TenantDb) =>
  prepared<ComingLine>(
    db,
    `SELECT l.id, l.inventoryid, l.unitratio, l.quantity - l.received + l.replaced - l.closedshort AS quantity,
       o.id AS orderid, o.number, o.supplier, s.name AS suppliername, s.archived AS supplierarchived,
       coalesce(o.expected, o.required) AS day
     FROM purchaseorder_lines l INDEXED BY purchaseorder_lines_open
     CROSS JOIN purchaseorders o ON o.id = l.orderid JOIN suppliers s ON s.id = o.supplier
     WHERE l.receivable = 1 AND l.quantity - l.received + l.replaced - l.closedshort > 0
       AND l.inventoryid IS NOT NULL AND o.cancelledutc IS NULL
     ORDER BY o.id, l.rank`,
  ).all()

/** Those that must always be there, whether a job needs them or not. */
export const listKeptItemIds = (db: TenantDb): string[] =>
  prepared<{ id: string }>(
    db,
    'SELECT i.id FROM inventory i WHERE i.archived = 0 AND i.minimumfinishedgoodsvolume > 0',
  )
    .all()
    .map(({ id }) => id)

export type SupplierFacts = {
  inventoryid: string
  supplier: string
  suppliername: string
  unit: string
  unitratio: string
  price: Rate | null
  packsize: Quantity | null
  minimum: Quantity | null
  leadtime: number | null
  prices: string
}

/** What suppliers in use ask for each of these items. */
export const listSupplierFacts = (db: TenantDb, ids: readonly string[]) =>
  prepared<SupplierFacts>(
    db,
    `SELECT f.inventoryid, f.supplier, s.name AS suppliername, f.unit, f.unitratio, f.price, f.packsize, f.minimum, f.leadtime,
       (SELECT coalesce(json_group_array(json_array(b.quantity, b.validfrom, b.price) ORDER BY b.quantity, b.validfrom), '[]')
        FROM supplier_prices b WHERE b.supplieritemid = f.id AND b.archived = 0) AS prices
     FROM json_each(?) listed CROSS JOIN supplier_items f ON f.inventoryid = listed.value
     JOIN suppliers s ON s.id = f.supplier WHERE f.archived = 0 AND s.archived = 0 ORDER BY s.name`,
  ).all([JSON.stringify(ids)])
