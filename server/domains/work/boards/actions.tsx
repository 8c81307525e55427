import { changeRights } from '#server/access/change-rights.ts'
import { loadViewer } from '#server/access/viewer.ts'
import type { Context } from '#server/http/context.ts'
import { ById } from '#server/http/fields.ts'
import { saved } from '#server/http/reply.ts'
import { action, api, page, type Route } from '#server/http/route.ts'
import { VersionConflict } from '#server/version-conflict.ts'
import { permissionWords } from '#views/work/boards/dialog.tsx'
import { BoardChange, BoardForm, BoardOrder, NewBoard } from './input.ts'
import { permissionsNow, permitBoardRoles } from './permit-role.ts'
import { readBoard, visibleBoards } from './present.ts'
import { addBoard, changeBoard, reorderBoards } from './save-board.ts'

const PATH = '/customise/boards'
const manage = { claim: 'boards.manage' } as const

const permissionsIn = (form: Record<string, unknown>) =>
  Object.entries(form)
    .filter(([name]) => name.startsWith('role:'))
    .map(([name, permission]) => ({ roleid: name.slice(5), permission: String(permission) || null }))

const permissionLabels = (c: Context, boardid: string, form: Record<string, unknown>) =>
  c.read((db, viewer) =>
    Object.fromEntries(
      permissionsNow(db, viewer, boardid, permissionsIn(form)).map(({ roleid, permission }) => [
        `role:${roleid}`,
        permissionWords[permission ?? ''] ?? 'By its claims',
      ]),
    ),
  )

export const boardsActions: Route[] = [
  ...action(
    { api: 'POST /api/boards', page: `POST ${PATH}` },
    { ...manage, body: NewBoard },
    (tx, _, c) => {
      const boardid = addBoard(tx, c.body)
      return readBoard(tx.db, loadViewer(tx.db, c.person), boardid)
    },
    ({ name }) => saved(`${name} added successfully`, 'boards'),
  ),

  api('POST /api/boards/reorder', { ...manage, body: BoardOrder }, (c) =>
    c.write((tx, viewer) => {
      reorderBoards(tx, viewer, c.body.boardid, c.body.afterid ?? null)
      return visibleBoards(tx.db, viewer)
    }),
  ),

  page(`POST ${PATH}/:id/up`, { ...manage, params: ById }, async (c) => {
    await c.write((tx, viewer) => {
      const ids = visibleBoards(tx.db, viewer).map((one) => one.id)
      reorderBoards(tx, viewer, c.params.id, ids[ids.indexOf(c.params.id) - 2] ?? null)
    })
    return saved('Order saved', 'boards')
  }),

  api('PATCH /api/boards/:id', { ...manage, params: ById, body: BoardChange }, (c) =>
    c.write((tx, viewer) => readBoard(tx.db, viewer, changeBoard(tx, viewer, c.params.id, c.body))),
  ),

  // The dialog saves what roles may do along with the board, all or nothing.
  page(`PATCH ${PATH}/:id`, { ...manage, params: ById, body: BoardForm }, async (c) => {
    const { name, organisation, version: seen, ...rest } = c.body
    await changeRights(c, (tx, say, viewer) => {
      changeBoard(tx, viewer, c.params.id, { name, organisation, version: seen })
      permitBoardRoles(tx, viewer, c.params.id, permissionsIn(rest), say)
    }).catch((error) => {
      if (error instanceof VersionConflict)
        Object.assign(error.theirs, permissionLabels(c, c.params.id, rest))
      throw error
    })
    return saved(`${name} saved`, 'boards')
  }),

  // Its jobs refer to it, so a board is archived (decision D7) and `archived: false` brings it back.
  ...action(
    { api: 'DELETE /api/boards/:id', page: `POST ${PATH}/:id/archive` },
    { ...manage, params: ById },
    (tx, viewer, c) => readBoard(tx.db, viewer, changeBoard(tx, viewer, c.params.id, { archived: true })),
    (_, c) => saved('Board archived', 'boards', `${PATH}/${c.params.id}/restore`),
  ),

  page(`POST ${PATH}/:id/restore`, { ...manage, params: ById }, async (c) => {
    await c.write((tx, viewer) => changeBoard(tx, viewer, c.params.id, { archived: false }))
    return saved('Board restored', 'boards')
  }),
]
