import { toGlobPatterns } from '#db/queries/search-patterns.ts'
import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'
import { jobPlace, searchKinds } from './kinds.ts'
import type { Match } from './matches.ts'

const OF_CATEGORY = `
  SELECT r.id, ${searchKinds.item.title} AS title, listed.name AS words, ${jobPlace.none}
  FROM categories AS listed CROSS JOIN inventory AS r ON r.category = listed.id
  WHERE listed.archived = 0 AND r.archived = 0
    AND NOT EXISTS (SELECT 1 FROM json_each(?1) WHERE listed.name NOT GLOB value)
  LIMIT ?2`

/** Of each category whose name holds all that was typed, with that name as their words. */
export const findItemsOfCategory = (db: TenantDb, search: string, take: number): Match[] =>
  prepared<Match>(db, OF_CATEGORY).all([toGlobPatterns(search), take])
