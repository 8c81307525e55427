import { listHistory } from '#db/queries/history.ts'
import { listOptions } from '#db/queries/options.ts'
import { organisations } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import type { Context } from '#server/http/context.ts'
import { ById } from '#server/http/fields.ts'
import { dialogReply, view } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { jobsSegment, readLabels } from '#server/resources.ts'
import { readZone } from '#server/zone.ts'
import { BoardDialog } from '#views/work/boards/dialog.tsx'
import { Boards } from '#views/work/boards/list.tsx'
import { boardsExport } from './api-export.ts'
import { BoardPage } from './input.ts'
import { readPermissions } from './permit-role.ts'
import { readBoard, visibleBoards } from './present.ts'

const PATH = '/customise/boards'
const manage = { claim: 'boards.manage' } as const

const listPage = (c: Context, archived = false) =>
  c.read((db, viewer) => {
    const labels = readLabels(db)
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

const boardDialog = (db: TenantDb, viewer: Viewer, boardid: string) => (
  <BoardDialog
    board={readBoard(db, viewer, boardid)}
    organisations={listOptions(db, organisations)}
    permissions={readPermissions(db, viewer, boardid)}
    history={listHistory(db, 'boards', boardid)}
    zone={readZone(db)}
  />
)

export const boardsPages: Route[] = [
  page(`GET ${PATH}`, { summary: 'Lists boards.', ...manage, query: BoardPage }, (c) =>
    listPage(c, c.query.archived),
  ),

  boardsExport,

  page(`GET ${PATH}/new`, { ...manage, summary: 'The empty dialog of a board.' }, (c) =>
    dialogReply(
      c,
      c.read((db) => <BoardDialog organisations={listOptions(db, organisations)} zone={readZone(db)} />),
      () => listPage(c),
    ),
  ),

  page(`GET ${PATH}/:id`, { summary: 'The dialog of a board.', ...manage, params: ById }, (c) =>
    dialogReply(
      c,
      c.read((db, viewer) => boardDialog(db, viewer, c.params.id)),
      () => listPage(c),
    ),
  ),
]
