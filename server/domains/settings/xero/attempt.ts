import type { Encryption } from '#server/encryption.ts'
import { addMs, MINUTE_MS } from '#server/instants.ts'
import { askXeroConsent, type XeroAttempt } from '#server/xero/oauth.ts'
import type { Xero } from '#server/xero/settings.ts'

/** Where Xero leads back to: both addresses must be known to its app. */
export const CONNECTED = '/xero/connected'
export const SIGNED_UP = '/www/xero/createaccount'

/** Where Xero asks for consent, and what the browser keeps meanwhile. */
export async function beginAttempt(
  xero: Xero,
  { encryption, url }: { encryption: Encryption; url: string },
  { path, now, ...by }: { path: string; now: Date } & Pick<XeroAttempt, 'accountid' | 'userid'>,
) {
  const { url: to, ...secrets } = await askXeroConsent(xero, url + path)
  const attempt: XeroAttempt = { ...secrets, ...by, untilutc: addMs(now, 10 * MINUTE_MS) }
  return { to, kept: encryption.encrypt(JSON.stringify(attempt)) }
}

/** Null for one that was begun elsewhere, by somebody else, or too long ago. */
export function readXeroAttempt(
  encryption: Encryption,
  kept: string | undefined,
  now: Date,
): XeroAttempt | null {
  if (!kept) return null
  try {
    const attempt = JSON.parse(encryption.decrypt(kept)) as XeroAttempt
    return attempt.untilutc > now.toISOString() ? attempt : null
  } catch {
    return null
  }
}
