import type { Tenants, Tx } from '#db/tenants.ts'
import type { Actor } from '#db/types.ts'
import type { ValidatedFiles } from '#server/import/check/validate-files.ts'
import type { ImportResult } from '#server/import/read/problem.ts'
import { type ImportCount, ImportRefused, type OnProgress, writeRecords } from './write-records.ts'

class DryRunDone extends Error {
  constructor(readonly counts: ImportCount[]) {
    super('A dry run is rolled back.')
  }
}

type ImportFilesOptions = { dryRun?: boolean; progress?: OnProgress; more?: (tx: Tx) => void }

/** A dry run does the same work and rolls it back, so that it cannot find less than the import would. */
export async function importFiles(
  tenants: Tenants,
  accountid: string,
  by: Actor,
  { mapping, records }: ValidatedFiles,
  { dryRun = false, progress, more }: ImportFilesOptions = {},
): Promise<ImportResult<ImportCount[]>> {
  try {
    const value = await tenants.write(accountid, by, (tx) => {
      const counts = writeRecords(tx, mapping, records, progress)
      if (dryRun) throw new DryRunDone(counts)
      more?.(tx)
      return counts
    })
    return { ok: true, value }
  } catch (error) {
    if (error instanceof DryRunDone) return { ok: true, value: error.counts }
    if (error instanceof ImportRefused) return { ok: false, problems: error.problems }
    throw error
  }
}
