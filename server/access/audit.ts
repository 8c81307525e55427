import { audit } from '#db/schema/platform/platform.ts'
import type { PlatformTx } from '#db/types.ts'

export const auditEventLabels = {
  signin: 'Signed in',
  signinfailed: 'Sign-in failed',
  signout: 'Signed out',
  sessionsended: 'Signed out everywhere',
  tokentheft: 'A used renew token was presented: session ended',
  registered: 'Registered',
  emailconfirmed: 'E-mail confirmed',
  emailchanged: 'E-mail changed',
  passwordreset: 'Password reset requested',
  passwordchanged: 'Password changed',
  externallinked: 'External sign-in linked',
  externalunlinked: 'External sign-in taken off',
  apikeymade: 'API key made',
  apikeyrevoked: 'API key revoked',
  invited: 'Invited',
  seatadded: 'Seat added',
  seatchanged: 'Seat or roles changed',
  seatremoved: 'Seat removed',
  rolechanged: 'Role or its claims changed',
  accountcreated: 'Account created',
  accountchanged: 'Account changed',
  joinasked: 'Asked to join the account',
  joindecided: 'Request to join decided',
  operatornote: 'Note of the operator',
  paymentreceived: 'Payment received',
  paymentrefunded: 'Payment refunded',
  paymentrefused: 'Payment notification refused',
  subscriptionchosen: 'Plan or add-ons chosen',
  subscriptionstopped: 'Subscription stopped',
  pricechanged: 'Price list changed',
  xeroconnected: 'Connected to Xero',
  xerocleared: 'Connection to Xero cleared',
  archivetaken: 'Archive of the account downloaded',
} as const

export type AuditEvent = keyof typeof auditEventLabels

type Entry = { userid?: string | null; accountid?: string | null; address?: string; detail?: string }

/** `detail` is cut at 250 characters and never holds a secret. */
export const recordAudit = ({ db, now }: PlatformTx, what: AuditEvent, entry: Entry) =>
  db
    .insert(audit)
    .values({ dateutc: now, what, ...entry, detail: entry.detail?.slice(0, 250) ?? '' })
    .run()
