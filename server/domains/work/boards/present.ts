import { allBoards, type BoardRow } from '#db/queries/work/boards.ts'
import type { TenantDb } from '#db/types.ts'
import type { Sight } from '#server/access/sight.ts'
import { notFound } from '#server/errors.ts'

const present = (sight: Sight, { id, version, name, slug, rank, archived, ...row }: BoardRow) => ({
  ...{ id, version, name, slug, rank, archived },
  organisation: row.organisation ? { id: row.organisation, name: row.organisationname ?? '(unknown)' } : null,
  permission: sight.boards.get(id) ?? 'none',
})

/** The boards that a person sees, in their order. */
export const seenBoards = (db: TenantDb, sight: Sight, archived = false) =>
  allBoards(db, archived)
    .filter(({ id }) => sight.boards.has(id))
    .map((row) => present(sight, row))

/** @throws 404 also for a board that is hidden from the person */
export function readBoard(db: TenantDb, sight: Sight, id: string) {
  const board = seenBoards(db, sight, true).find((one) => one.id === id)
  if (!board) throw notFound('board')
  return board
}
