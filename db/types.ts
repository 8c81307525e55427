import type { Db } from './sqlite.ts'

declare const tenantBrand: unique symbol
declare const platformBrand: unique symbol

/** The database of one tenant, as `db/tenants.ts` hands it out: never constructed elsewhere. */
export type TenantDb = Db & { readonly [tenantBrand]: true }

/** The database of what belongs to no tenant. */
export type PlatformDb = Db & { readonly [platformBrand]: true }

/** Who makes a change, for its history entries. The system itself has no user id. */
export type Actor = { userid: string | null; name: string }

/** The program itself, as history names it. */
export const SYSTEM: Actor = { userid: null, name: 'Joblane' }

/** What the hub tells the tenant's browsers once the transaction is on disk. */
export type TenantEvent = { seq: number; event: string; args: unknown[]; userid?: string }

export type PlatformTx = { readonly db: PlatformDb; readonly now: string }
