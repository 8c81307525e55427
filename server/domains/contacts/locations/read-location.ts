import { locationById } from '#db/queries/contacts/locations.ts'
import type { TenantDb } from '#db/types.ts'
import { notFound } from '#server/errors.ts'
import { presentLocation } from './present.ts'

export function readLocation(db: TenantDb, locationid: string) {
  const row = locationById(db, locationid)
  if (!row) throw notFound('location')
  return presentLocation(row)
}
