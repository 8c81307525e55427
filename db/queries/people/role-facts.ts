import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'
import { byWords } from '#db/word-order.ts'

/** A role with what it allows, archived ones included: somebody may still hold them. */
export type RoleFact = { id: string; name: string; archived: boolean; claims: readonly string[] }

const FACTS = `
  SELECT r.id, r.name, r.archived, coalesce(group_concat(c.claim, ' '), '') AS claims
  FROM roles r LEFT JOIN roleclaims c ON c.roleid = r.id
  GROUP BY r.id ORDER BY r.system DESC, ${byWords('r.name')}`

type Row = { id: string; name: string; archived: number; claims: string }

export const roleFacts = (db: TenantDb): RoleFact[] =>
  prepared<Row>(db, FACTS)
    .all()
    .map(({ claims, archived, ...role }) => ({
      ...role,
      archived: archived === 1,
      claims: claims.split(' ').filter(Boolean),
    }))
