import type { Tx } from '#db/tenants.ts'

/** Somebody began, paused or finished something on a job, or was given it. No names: whoever may see more asks for it. */
type WorkChangedEvent = {
  table: 'work'
  jobid: string
  boardid: string
  locationid: string | null
  /** Whose work or time it is. */
  workerids: readonly string[]
}

type JobAt = { id: string; boardid: string; location: string | null }

export function publishWork(tx: Tx, { id, boardid, location }: JobAt, workerids: readonly (string | null)[]) {
  const event: WorkChangedEvent = {
    table: 'work',
    jobid: id,
    boardid,
    locationid: location,
    workerids: workerids.filter((worker) => worker !== null),
  }
  tx.publish('WorkChanged', [event])
}
