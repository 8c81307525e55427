import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'

export type NoteRow = {
  id: string
  jobid: string
  reference: string
  userid: string | null
  name: string
  message: string
  date: string
}

const SELECT = `
  SELECT n.id, n.jobid, j.reference, n.userid, n.name, n.message, n.date FROM notes n JOIN jobs j ON j.id = n.jobid`

/** The notes of a job, newest first. */
export const listJobNotes = (db: TenantDb, jobid: string) =>
  prepared<NoteRow>(db, `${SELECT} WHERE n.jobid = ? ORDER BY n.id DESC LIMIT 500`).all([jobid])

export const noteById = (db: TenantDb, id: string) =>
  prepared<NoteRow>(db, `${SELECT} WHERE n.id = ?`).get([id])
