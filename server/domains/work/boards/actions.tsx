import { changeRights } from '#server/access/change-rights.ts'
import { loadViewer } from '#server/access/viewer.ts'
import type { Context } from '#server/http/context.ts'
import { ById, type StaticDecode, t } from '#server/http/fields.ts'
import { saved } from '#server/http/reply.ts'
import { action, asyncAction, page, type Route } from '#server/http/route.ts'
import { VersionConflict } from '#server/version-conflict.ts'
import { permissionWords } from '#views/work/boards/dialog.tsx'
import { BoardChange, BoardForm, BoardOrder, NewBoard } from './input.ts'
import { permissionsNow, permitBoardRoles, type RolePermissionChange } from './permit-role.ts'
import { readBoard, visibleBoards } from './present.ts'
import { addBoard, changeBoard, reorderBoards } from './save-board.ts'

const PATH = '/customise/boards'
const manage = { claim: 'boards.manage' } as const

type BoardValues = StaticDecode<typeof BoardChange> & { permissions?: RolePermissionChange[] }

const permissionsIn = (form: Record<string, unknown>) =>
  Object.entries(form)
    .filter(([name]) => name.startsWith('role:'))
    .map(([name, permission]) => ({ roleid: name.slice(5), permission: String(permission) || null }))

const permissionLabels = (c: Context, boardid: string, form: Record<string, unknown>) =>
  c.read((db, viewer) =>
    Object.fromEntries(
      permissionsNow(db, viewer, boardid, permissionsIn(form)).map(({ roleid, permission }) => [
        `role:${roleid}`,
        permissionWords[permission ?? ''] ?? 'By its rights',
      ]),
    ),
  )

export const boardsActions: Route[] = [
  ...action(
    { api: 'POST /api/boards', page: `POST ${PATH}` },
    { ...manage, body: NewBoard, summary: 'Adds a board.' },
    (tx, _, c) => {
      const boardid = addBoard(tx, c.body)
      return readBoard(tx.db, loadViewer(tx.db, c.person), boardid)
    },
    ({ name }) => saved(`${name} added`, 'boards'),
  ),

  ...action(
    { api: 'POST /api/boards/reorder', page: `POST ${PATH}/:id/up` },
    {
      ...manage,
      body: BoardOrder,
      form: {
        params: ById,
        input: ({ params: { id } }, db, viewer) => {
          const ids = visibleBoards(db, viewer).map((one) => one.id)
          return { body: { boardid: id, afterid: ids[ids.indexOf(id) - 2] ?? null } }
        },
      },
      summary: 'Puts a board after another.',
    },
    (tx, viewer, c) => {
      reorderBoards(tx, viewer, c.body.boardid, c.body.afterid ?? null)
      return visibleBoards(tx.db, viewer)
    },
    () => saved('Order saved', 'boards'),
  ),

  ...asyncAction(
    { api: 'PATCH /api/boards/:id', page: `PATCH ${PATH}/:id` },
    {
      ...manage,
      params: ById,
      body: t.Unsafe<BoardValues>(BoardChange),
      form: {
        body: BoardForm,
        // The dialog saves what roles may do along with the board, all or nothing.
        input: ({ body: { name, organisation, completedays, version, ...rest } }) => ({
          body: { name, organisation, completedays, version, permissions: permissionsIn(rest) },
        }),
        refused: (error, c) => {
          if (error instanceof VersionConflict)
            Object.assign(error.theirs, permissionLabels(c, c.params.id, c.body))
          throw error
        },
      },
      summary: 'Changes a board, or archives or restores it.',
    },
    (c) => {
      const { permissions, ...values } = c.body
      return changeRights(c, (tx, say, viewer) => {
        changeBoard(tx, viewer, c.params.id, values)
        if (permissions) permitBoardRoles(tx, viewer, c.params.id, permissions, say)
        return readBoard(tx.db, viewer, c.params.id)
      })
    },
    ({ name }) => saved(`${name} saved`, 'boards'),
  ),

  // Its jobs refer to it, so a board is archived (decision D7) and `archived: false` brings it back.
  ...action(
    { api: 'DELETE /api/boards/:id', page: `POST ${PATH}/:id/archive` },
    { ...manage, params: ById, summary: 'Archives a board.' },
    (tx, viewer, c) => readBoard(tx.db, viewer, changeBoard(tx, viewer, c.params.id, { archived: true })),
    (_, c) => saved('Board archived', 'boards', `${PATH}/${c.params.id}/restore`),
  ),

  page(
    `POST ${PATH}/:id/restore`,
    { summary: 'Brings back a board.', ...manage, params: ById },
    async (c) => {
      await c.write((tx, viewer) => changeBoard(tx, viewer, c.params.id, { archived: false }))
      return saved('Board restored', 'boards')
    },
  ),
]
