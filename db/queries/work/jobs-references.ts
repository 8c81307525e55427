import { eq } from 'drizzle-orm'
import { peekNumber, raiseSequence, takeNumber } from '#db/queries/sequences.ts'
import { jobs } from '#db/schema/tenant/index.ts'
import { type Params, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

const SERIES = 'job'

export const peekJobNumber = (db: TenantDb): number => peekNumber(db, SERIES)

export const takeJobNumber = (db: TenantDb): number => takeNumber(db, SERIES)

export const skipJobNumbers = (db: TenantDb, used: number) => raiseSequence(db, SERIES, used)

const byReference = statement((q, p: Params<{ reference: string }>) =>
  q.select({ id: jobs.id }).from(jobs).where(eq(jobs.reference, p.reference)),
)

export const isReferenceTaken = (db: TenantDb, reference: string): boolean =>
  byReference.get(db, { reference }) !== null

/** References are upper case, and an address carries them in lower case. */
export const jobIdByReference = (db: TenantDb, reference: string) =>
  byReference.get(db, { reference: reference.toUpperCase() })?.id
