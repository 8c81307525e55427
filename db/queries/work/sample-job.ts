import { ON_LANES } from '#db/job-status.ts'
import { readSetting, setSetting } from '#db/queries/settings.ts'
import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'

const KEY = 'samplejob'

// What carries a number of the business is no sample any more.
const FIND = `
  SELECT id, reference, boardid FROM jobs WHERE id = ? AND template = 0 AND status ${ON_LANES}
    AND NOT EXISTS (SELECT 1 FROM invoices i WHERE i.jobid = jobs.id AND i.state = 'issued')`

type SampleJob = { id: string; reference: string; boardid: string }

/** The job that setup begins with, until it is removed or a document of it was issued. */
export function findSampleJob(db: TenantDb): SampleJob | null {
  const id = readSetting<string>(db, KEY)
  return id ? (prepared<SampleJob>(db, FIND).get([id]) ?? null) : null
}

export const markSampleJob = (db: TenantDb, id: string) => setSetting(db, KEY, id)

const REMOVE_TIME = `
  UPDATE time_entries SET version = version + 1, updatedutc = ?, archived = 1 WHERE jobid = ? AND archived = 0`

export const removeTimeOfJob = (db: TenantDb, now: string, jobid: string) =>
  prepared(db, REMOVE_TIME).run([now, jobid])
