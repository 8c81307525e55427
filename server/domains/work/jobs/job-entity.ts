import { historyPage } from '#db/queries/history.ts'
import { listJobEquipment } from '#db/queries/stock/equipment.ts'
import { locationContact } from '#db/queries/work/jobs.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { presentAllocation } from '#server/domains/stock/equipment/present.ts'
import { presentLines } from '#server/domains/work/materials/present.ts'
import { redactedEntry } from './line-history.ts'
import { readJob } from './read-job.ts'
import type { JobEntity } from './types.ts'

const CHANGES = 200

/** Specification 2, section 3. @throws 404 */
export function readJobEntity(db: TenantDb, viewer: Viewer, id: string): JobEntity {
  const { location, ...job } = readJob(db, viewer, id)
  const money = viewer.claims.has('jobs.money')
  const contact = location && locationContact(db, location.id)
  return {
    ...job,
    location: location && contact ? { ...location, ...contact } : null,
    assets: listJobEquipment(db, id).map(presentAllocation),
    materials: presentLines(db, id, { money }),
    ...(viewer.claims.has('history.read') ? readHistory(db, id, money) : {}),
  }
}

function readHistory(db: TenantDb, id: string, money: boolean) {
  const { rows, total } = historyPage(db, 'jobs', id, { take: CHANGES })
  return {
    history: rows.flatMap((entry) => redactedEntry(entry, { money }) ?? []),
    historymore: total > rows.length,
  }
}
