import { randomUUIDv7 } from 'bun'
import type { JobPlaceRow } from '#db/queries/work/jobs.ts'
import type { NoteRow } from '#db/queries/work/notes.ts'
import { prepared } from '#db/sqlite.ts'
import type { Tx } from '#db/tenants.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { recordArrival } from '#server/history.ts'
import { visibleJob } from './find-job.ts'
import { touchJob } from './touch-job.ts'

const INSERT = 'INSERT INTO notes (id, jobid, userid, name, message, date) VALUES (?, ?, ?, ?, ?, ?)'

export function writeNote(tx: Tx, viewer: Viewer, jobid: string, message: string) {
  const job = visibleJob(tx.db, viewer, jobid)
  const id = randomUUIDv7()
  const { userid, name } = tx.by
  prepared(tx.db, INSERT).run([id, jobid, userid, name, message, tx.now])
  recordArrival(tx, 'jobs', jobid, 'note')
  touchJob(tx, jobid)
  // Which job it is about is for those alone who see it.
  tx.publish('RecordChanged', [{ table: 'notes' }])
  return presentNote({ id, userid, name, message, date: tx.now }, job)
}

export const presentNote = (
  { id, name, userid, message, date }: NoteRow,
  job: Pick<JobPlaceRow, 'id' | 'reference'>,
) => ({
  id,
  name,
  userid,
  message,
  date,
  job: { id: job.id, reference: job.reference },
})
