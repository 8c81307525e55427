import type { Tenants, Tx } from '#db/tenants.ts'
import type { Actor } from '#db/types.ts'
import type { Prepared } from './prepare.ts'
import type { Outcome } from './problem.ts'
import { type Count, type Progress, Refused, writeRecords } from './write.ts'

class DryRun extends Error {
  constructor(readonly counts: Count[]) {
    super('A dry run is undone.')
  }
}

type Options = { dry?: boolean; progress?: Progress; more?: (tx: Tx) => void }

/**
 * Imports into one account in one transaction: all of it or, with every problem named, nothing. A dry run does the
 * same work and undoes it, so that it cannot find less than the import would. `more` runs in the same transaction.
 */
export async function importInto(
  tenants: Tenants,
  accountid: string,
  by: Actor,
  { mapping, records }: Prepared,
  { dry = false, progress, more }: Options = {},
): Promise<Outcome<Count[]>> {
  try {
    const value = await tenants.write(accountid, by, (tx) => {
      const { counts } = writeRecords(tx, mapping, records, progress)
      if (dry) throw new DryRun(counts)
      more?.(tx)
      return counts
    })
    return { ok: true, value }
  } catch (error) {
    if (error instanceof DryRun) return { ok: true, value: error.counts }
    if (error instanceof Refused) return { ok: false, problems: error.problems }
    throw error
  }
}
