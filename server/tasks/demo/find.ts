import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'
import { accountClaims, SYSTEMADMIN } from '#server/access/claims.ts'
import { loadViewer } from '#server/access/viewer.ts'

export const findId = (db: TenantDb, sql: string, value: string) =>
  prepared<{ id: string }>(db, sql).get([value])?.id ?? ''

export const jobId = (db: TenantDb, reference: string) =>
  findId(db, 'SELECT id FROM jobs WHERE reference = ?', reference)

export const fullViewer = (db: TenantDb) =>
  loadViewer(db, { userid: '', roles: [SYSTEMADMIN], claims: new Set(accountClaims) })
