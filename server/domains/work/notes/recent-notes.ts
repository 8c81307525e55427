import { menuBoards } from '#db/queries/work/boards.ts'
import { recentNotes } from '#db/queries/work/notes-recent.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { presentNote } from '#server/domains/work/jobs/write-note.ts'
import { jobsSegment, readLabels } from '#server/resources.ts'

const SHOWN = 8

export function findRecentNotes(db: TenantDb, viewer: Viewer, take = SHOWN) {
  const { boards, locations } = viewer
  const segment = jobsSegment(readLabels(db))
  const slugs = new Map(menuBoards(db).map(({ id, slug }) => [id, slug]))
  return recentNotes(db, { boards: [...boards.keys()], locations: locations && [...locations] }, take).map(
    (note) => {
      const slug = slugs.get(note.boardid)
      const open = encodeURIComponent(note.reference.toLowerCase())
      return {
        ...presentNote(note),
        description: note.description,
        href: slug === undefined ? undefined : `/${segment}/${slug}/progress?open=${open}`,
      }
    },
  )
}
