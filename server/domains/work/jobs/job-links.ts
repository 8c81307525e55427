import { menuBoards } from '#db/queries/work/boards.ts'
import type { TenantDb } from '#db/types.ts'
import { keptRead } from '#server/kept-reads.ts'
import { jobsSegment, readLabels } from '#server/resources.ts'

/** Addresses of jobs; an archived board has none, and so neither have its jobs. */
export function jobLinks(db: TenantDb) {
  const segment = jobsSegment(readLabels(db))
  const slugs = keptRead(
    db,
    'slugs of boards',
    () => new Map(menuBoards(db).map(({ id, slug }) => [id, slug])),
  )
  return (boardid: string, reference: string): string | undefined => {
    const slug = slugs.get(boardid)
    return slug && `/${segment}/${slug}/progress?open=${encodeURIComponent(reference.toLowerCase())}`
  }
}
