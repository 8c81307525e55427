import { REMOVED } from '#db/job-status.ts'
import { findScanned, type ScannedRecord } from '#db/queries/stock/scan.ts'
import { menuBoards } from '#db/queries/work/boards.ts'
import { deliveryRow } from '#db/queries/work/deliveries.ts'
import { findJobPlace } from '#db/queries/work/jobs.ts'
import type { TenantDb } from '#db/types.ts'
import type { Claim } from '#server/access/claims.ts'
import { canSeeJobAt, type Viewer } from '#server/access/viewer.ts'
import { Problem } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { object, text } from '#server/http/fields.ts'
import { page, type Route } from '#server/http/route.ts'
import { jobsSegment, readLabels } from '#server/resources.ts'

type Place = { url: string; opens: 'dialog' | 'page' }

const places: Record<
  Exclude<ScannedRecord['kind'], 'job' | 'delivery'>,
  { claim: Claim; path: string; opens: Place['opens'] }
> = {
  equipment: { claim: 'equipment.read', path: '/equipment/list', opens: 'dialog' },
  storage: { claim: 'equipment.read', path: '/admin/storage', opens: 'dialog' },
  // Its dialog is an island of its page.
  item: { claim: 'inventory.read', path: '/admin/inventory', opens: 'page' },
}

function placeFor(c: Context, db: TenantDb, viewer: Viewer, { kind, id }: ScannedRecord): Place | null {
  if (kind === 'job') return jobPlace(db, viewer, id)
  if (kind === 'delivery') return deliveryPlace(db, viewer, id)
  const { claim, path, opens } = places[kind]
  return c.can(claim) ? { url: `${path}/${id}`, opens } : null
}

function deliveryPlace(db: TenantDb, viewer: Viewer, id: string): Place | null {
  const note = deliveryRow(db, id)?.delivery
  if (!note || !viewer.claims.has('delivery.read')) return null
  return canSeeJobAt(viewer, note.boardid, note.location)
    ? { url: `/deliveries/${id}`, opens: 'dialog' }
    : null
}

function jobPlace(db: TenantDb, viewer: Viewer, id: string): Place | null {
  const job = findJobPlace(db, id)
  if (!job || job.status === REMOVED || !canSeeJobAt(viewer, job.boardid, job.location)) return null
  const board = menuBoards(db).find(({ id: boardid }) => boardid === job.boardid)
  if (!board) return null
  const path = `/${jobsSegment(readLabels(db))}/${board.slug}/progress`
  return { url: `${path}?open=${encodeURIComponent(job.reference.toLowerCase())}`, opens: 'page' }
}

export const scanPages: Route[] = [
  page(
    'GET /lookup/scan',
    {
      claim: 'seat',
      query: object({ code: text(120, { required: true }) }),
      summary: 'Finds what a QR code names.',
    },
    (c) =>
      c.read((db, viewer) => {
        const found = findScanned(db, c.query.code).flatMap((one) => {
          const place = placeFor(c, db, viewer, one)
          return place ? [{ ...one, ...place }] : []
        })
        if (found.length === 0) throw new Problem(404, `Nothing has the code ${c.query.code}.`)
        return found
      }),
  ),
]
