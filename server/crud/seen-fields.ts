import type { ClaimHolder } from '#server/access/claims.ts'
import { forbidden } from '#server/errors.ts'
import type { Resource } from './resource.ts'

export const hiddenFields = ({ fields }: Resource, { can }: ClaimHolder): string[] =>
  Object.entries(fields).flatMap(([name, { seenby, redacted }]) =>
    seenby && !redacted && !seenby.some(can) ? [name] : [],
  )

/** A list in the order of a hidden field, or filtered by it, would tell its values. @throws 403 */
export function checkListed(r: Resource, c: ClaimHolder, query: { sort?: string } & Record<string, unknown>) {
  checkSeen(r, c, { ...query, ...(query.sort && { [query.sort.replace(/^-/, '')]: true }) })
}

/** @throws 403 for a field that this person may not read */
export function checkSeen(r: Resource, c: ClaimHolder, given: Record<string, unknown>) {
  if (hiddenFields(r, c).some((name) => given[name] !== undefined)) throw forbidden()
}
