import { TAKE } from '#db/queries/lists.ts'
import { changeRights } from '#server/access/change-rights.ts'
import { ById } from '#server/http/fields.ts'
import { dataReply, listData } from '#server/http/reply.ts'
import { api, type Route } from '#server/http/route.ts'
import { BoardList, ManyPermissions, OnePermission } from './input.ts'
import { permitBoardRoles, readPermissions } from './permit-role.ts'
import { readBoard, visibleBoards } from './present.ts'

export const boardsApi: Route[] = [
  api(
    'GET /api/boards',
    { claim: 'jobs.read', query: BoardList, summary: 'Boards that one sees, in order.' },
    (c) =>
      c.read((db, viewer) => {
        const { archived, search = '', skip = 0, take = TAKE } = c.query
        const words = search.toLowerCase()
        const boards = visibleBoards(db, viewer, archived).filter(({ name }) =>
          name.toLowerCase().includes(words),
        )
        return dataReply(boards.slice(skip, skip + take), { total: boards.length })
      }),
  ),

  api(
    'GET /api/boards/permissions/:id',
    { claim: 'boards.manage', params: ById, summary: 'Which role may do what on a board.' },
    (c) => c.read((db, viewer) => listData(readPermissions(db, viewer, c.params.id))),
  ),

  api(
    'POST /api/boards/permissions/:id',
    { claim: 'boards.manage', params: ById, body: ManyPermissions, summary: 'Permits roles on a board.' },
    (c) =>
      changeRights(c, (tx, say, viewer) =>
        permitBoardRoles(tx, viewer, c.params.id, c.body.permissions, say),
      ),
  ),

  api(
    'POST /api/boards/permissions',
    { claim: 'boards.manage', body: OnePermission, summary: 'Permits a role on a board.' },
    (c) => changeRights(c, (tx, say, viewer) => permitBoardRoles(tx, viewer, c.body.boardid, [c.body], say)),
  ),

  api(
    'GET /api/boards/:id',
    { claim: 'jobs.read', params: ById, summary: 'A board, with who may do what.' },
    (c) => c.read((db, viewer) => readBoard(db, viewer, c.params.id)),
  ),
]
