import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'

export type CodeRow = { id: string; code: string; description: string }

/** The account codes of a type (0 income, 1 expense) that are in use, and the chosen one whatever became of it. */
export const listAccountCodes = (db: TenantDb, type: number, chosen: string | null) =>
  prepared<CodeRow>(
    db,
    'SELECT id, code, description FROM accountcodes WHERE (type = ? AND archived = 0) OR id = ? ORDER BY code COLLATE NOCASE',
  ).all([type, chosen])
