import { REMOVED } from '#db/job-status.ts'
import { changesSince, findJobPlaces } from '#db/queries/history.ts'
import type { TenantDb } from '#db/types.ts'
import { accountClaims, type Claim } from '#server/access/claims.ts'
import { canSeeJobAt, type Viewer } from '#server/access/viewer.ts'
import { hiddenFields } from '#server/crud/seen-fields.ts'
import { item } from '#server/domains/catalogue/inventory/resource.ts'
import { unit } from '#server/domains/catalogue/units/resource.ts'
import { redactedEntry } from '#server/domains/work/jobs/line-history.ts'
import { worker } from '#server/domains/work/workers/resource.ts'

type Entry = ReturnType<typeof changesSince>[number]
type Place = ReturnType<typeof findJobPlaces>[number]

/** Tables whose records are shown by another claim than `<table>.read`. */
const shownBy: Record<string, Claim> = {
  boards: 'jobs.read',
  category_fields: 'categories.read',
  deliveries: 'delivery.read',
  pricinggroups: 'pricing.read',
  purchaseorders: 'purchase.read',
  steps: 'categories.read',
  stock_sheets: 'stock.read',
  storage: 'equipment.read',
  units: 'inventory.read',
}

function claimFor(entity: string): Claim {
  const own = `${entity}.read` as Claim
  return shownBy[entity] ?? (accountClaims.includes(own) ? own : 'settings.manage')
}

/** Whoever may read the history of some records may not read that of all. */
export function visibleChanges(db: TenantDb, viewer: Viewer, since: string): Entry[] {
  const entries = changesSince(db, since).filter(({ entity }) => viewer.claims.has(claimFor(entity)))
  const onJobs = entries.filter(isOnJob).map(({ entityid }) => entityid)
  const places = new Map(findJobPlaces(db, [...new Set(onJobs)]).map((place) => [place.id, place]))
  const can = (claim: Claim) => viewer.claims.has(claim)
  const unseen: Record<string, string[]> = {
    inventory: hiddenFields(item, { can }),
    units: hiddenFields(unit, { can }),
    workers: hiddenFields(worker, { can }),
  }
  const see = { money: viewer.claims.has('jobs.money') }
  return entries
    .filter(({ entity, field }) => !unseen[entity]?.includes(field))
    .filter((entry) => isSeen(viewer, entry, places.get(entry.entityid)))
    .flatMap((entry) => (entry.entity === 'jobs' ? (redactedEntry(entry, see) ?? []) : entry))
}

/** Whatever stands on a board, and so is hidden with it. */
const isOnJob = ({ entity }: Entry) => ['jobs', 'invoices', 'deliveries'].includes(entity)

function isSeen(viewer: Viewer, entry: Entry, place: Place | undefined): boolean {
  if (entry.entity === 'boards') return viewer.boards.has(entry.entityid)
  if (!isOnJob(entry)) return true
  // A draft that was thrown away is nowhere any more.
  if (!place) return viewer.everything
  return canSeeJobAt(viewer, place.boardid, place.location) && (place.status !== REMOVED || viewer.admin)
}
