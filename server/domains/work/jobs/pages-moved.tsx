import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { notFound } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { redirect } from '#server/http/reply.ts'
import { boardAt, boardLabels } from './board-props.ts'

type OnBoard = { jobs: string; board: string }

/** The jobs label may have another word since a link was kept: the board leads on. @throws 404 where there is none */
export function atNewAddress(c: Context<OnBoard>, db: TenantDb, viewer: Viewer) {
  const { segment } = boardLabels(db)
  const board = boardAt(db, viewer, segment, c.params.board)
  if (!board || c.params.jobs === segment) throw notFound('board')
  const page = c.url.pathname.split('/').slice(3).join('/')
  return redirect(`/${segment}/${board.slug}/${page}${c.url.search}`)
}
