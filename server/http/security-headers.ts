import type { Config } from '#server/config.ts'
import { readPayfast } from '#server/payfast/settings.ts'
import { VERSION } from '#server/version.ts'
import { earlyKeysHash } from '#views/layout/early-keys.tsx'
import type { Meta } from './context.ts'

const SECURITY = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(self), geolocation=(), microphone=()',
}

type Beyond = { forms: string; frames: string }

/** Scripts only from here, beside the one in the head; styles from here or with this response's nonce; attributes may carry data colours. */
const policyText = (nonce: string, { forms, frames }: Beyond) =>
  `default-src 'self'; script-src 'self' '${earlyKeysHash}'; style-src 'self'${nonce && ` 'nonce-${nonce}'`}; style-src-attr 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self'; frame-src 'self'${frames && ` ${frames}`}; object-src 'none'; base-uri 'none'; form-action 'self'${forms && ` ${forms}`}; frame-ancestors 'none'`

export function contentPolicy(config: Config): (nonce: string) => string {
  // Card payments begin with a form that goes to the provider.
  const forms = readPayfast(config) ? new URL(config.payfasturl).origin : ''
  const beyond = { forms, frames: config.helpurl && new URL(config.helpurl).origin }
  const plain = policyText('', beyond)
  return (nonce) => (nonce ? policyText(nonce, beyond) : plain)
}

export function setSecurityHeaders(headers: Headers, { id, https, setcookies }: Meta, policy: string) {
  for (const cookie of setcookies) headers.append('set-cookie', cookie)
  for (const name in SECURITY)
    if (name !== 'referrer-policy' || !headers.has(name))
      headers.set(name, SECURITY[name as keyof typeof SECURITY])
  if (!headers.has('content-security-policy')) headers.set('content-security-policy', policy)
  if (https) headers.set('strict-transport-security', 'max-age=31536000')
  headers.set('x-request-id', id)
  // A page that is open notices by this that the program is newer than itself.
  headers.set('x-joblane-version', VERSION)
  // A script cannot read the date of the page that it runs on.
  if (headers.get('content-type')?.startsWith('text/html'))
    headers.set('server-timing', `made;dur=${Date.now()}`)
}
