import { toGlobPatterns } from '#db/queries/search-patterns.ts'
import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'
import { jobPlace, searchKinds } from './kinds.ts'
import type { Match, SearchScope } from './matches.ts'

/** Of so many clients, so many of the newest jobs each are looked through. */
const CLIENTS = 5
const LOOKED_THROUGH = 200

const OF_CLIENTS = `
  SELECT j.id, j.reference AS title, concat_ws(char(10), j.description, c.name) AS words, ${jobPlace.known}
  FROM json_each(?1) CROSS JOIN clients AS c ON c.id = json_each.value CROSS JOIN jobs AS j
    ON j.id IN (SELECT n.id FROM jobs AS n WHERE n.client = c.id ORDER BY n.created DESC LIMIT ${LOOKED_THROUGH})
  WHERE NOT EXISTS (SELECT 1 FROM json_each(?2) WHERE c.name NOT GLOB value) AND ${searchKinds.job.where}
  ORDER BY j.created DESC LIMIT ?6`

/** The newest jobs of those of the clients found whose name holds all that was typed: what else stands on a client is not looked at. */
export function findJobsOfClients(
  db: TenantDb,
  search: string,
  scope: SearchScope,
  take: number,
  clients: readonly Match[],
): Match[] {
  if (clients.length === 0) return []
  return prepared<Match>(db, OF_CLIENTS).all([
    ...[JSON.stringify(clients.slice(0, CLIENTS).map(({ id }) => id)), toGlobPatterns(search)],
    ...[scope.boards && JSON.stringify(scope.boards), scope.locations && JSON.stringify(scope.locations)],
    ...[scope.removed, take],
  ])
}
