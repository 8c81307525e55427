import { allBoards, type BoardRow } from '#db/queries/work/boards.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { notFound } from '#server/errors.ts'

const present = (viewer: Viewer, { id, version, name, slug, rank, archived, ...row }: BoardRow) => ({
  id,
  version,
  name,
  slug,
  rank,
  completedays: row.completedays,
  archived,
  organisation: row.organisation ? { id: row.organisation, name: row.organisationname ?? '(unknown)' } : null,
  permission: viewer.boards.get(id) ?? 'none',
})

export const visibleBoards = (db: TenantDb, viewer: Viewer, archived = false) =>
  allBoards(db, archived)
    .filter(({ id }) => viewer.boards.has(id))
    .map((row) => present(viewer, row))

/** @throws 404 also for a board that is hidden from the person */
export function readBoard(db: TenantDb, viewer: Viewer, id: string) {
  const board = visibleBoards(db, viewer, true).find((one) => one.id === id)
  if (!board) throw notFound('board')
  return board
}
