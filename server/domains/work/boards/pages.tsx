import { listHistory } from '#db/queries/history.ts'
import { listOptions } from '#db/queries/options.ts'
import { organisations } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import { changeRights } from '#server/access/audited.ts'
import type { Viewer } from '#server/access/viewer.ts'
import type { Context } from '#server/http/context.ts'
import { ById, reference, t, text, version } from '#server/http/fields.ts'
import { dialogOver, saved, view } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { jobsSegment, labelsOf } from '#server/resources.ts'
import { VersionConflict } from '#server/version-conflict.ts'
import { zoneOf } from '#server/zone.ts'
import { BoardDialog, permissionWords } from '#views/work/boards/dialog.tsx'
import { Boards } from '#views/work/boards/list.tsx'
import { boardsExport } from './api-export.ts'
import { BoardPage, NewBoard } from './input.ts'
import { permissionsNow, permitRoles, readPermissions } from './permit-role.ts'
import { readBoard, visibleBoards } from './present.ts'
import { addBoard, changeBoard, reorderBoards } from './save-board.ts'

const PATH = '/customise/boards'
const manage = { claim: 'boards.manage' } as const

/** The dialog's form: the name, and one `role:<id>` for each role's permission. */
const BoardForm = t.Object(
  { name: text(60, { required: true }), organisation: t.Optional(reference()), version: version() },
  { additionalProperties: t.String({ maxLength: 20, pattern: '^(none|see|work|manage)?$' }) },
)

const listPage = (c: Context, archived = false) =>
  c.read((db, viewer) => {
    const labels = labelsOf(db)
    const title = labels['pages.customise.boards'] ?? 'Boards'
    const rows = visibleBoards(db, viewer, archived)
    return view(
      <Boards
        title={title}
        rows={rows}
        archived={archived}
        jobs={jobsSegment(labels)}
        canexport={c.can('records.export')}
      />,
      { title, page: 'pages.customise.boards' },
    )
  })

const dialogOf = (db: TenantDb, viewer: Viewer, boardid: string) => (
  <BoardDialog
    board={readBoard(db, viewer, boardid)}
    organisations={listOptions(db, organisations)}
    permissions={readPermissions(db, viewer, boardid)}
    history={listHistory(db, 'boards', boardid)}
    zone={zoneOf(db)}
  />
)

const permissionsIn = (form: Record<string, unknown>) =>
  Object.entries(form)
    .filter(([name]) => name.startsWith('role:'))
    .map(([name, permission]) => ({ roleid: name.slice(5), permission: String(permission) || null }))

/** What roles may do now where the form says otherwise: shown beside its fields when somebody else saved first. */
const permissionsBeside = (c: Context, boardid: string, form: Record<string, unknown>) =>
  c.read((db, viewer) =>
    Object.fromEntries(
      permissionsNow(db, viewer, boardid, permissionsIn(form)).map(({ roleid, permission }) => [
        `role:${roleid}`,
        permissionWords[permission ?? ''] ?? 'By its claims',
      ]),
    ),
  )

export const boardsPages: Route[] = [
  page(`GET ${PATH}`, { ...manage, query: BoardPage }, (c) => listPage(c, c.query.archived)),

  boardsExport,

  page(`GET ${PATH}/new`, manage, (c) =>
    dialogOver(
      c,
      c.read((db) => <BoardDialog organisations={listOptions(db, organisations)} zone={zoneOf(db)} />),
      () => listPage(c),
    ),
  ),

  page(`POST ${PATH}`, { ...manage, body: NewBoard }, async (c) => {
    await c.write((tx) => addBoard(tx, { ...c.body, id: undefined }))
    return saved(`${c.body.name} added successfully`, 'boards')
  }),

  page(`GET ${PATH}/:id`, { ...manage, params: ById }, (c) =>
    dialogOver(
      c,
      c.read((db, viewer) => dialogOf(db, viewer, c.params.id)),
      () => listPage(c),
    ),
  ),

  page(`PATCH ${PATH}/:id`, { ...manage, params: ById, body: BoardForm }, async (c) => {
    const { name, organisation, version: seen, ...rest } = c.body
    await changeRights(c, (tx, say, viewer) => {
      changeBoard(tx, viewer, c.params.id, { name, organisation, version: seen })
      permitRoles(tx, viewer, c.params.id, permissionsIn(rest), say)
    }).catch((error) => {
      if (error instanceof VersionConflict)
        Object.assign(error.theirs, permissionsBeside(c, c.params.id, rest))
      throw error
    })
    return saved(`${name} saved`, 'boards')
  }),

  page(`POST ${PATH}/:id/archive`, { ...manage, params: ById }, async (c) => {
    await c.write((tx, viewer) => changeBoard(tx, viewer, c.params.id, { archived: true }))
    return saved('Board archived', 'boards', `${PATH}/${c.params.id}/restore`)
  }),

  page(`POST ${PATH}/:id/restore`, { ...manage, params: ById }, async (c) => {
    await c.write((tx, viewer) => changeBoard(tx, viewer, c.params.id, { archived: false }))
    return saved('Board restored', 'boards')
  }),

  page(`POST ${PATH}/:id/up`, { ...manage, params: ById }, async (c) => {
    await c.write((tx, viewer) => {
      const ids = visibleBoards(tx.db, viewer).map((one) => one.id)
      reorderBoards(tx, viewer, c.params.id, ids[ids.indexOf(c.params.id) - 2] ?? null)
    })
    return saved('Order saved', 'boards')
  }),
]
