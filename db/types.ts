import type { Db } from './sqlite.ts'

declare const tenantBrand: unique symbol
declare const platformBrand: unique symbol

/** Handed out by `db/tenants.ts` alone. */
export type TenantDb = Db & { readonly [tenantBrand]: true }

export type PlatformDb = Db & { readonly [platformBrand]: true }

export type Actor = { userid: string | null; name: string }

export const SYSTEM: Actor = { userid: null, name: 'Joblane' }

export type TenantEvent = { seq: number; event: string; args: unknown[]; userid?: string }

export type PlatformTx = { readonly db: PlatformDb; readonly now: string }
