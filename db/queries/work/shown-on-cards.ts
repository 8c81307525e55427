import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'

const LISTED = 'WHERE id IN (SELECT value FROM json_each(?1))'

// Text: a union of tables that have nothing in common but an id.
const SHOWN = `
  SELECT id, name AS shown FROM clients ${LISTED}
  UNION ALL SELECT id, name FROM locations ${LISTED}
  UNION ALL SELECT id, name FROM workers ${LISTED}
  UNION ALL SELECT id, name || char(10) || coalesce(colour, '') FROM categories ${LISTED}
  UNION ALL SELECT id, unitseconds FROM inventory ${LISTED}
  UNION ALL SELECT id, archived FROM steps ${LISTED}`

/** By id what a card shows, or warns by, of a client, place, person, category, item or step. */
export const listShownOnCards = (db: TenantDb, ids: readonly string[]): Map<string, string> =>
  new Map(
    prepared<{ id: string; shown: string | number | null }>(db, SHOWN)
      .all([JSON.stringify(ids)])
      .map(({ id, shown }) => [id, String(shown)]),
  )
