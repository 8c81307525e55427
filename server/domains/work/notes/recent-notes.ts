import { recentNotes } from '#db/queries/work/notes-recent.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { jobLinks } from '#server/domains/work/jobs/job-links.ts'
import { presentNote } from '#server/domains/work/jobs/write-note.ts'

const SHOWN = 8

export function findRecentNotes(db: TenantDb, viewer: Viewer, take = SHOWN) {
  const { boards, locations } = viewer
  const linkOf = jobLinks(db)
  return recentNotes(db, { boards: [...boards.keys()], locations: locations && [...locations] }, take).map(
    (note) => ({
      ...presentNote(note, { id: note.jobid, reference: note.reference }),
      description: note.description,
      href: linkOf(note.boardid, note.reference),
    }),
  )
}
