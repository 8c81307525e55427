import { asc, desc, eq } from 'drizzle-orm'
import { accountfees, corefees } from '#db/schema/platform/payments.ts'
import { accounts } from '#db/schema/platform/platform.ts'
import type { PlatformDb } from '#db/types.ts'

export type CoreFee = typeof corefees.$inferSelect
export type AccountFee = typeof accountfees.$inferSelect

export const coreFees = (db: PlatformDb, archived = false): CoreFee[] =>
  db
    .select()
    .from(corefees)
    .where(archived ? undefined : eq(corefees.archived, false))
    .orderBy(asc(corefees.size), desc(corefees.primary), asc(corefees.amount), asc(corefees.code))
    .all()

export const coreFeeById = (db: PlatformDb, id: string) =>
  db.select().from(corefees).where(eq(corefees.id, id)).get()

export const coreFeeByCode = (db: PlatformDb, code: string) =>
  db.select().from(corefees).where(eq(corefees.code, code)).get()

export const accountFees = (db: PlatformDb, accountid: string): { fee: AccountFee; corefee: CoreFee }[] =>
  db
    .select({ fee: accountfees, corefee: corefees })
    .from(accountfees)
    .innerJoin(corefees, eq(corefees.id, accountfees.corefeeid))
    .where(eq(accountfees.accountid, accountid))
    .orderBy(asc(corefees.size), desc(corefees.primary), asc(corefees.code))
    .all()

export const billedAccount = (db: PlatformDb, id: string) =>
  db
    .select({
      id: accounts.id,
      name: accounts.name,
      utcexpires: accounts.utcexpires,
      subscribed: accounts.subscribed,
      size: accounts.size,
      seatspaid: accounts.seatspaid,
      platformowner: accounts.platformowner,
    })
    .from(accounts)
    .where(eq(accounts.id, id))
    .get()

export type BilledAccount = NonNullable<ReturnType<typeof billedAccount>>

export const platformOwnerName = (db: PlatformDb): string =>
  db
    .select({ name: accounts.name })
    .from(accounts)
    .where(eq(accounts.platformowner, true))
    .orderBy(asc(accounts.createdutc))
    .limit(1)
    .get()?.name ?? 'Joblane'
