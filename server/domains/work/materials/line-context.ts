import { ARCHIVED, INVOICED, REMOVED } from '#db/job-status.ts'
import { listAgreedPrices, type PriceFigures } from '#db/queries/catalogue/pricing.ts'
import { findAllocation } from '#db/queries/stock/equipment.ts'
import { listAverages } from '#db/queries/stock/worth.ts'
import {
  type ItemContext,
  type LineJob,
  listClassContexts,
  listItemContexts,
  listJobContexts,
  listReferences,
  listUnitContexts,
  type UnitContext,
} from '#db/queries/work/material-context.ts'
import { toPair } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'
import { readMadeCosts } from '#server/domains/catalogue/inputs/read-costs.ts'
import { vatContexts } from '#server/domains/work/jobs/price-lines.ts'
import { invalid, notFound, Problem } from '#server/errors.ts'
import type { Rate } from '#server/money/decimal.ts'
import type { VatContext } from '#server/money/vat.ts'
import { unitWorth } from '#server/stock/worth.ts'

type Pieces = { jobequipment?: string | null; inputequipment?: string | null }
type Places = Pieces & { division?: string | null; storageid?: string | null }
type Mentions = Places & { jobid: string; inventoryid?: string | null }

/** `average`: what a base unit of its stock is worth, or was when there was some last; `madecost`: what it is made from costs, where it has no cost of its own. */
export type PricedItem = ItemContext & {
  baserate: number
  average?: Rate
  madecost?: Rate
  agreed?: PriceFigures
}

export type LineContext = {
  /** @throws 404 */
  job(id: string): LineJob
  /** @throws a refusal of `inventoryid`, also for an archived item unless `archived` may be. */
  item(jobid: string, id: string | null | undefined, archived?: 'archived'): PricedItem | undefined
  units: readonly UnitContext[]
  names: ReadonlyMap<string, string>
  vat(jobid: string): VatContext
  /** @throws a refusal of the division or storage that does not exist, or the piece that is not on the job. */
  check(line: Places & { jobid: string }): void
}

export function readLineContext(db: TenantDb, lines: readonly Mentions[]): LineContext {
  const given = (ids: (string | null | undefined)[]) => [...new Set(ids.filter((id) => id != null))]
  const jobids = given(lines.map((line) => line.jobid))
  const itemids = given(lines.map((line) => line.inventoryid))
  const jobs = new Map(listJobContexts(db, jobids).map((job) => [job.id, job]))
  const items = new Map(listItemContexts(db, itemids).map((item) => [item.id, item]))
  const pairs = new Set(
    lines.flatMap(({ jobid, inventoryid }) => (inventoryid ? toPair(jobid, inventoryid) : [])),
  )
  const classes = new Map(
    listClassContexts(db, [...pairs]).map((row) => [toPair(row.jobid, row.inventoryid), row]),
  )
  const agreed = new Map(
    listAgreedPrices(db, [...pairs]).map((row) => [toPair(row.jobid, row.inventoryid), row]),
  )
  const positive = listAverages(db, itemids).filter(({ value, quantity }) => value * Math.sign(quantity) >= 0)
  const averages = new Map(positive.map((row) => [row.inventoryid, unitWorth(row)]))
  const unpriced = [...items.values()].filter(({ id, rate }) => rate === 0 && !averages.has(id))
  const madecosts = readMadeCosts(
    db,
    unpriced.map(({ id }) => id),
  )
  const places = [...lines.flatMap((line) => [line.division, line.storageid]), ...broughtBy(items, classes)]
  const pieces = lines.flatMap((line) => [line.jobequipment, line.inputequipment])
  const things = listReferences(db, given([...itemids, ...places, ...pieces]))
  const known = new Set(things.map(({ kind, id }) => `${kind} ${id}`))
  let vatOf: LineContext['vat'] | undefined

  return {
    units: listUnitContexts(db, itemids),
    names: new Map(things.map(({ id, name }) => [id, name])),
    job(id) {
      const job = jobs.get(id)
      if (!job) throw notFound('job')
      return job
    },
    item(jobid, id, archived) {
      if (!id) return
      const item = items.get(id)
      if (!item) throw invalid({ inventoryid: 'This item could not be found.' })
      if (item.archived && !archived)
        throw invalid({ inventoryid: `${item.name} [${item.code}] is archived.` })
      const pair = toPair(jobid, id)
      if (!pairs.has(pair)) throw new Error('No line mentions this item on this job.')
      const own = classes.get(pair)
      return {
        ...item,
        inventoryclass: own?.inventoryclass ?? item.inventoryclass,
        storageid: own?.storageid ?? item.storageid,
        baserate: own?.rate ?? item.rate,
        average: averages.get(id),
        madecost: own?.rate ? undefined : madecosts.get(id),
        agreed: agreed.get(pair),
      }
    },
    vat(jobid) {
      vatOf ??= vatContexts(db, jobids)
      return vatOf(jobid)
    },
    check({ jobid, division, storageid, ...pieces }) {
      if (division && !known.has(`division ${division}`))
        throw invalid({ division: 'This division could not be found.' })
      if (storageid && !known.has(`storageid ${storageid}`))
        throw invalid({ storageid: 'This storage could not be found.' })
      for (const [field, role] of pieceRoles) refusePiece(db, jobid, field, role, pieces[field])
    },
  }
}

// Which goes out, and which came in.
const pieceRoles = [
  ['jobequipment', 2],
  ['inputequipment', 1],
] as const

/** A line in a piece of equipment is rare, so each is looked up by itself. */
function refusePiece(db: TenantDb, jobid: string, field: keyof Pieces, role: number, id?: string | null) {
  if (!id || findAllocation(db, jobid, id)?.role === role) return
  const way = role === 1 ? 'comes into' : 'goes out of'
  throw invalid({ [field]: `This is no piece of equipment that ${way} the job.` })
}

const broughtBy = (...sources: ReadonlyMap<string, { storageid: string | null }>[]) =>
  sources.flatMap((source) => [...source.values()].map(({ storageid }) => storageid))

const closed: Record<number, string> = {
  [INVOICED]: 'is invoiced: its lines change no more until a credit note opens it again.',
  [ARCHIVED]: 'is archived: restore it before changing its lines.',
  [REMOVED]: 'was removed: restore it before changing its lines.',
}

/** @throws 400 when the lines of a job of that status are settled. */
export function refuseClosed({ reference, status }: LineJob) {
  const why = closed[status]
  if (why) throw new Problem(400, `Job ${reference} ${why}`, { code: 'jobclosed' })
}

/** @throws a refusal of `consumed`: a template is no job, so nothing is used on it. */
export function refuseTemplate({ template }: LineJob, consumed: number) {
  if (template && consumed > 0) throw invalid({ consumed: 'A template uses nothing: only jobs do.' })
}
