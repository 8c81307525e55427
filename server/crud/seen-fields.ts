import type { ClaimHolder } from '#server/access/claims.ts'
import { forbidden } from '#server/errors.ts'
import type { Resource } from './resource.ts'

export const unseenFields = ({ fields }: Resource, { can }: ClaimHolder): string[] =>
  Object.entries(fields).flatMap(([name, { seenby, redacted }]) =>
    seenby && !redacted && !seenby.some(can) ? [name] : [],
  )

/** The order of a field, or what is found by it, tells it. @throws 403 for one that this person may not read */
export function checkListed(r: Resource, c: ClaimHolder, query: { sort?: string } & Record<string, unknown>) {
  checkSeen(r, c, { ...query, ...(query.sort && { [query.sort.replace(/^-/, '')]: true }) })
}

/** @throws 403 for a field that this person may not read */
export function checkSeen(r: Resource, c: ClaimHolder, given: Record<string, unknown>) {
  if (unseenFields(r, c).some((name) => given[name] !== undefined)) throw forbidden()
}
