import { and, eq } from 'drizzle-orm'
import { organisations } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'

/** The organisation that is offered first, and that stands on documents when none is chosen. */
export const defaultOrganisation = (db: TenantDb) =>
  db
    .select()
    .from(organisations)
    .where(and(eq(organisations.flagdefault, true), eq(organisations.archived, false)))
    .get()

/** Hangs another logo on an organisation. */
export const setLogoFile = (db: TenantDb, id: string, logofile: string, now: string) =>
  db.update(organisations).set({ logofile, updatedutc: now }).where(eq(organisations.id, id)).run()
