import { allBoards, findBoardBySlug, rankBoards } from '#db/queries/work/boards.ts'
import { boards, organisations } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import { hasPermission, type Viewer } from '#server/access/viewer.ts'
import { forbidden, invalid, notFound } from '#server/errors.ts'
import { formatPlainValue } from '#server/history.ts'
import { roomFor } from '#server/record-limits.ts'
import { findName, getRecord, insert, updateRecord } from '#server/records.ts'
import { boardSegment } from '#server/resources.ts'
import { versionConflict } from '#server/version-conflict.ts'
import { readBoard } from './present.ts'

type Values = {
  name?: string
  organisation?: string | null
  completedays?: number | null
  archived?: boolean
}

/** @throws 400 when another board has the same address, or there are too many */
export function addBoard(tx: Tx, values: Values & { id?: string | null; name: string }) {
  check(tx, values)
  const rank = allBoards(tx.db, true).length
  roomFor('boards', rank, 'name')
  const { id, name, organisation, completedays } = values
  const slug = boardSegment(name)
  return publishBoard(
    tx,
    insert(tx, boards, { id: id ?? undefined, name, organisation, completedays, slug, rank }).id,
  )
}

export function changeBoard(
  tx: Tx,
  viewer: Viewer,
  id: string,
  { version, ...values }: Values & { version?: number },
) {
  const now = readBoard(tx.db, viewer, id)
  if (!hasPermission(viewer, id, 'manage')) throw forbidden()
  const formatField = (field: string, value: unknown) =>
    field === 'organisation' ? findName(tx.db, organisations, value) : formatPlainValue(field, value)
  if (version !== undefined && version !== now.version)
    throw versionConflict(now, { ...now, organisation: now.organisation?.id ?? null }, values, formatField)
  check(tx, values, id)
  const slug = values.name === undefined ? {} : { slug: boardSegment(values.name) }
  updateRecord(tx, boards, id, { ...values, ...slug }, formatField)
  return publishBoard(tx, id)
}

export function reorderBoards(tx: Tx, viewer: Viewer, boardid: string, afterid: string | null) {
  visibleBoard(viewer, boardid)
  const ids = allBoards(tx.db, true)
    .map(({ id }) => id)
    .filter((id) => id !== boardid)
  const after = afterid ? ids.indexOf(afterid) : -1
  if (afterid && after < 0) throw invalid({ afterid: 'This is not another board.' })
  rankBoards(tx.db, ids.toSpliced(after + 1, 0, boardid))
  publishBoard(tx, boardid)
}

/** @throws 404 for a board that is hidden from the person, or none */
export function visibleBoard(viewer: Viewer, id: string) {
  if (!viewer.boards.has(id)) throw notFound('board')
}

function publishBoard(tx: Tx, id: string): string {
  tx.invalidateCaches()
  tx.publish('RecordChanged', [{ table: 'boards', id }])
  return id
}

function check({ db }: Tx, { name, organisation }: Values, id?: string) {
  if (organisation) getRecord(db, organisations, organisation, 'organisation')
  const same = name === undefined ? undefined : findBoardBySlug(db, boardSegment(name))
  if (same && same.id !== id)
    throw invalid({
      name: same.archived
        ? 'An archived board has this address already.'
        : 'Another board has this address already.',
    })
}
