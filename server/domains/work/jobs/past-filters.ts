import { ARCHIVED, COMPLETE, INVOICED, REMOVED } from '#db/job-status.ts'
import { nameById } from '#db/queries/crud.ts'
import { listOptions } from '#db/queries/options.ts'
import { categories, clients, locations, workers } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { cachedByReferenceVersion } from '#server/reference-cache.ts'
import type { PastJobFilters } from '#views/work/jobs/past-filters.tsx'
import { completeSince } from './board-lanes.ts'
import { boardLabels } from './board-props.ts'
import type { JobQuery } from './list-jobs.ts'
import { statusKey } from './status.ts'

export const readJobChoices = cachedByReferenceVersion((db) => ({
  categories: listOptions(db, categories, { jobcategory: true }),
  assignees: listOptions(db, workers),
}))

type Chosen = Pick<JobQuery, 'client' | 'location'>

/** What past jobs can be narrowed by: only lists that the person may read are offered. */
export function pastFilters(db: TenantDb, viewer: Viewer, boardid: string, chosen: Chosen): PastJobFilters {
  const { labels } = boardLabels(db)
  const statuses = [
    ...(completeSince(db, boardid) ? [COMPLETE] : []),
    ...[INVOICED, ARCHIVED],
    ...(viewer.admin ? [REMOVED] : []),
  ]
  const may = (claim: string) => !viewer.locations && viewer.claims.has(claim)
  const named = (table: typeof clients | typeof locations, id: string | undefined) =>
    id ? nameById(db, table, id) : ''
  return {
    statuses: statuses.map((status) => ({ value: String(status), label: labels[statusKey(status)] ?? '' })),
    categories: readJobChoices(db).categories,
    assignees: viewer.locations ? [] : readJobChoices(db).assignees,
    client: may('clients.read') ? named(clients, chosen.client) : undefined,
    location: may('locations.read') ? named(locations, chosen.location) : undefined,
  }
}
