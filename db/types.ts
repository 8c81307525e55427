import type { Db } from './sqlite.ts'

declare const tenantBrand: unique symbol
declare const platformBrand: unique symbol
declare const offsiteBrand: unique symbol

/** Handed out by `db/tenants.ts` alone. `now` is the server's clock; in a long write the moment it began. */
export type TenantDb = Db & { readonly [tenantBrand]: true; now(): Date }

export const withClock = (db: Db, now: () => Date): TenantDb => Object.assign(db, { now }) as TenantDb

export type PlatformDb = Db & { readonly [platformBrand]: true }

/** How off-site copies stand: see `db/offsite.ts`. */
export type OffsiteDb = Db & { readonly [offsiteBrand]: true }

export type Actor = { userid: string | null; name: string }

export const SYSTEM: Actor = { userid: null, name: 'Joblane' }

export type TenantEvent = { seq: number; event: string; args: unknown[]; userid?: string }

export type PlatformTx = { readonly db: PlatformDb; readonly now: string }
