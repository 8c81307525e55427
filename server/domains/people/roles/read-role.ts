import type { TenantDb } from '#db/types.ts'
import { notFound } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { createGranter } from './granter.ts'
import { type RoleLine, roleLines } from './present.ts'

export function roleJson(c: Context, { id, name, version, archived, claims, people }: RoleLine) {
  return { id, name, version, archived, accountid: c.person.accountid, claims, people }
}

export function findRole(c: Context, db: TenantDb, id: string): RoleLine {
  const role = roleLines(db, createGranter(c).grantable, true).find((one) => one.id === id)
  if (!role) throw notFound('role')
  return role
}
