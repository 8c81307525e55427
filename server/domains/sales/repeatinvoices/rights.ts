import type { RepeatInvoiceKind } from '#db/schema/tenant/index.ts'
import { type Claim, claims } from '#server/access/claims.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { forbidden } from '#server/errors.ts'

/** A job that a repeat made is used as estimated, approved and completed before it can be invoiced. */
const drafts: readonly Claim[] = ['jobs.write', 'jobs.approve', 'materials.consume', 'invoices.write']

const needed: Record<RepeatInvoiceKind, readonly Claim[]> = {
  draft: drafts,
  issue: [...drafts, 'invoices.issue'],
  send: [...drafts, 'invoices.issue'],
}

export const mayRepeatInvoice = (viewer: Viewer, kind: RepeatInvoiceKind) =>
  needed[kind].every((claim) => viewer.claims.has(claim))

/** @throws 403 that names the rights */
export function permitRepeatInvoice(viewer: Viewer, kind: RepeatInvoiceKind, who = 'You') {
  const missing = needed[kind].filter((claim) => !viewer.claims.has(claim))
  if (missing.length === 0) return
  const words = missing.map((claim) => `“${claims[claim]}”`).join(', ')
  throw forbidden(`${who} may not let a repeat do this. What is missing: ${words}.`)
}
