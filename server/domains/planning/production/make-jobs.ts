import { randomUUIDv7 } from 'bun'
import { DRAFT } from '#db/job-status.ts'
import { listMakingCategories, type Product } from '#db/queries/planning/products.ts'
import type { Tx } from '#db/tenants.ts'
import { hasPermission, type Viewer } from '#server/access/viewer.ts'
import { addLinesWithInputs } from '#server/domains/work/jobinputs/follow-products.ts'
import { rememberMadeJobs } from '#server/domains/work/jobs/change-many.ts'
import { checkReferences } from '#server/domains/work/jobs/check-references.ts'
import { insertJob } from '#server/domains/work/jobs/save-job.ts'
import { OUTPUT } from '#server/domains/work/materials/line-roles.ts'
import { conflict, forbidden, invalid } from '#server/errors.ts'
import type { Quantity } from '#server/money/decimal.ts'
import { classOfMade } from '#server/planning/is-made.ts'
import { BillCircle } from '#server/stock/bill.ts'
import { readToday } from '#server/zone.ts'
import { formatQuantity } from '#views/format.ts'
import { type ProductionProposal, readMadeItems, readProduction } from './proposals.ts'
import { splitOverJobs } from './split.ts'

type Row = {
  inventoryid: string
  /** Of the proposal; none: it is made for no day. */
  day?: string | null
  quantity: Quantity | null
  proposed?: Quantity | null
}

type Order = { boardid: string; category?: string | null; weeks?: number; rows: readonly Row[] }

/** What one call may make, in one transaction. */
const MOST_JOBS = 100

type Made = { id: string | null; jobs: string[]; warnings: string[] }

/**
 * Jobs in Draft that make these quantities, each no more than the most on one job, with the inputs of their product.
 * @throws 400 by the field, 403, 409 where a proposal is another than the person saw
 */
export function makeProductionJobs(tx: Tx, viewer: Viewer, order: Order): Made {
  const { boardid, category, weeks, rows } = order
  if (!viewer.boards.has(boardid)) throw invalid({ boardid: 'This board could not be found.' })
  if (!hasPermission(viewer, boardid, 'work')) throw forbidden()
  if (rows.length === 0) throw invalid({ rows: 'Choose at least one row.' })
  const found = readMadeItems(
    tx.db,
    rows.map(({ inventoryid }) => inventoryid),
  )
  if (found instanceof BillCircle) throw found
  const products = new Map(found.products.map((product) => [product.id, product]))
  const { proposals } = readProduction(tx.db, { weeks })
  const planned = new Map(proposals.map((one) => [one.id, one]))
  const made = new Map(listMakingCategories(tx.db).map((one) => [one.product, one.category]))
  const jobs = rows.flatMap((row) => planJobs(products.get(row.inventoryid), row, planned))
  if (jobs.length > MOST_JOBS)
    throw invalid({
      quantity: `These would be ${jobs.length} jobs, and ${MOST_JOBS} at most are made at once: choose fewer rows, or smaller quantities.`,
    })
  const warnings: string[] = []
  const ids = jobs.map((job) => {
    const categories = [category || made.get(job.product.id)].flatMap((one) => one ?? [])
    const id = insertMakingJob(tx, { ...job, boardid, categories })
    warnings.push(...addProduct(tx, id, job))
    return id
  })
  return { id: rememberMadeJobs(tx, ids), jobs: ids, warnings: [...new Set(warnings)] }
}

type MakingJob = { product: Product; quantity: Quantity; start: string; finish: string | null }

function planJobs(
  product: Product | undefined,
  { inventoryid, day, quantity, proposed }: Row,
  planned: ReadonlyMap<string, ProductionProposal>,
): MakingJob[] {
  if (!product || product.inventoryclass === 0)
    throw invalid({ inventoryid: 'Choose an item that is made and kept in stock.' })
  if (product.archived)
    throw invalid({
      inventoryid: `${product.code} is archived: restore it, or take it off the jobs that need it.`,
    })
  if (!quantity || quantity <= 0) throw invalid({ quantity: `Enter how much of ${product.code} is made.` })
  const proposal = planned.get(`${inventoryid}.${day}`)
  if (proposed && proposal?.quantity !== proposed)
    throw conflict(undefined, `What is proposed of ${product.code} has changed: look at the list again.`)
  const { jobs, each, last } = splitOverJobs(quantity, product)
  if (jobs > MOST_JOBS)
    throw invalid({
      quantity: `${formatQuantity(quantity, product.unit)} of ${product.code} would be ${jobs} jobs: at most ${MOST_JOBS} are made at once.`,
    })
  const dates = { start: proposal?.start ?? '', finish: proposal?.finish ?? day ?? null }
  return Array.from({ length: jobs }, (_, at) => ({
    ...dates,
    product,
    quantity: at === jobs - 1 ? last : each,
  }))
}

function insertMakingJob(
  tx: Tx,
  {
    product,
    quantity,
    start,
    finish,
    boardid,
    categories,
  }: MakingJob & { boardid: string; categories: string[] },
) {
  const { name, unit } = product
  const today = readToday(tx.db)
  const values = checkReferences(tx.db, {
    description: `Make ${formatQuantity(quantity, unit)} × ${name}`.replaceAll('\u00a0', ' ').slice(0, 200),
    start: start || (finish && finish < today ? finish : today),
    finish,
    categories,
  })
  return insertJob(tx, { ...values, id: randomUUIDv7(), boardid, status: DRAFT, template: false }, categories)
}

const addProduct = (tx: Tx, jobid: string, { product, quantity }: MakingJob): string[] =>
  addLinesWithInputs(tx, [
    {
      ...{ jobid, inventoryid: product.id, role: OUTPUT },
      estimated: quantity,
      inventoryclass: classOfMade(product.inventoryclass),
    },
  ]).warnings
