import { eq } from 'drizzle-orm'
import { peekNumber, takeNumber } from '#db/queries/sequences.ts'
import { jobs } from '#db/schema/tenant/index.ts'
import { type Params, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

export const peekJobNumber = (db: TenantDb): number => peekNumber(db, 'job')

export const takeJobNumber = (db: TenantDb): number => takeNumber(db, 'job')

const byReference = statement((q, p: Params<{ reference: string }>) =>
  q.select({ id: jobs.id }).from(jobs).where(eq(jobs.reference, p.reference)),
)

export const isReferenceTaken = (db: TenantDb, reference: string): boolean =>
  byReference.get(db, { reference }) !== null

/** References are upper case, and an address carries them in lower case. */
export const jobIdByReference = (db: TenantDb, reference: string) =>
  byReference.get(db, { reference: reference.toUpperCase() })?.id
