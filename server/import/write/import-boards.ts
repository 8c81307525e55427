import { randomUUIDv7 } from 'bun'
import { listRolesAndClaims } from '#db/queries/people/roles.ts'
import { userById } from '#db/queries/people/users.ts'
import { boardRows, insertRow } from '#db/queries/settings/import.ts'
import { allBoards } from '#db/queries/work/boards.ts'
import type { Tx } from '#db/tenants.ts'
import { accountClaims, type Claim, SYSTEMADMIN } from '#server/access/claims.ts'
import { hasPermission, loadViewer, type Viewer } from '#server/access/viewer.ts'
import type { AccountCache } from '#server/import/check/account-cache.ts'
import { roomFor } from '#server/record-limits.ts'
import { boardSegment } from '#server/resources.ts'
import { newRowColumns, type WriteContext } from './write-context.ts'

/** Without a name the first board. Undefined where whoever imports the list may not work. */
export function findOrAddBoard(context: WriteContext, name: string): string | undefined {
  const { tx, account } = context
  const boards = account.cached('boards', () => boardRows(tx.db))
  const ids = boards.map(({ id }) => id)
  const forbidden = account.cached('forbidden boards', () => forbiddenBoards(tx, ids))
  const wanted = name.toLowerCase()
  const found = name
    ? boards.find((board) => board.name.toLowerCase() === wanted)
    : boards.find(({ id }) => !forbidden.has(id))
  if (found) return forbidden.has(found.id) ? undefined : found.id
  if (!name && boards.length) return undefined
  roomFor('boards', allBoards(tx.db, true).length, 'board')
  const added = { id: randomUUIDv7(), name: name || 'Jobs', slug: freeSlug(account, name || 'Jobs') }
  const rank = boards.length
  context.steps.push(() => insertRow(tx.db, 'boards', { ...added, ...newRowColumns(tx, added.id), rank }))
  boards.push(added)
  return added.id
}

/** Those of the boards on which the person may not work. The program itself may work on all of them. */
export function forbiddenBoards(tx: Tx, boardids: readonly string[]): Set<string> {
  const viewer = importingViewer(tx)
  return new Set(viewer ? boardids.filter((id) => !hasPermission(viewer, id, 'work')) : [])
}

/** Whether whoever imports the list holds the claim. The program itself holds them all. */
export const importerHolds = ({ tx, account }: WriteContext, claim: Claim): boolean =>
  account.cached(`holds ${claim}`, () => importingViewer(tx)?.claims.has(claim) ?? true)

/** Null for the program itself. */
function importingViewer({ db, by }: Tx): Viewer | null {
  if (by.userid === null) return null
  const { names, claims } = listRolesAndClaims(
    db,
    JSON.parse(userById(db, by.userid)?.roles ?? '[]') as string[],
  )
  const held = names.includes(SYSTEMADMIN) ? accountClaims : claims
  return loadViewer(db, { userid: by.userid, roles: names, claims: new Set(held as Claim[]) })
}

/** Archived boards keep their address, and two names can come to one. */
function freeSlug(account: AccountCache, name: string): string {
  const taken = account.cached('slugs', () => new Set(allBoards(account.db, true).map(({ slug }) => slug)))
  const plain = boardSegment(name)
  let slug = plain
  for (let n = 2; taken.has(slug); n++) slug = `${plain}-${n}`
  taken.add(slug)
  return slug
}
