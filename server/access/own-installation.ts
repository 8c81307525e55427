import { isOnlyBusiness } from '#db/queries/platform/accounts.ts'
import type { Context } from '#server/http/context.ts'

/** Whether the installation is run by whoever asks, as far as is known: its operator, or the one business on it; `email`: who has no seat in another account either. */
export const isOwnInstallation = (c: Context, email = ''): boolean =>
  c.can('platform.manage') ||
  c.platform.read((db) => isOnlyBusiness(db, c.person.accountid, email.trim().toLowerCase()))
