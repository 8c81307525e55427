import type { ImportRecord } from '#server/import/check/coerce-rows.ts'
import type { ResolvedRecord } from './resolve-record.ts'
import type { WriteContext } from './write-context.ts'

/** `lookups` is what the file says of other locations and people, which can be found only when all rows are resolved. */
export type ImportedLocation = {
  record: ImportRecord
  lookups: { parent?: string; responsibilityid?: string; stakeholders?: string }
  resolved: ResolvedRecord | null
  isRefused?: boolean
  stakeholders?: readonly string[]
}

/** A row with a problem is not written, but all of its problems are reported. */
export function refuseOnProblem(
  { problems }: WriteContext,
  row: ImportedLocation,
  check: (resolved: ResolvedRecord) => void,
) {
  const before = problems.length
  if (row.resolved) check(row.resolved)
  row.isRefused ||= problems.length > before
}
