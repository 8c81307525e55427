import { and, eq } from 'drizzle-orm'
import { organisations } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'

export const defaultOrganisation = (db: TenantDb) =>
  db
    .select()
    .from(organisations)
    .where(and(eq(organisations.flagdefault, true), eq(organisations.archived, false)))
    .get()

export const setLogoFile = (db: TenantDb, id: string, logofile: string, now: string) =>
  db.update(organisations).set({ logofile, updatedutc: now }).where(eq(organisations.id, id)).run()
