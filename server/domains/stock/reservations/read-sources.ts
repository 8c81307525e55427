import { listOpenOfItem } from '#db/queries/purchasing/order-lines.ts'
import { listReservations } from '#db/queries/stock/reservations.ts'
import type { TenantDb } from '#db/types.ts'
import { canSeeJobAt, hasPermission, type Viewer } from '#server/access/viewer.ts'
import { openQuantity } from '#server/domains/purchasing/orders/open-quantity.ts'
import { readStockItem } from '#server/domains/stock/stock/item-page.tsx'
import { visibleJob } from '#server/domains/work/jobs/find-job.ts'
import { jobLinks } from '#server/domains/work/jobs/job-links.ts'
import { readForJobs, readLevels } from '#server/stock/read.ts'
import type { SourcesProps } from '#views/stock/reservations/sources.tsx'

/** Of each list; that there are more is said. */
const SHOWN = 50

/**
 * The four figures of an item and what each comes from. A job that the person does not see has no name here.
 * @throws 404, also for a `jobid` that is hidden
 */
export function readSources(
  db: TenantDb,
  viewer: Viewer,
  id: string,
  jobid?: string | null,
): Omit<SourcesProps, 'canask'> {
  const { item } = readStockItem(db, id)
  if (jobid) visibleJob(db, viewer, jobid)
  const of = { inventoryid: id, jobid: jobid ?? '' }
  const reservations = listReservations(db, { ...of, take: SHOWN })
  const linkOf = jobLinks(db)
  const sees = viewer.claims.has('purchase.read')
  const orders = sees ? listOpenOfItem(db, { ...of, take: SHOWN + 1 }) : []
  const { onhand, ...levels } = readLevels(db, id)
  const jobOf = (boardid: string | null, location: string | null, reference: string | null) =>
    boardid && reference && canSeeJobAt(viewer, boardid, location)
      ? { reference, href: linkOf(boardid, reference) }
      : null
  return {
    item,
    ...levels,
    jobid: jobid ?? undefined,
    onhand: onhand.quantity,
    places: onhand.places,
    forjob: jobid ? readForJobs(db, [jobid])(jobid, id) : undefined,
    reservations: reservations.map(
      ({ boardid, location, reference, description, made, total: _, ...row }) => {
        const job = jobOf(boardid, location, reference)
        const canrelease = viewer.claims.has('materials.write') && hasPermission(viewer, boardid, 'work')
        return {
          ...{ ...row, job, made: made === 1, description: job ? description : '' },
          canrelease: job !== null && canrelease,
        }
      },
    ),
    morereservations: (reservations[0]?.total ?? 0) - reservations.length,
    seesorders: sees,
    orders: orders.slice(0, SHOWN).map((line) => ({
      id: line.id,
      orderid: line.orderid,
      number: line.number ?? '',
      supplier: line.suppliername,
      quantity: openQuantity(line),
      unit: line.unit,
      day: line.expected ?? line.required,
      job: jobOf(line.jobboardid, line.joblocation, line.jobreference),
    })),
    moreorders: orders.length > SHOWN,
  }
}
