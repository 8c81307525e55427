import { ARCHIVED, REMOVED } from '#db/job-status.ts'
import { findNewestIssued } from '#db/queries/sales/invoices.ts'
import type { TenantDb } from '#db/types.ts'
import { hasPermission, type Viewer } from '#server/access/viewer.ts'
import { PHOTOS, storeUpload } from '#server/domains/work/attachments/store-upload.ts'
import { boardAt, boardLabels, boardTabRights } from '#server/domains/work/jobs/board-props.ts'
import { visibleJob } from '#server/domains/work/jobs/find-job.ts'
import { atNewAddress } from '#server/domains/work/jobs/pages-moved.tsx'
import { notFound } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { ById, t } from '#server/http/fields.ts'
import { dialogReply, fragment, rawReply, view } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { drawSignature, type Signature } from '#server/signature.ts'
import { JobDeliveries } from '#views/work/deliveries/lines.tsx'
import { DeliveriesPage } from '#views/work/deliveries/list.tsx'
import { NewDeliveryDialog } from '#views/work/deliveries/new.tsx'
import { PackDialog } from '#views/work/deliveries/pack.tsx'
import { deliveryDialog, reopenDialog } from './dialog.tsx'
import { findDeliveries, findUndelivered, findUndeliveredOfJob } from './find-deliveries.ts'
import { changeableDelivery, changeableDraftNote, visibleDelivery } from './find-delivery.ts'
import { DeliveryDialogQuery, DeliveryList, DeliveryPhoto, NewDeliveryQuery } from './input.ts'
import { readDelivery } from './present.ts'
import { listToBill } from './to-bill.ts'

const claim = 'delivery.read'
const OnBoard = t.Object({ jobs: t.String({ maxLength: 100 }), board: t.String({ maxLength: 200 }) })

type Board = NonNullable<ReturnType<typeof boardAt>>

function listView(
  c: Context,
  db: TenantDb,
  viewer: Viewer,
  board: Board,
  query: Parameters<typeof findDeliveries>[2] = {},
) {
  const { segment } = boardLabels(db)
  const path = `/${segment}/${board.slug}/deliveries`
  const url = c.url.pathname === path ? path + c.url.search : path
  return view(
    <DeliveriesPage
      board={board}
      segment={segment}
      {...findDeliveries(db, viewer, { ...query, boardid: board.id })}
      query={query}
      url={url}
      tabs={boardTabRights(c)}
      canwrite={c.can('delivery.write') && hasPermission(viewer, board.id, 'work')}
      canexport={c.can('records.export')}
    />,
    { title: `${board.name} deliveries`, page: `board.${board.slug}` },
  )
}

/** The list behind a dialog; of an archived board there is none. */
function behind(c: Context, db: TenantDb, viewer: Viewer, boardid: string) {
  const board = boardLabels(db).boards.find(({ id }) => id === boardid)
  if (!board) throw notFound('board')
  return listView(c, db, viewer, board)
}

export const deliveriesPages: Route[] = [
  page(
    'GET /:jobs/:board/deliveries',
    { claim, params: OnBoard, query: DeliveryList, summary: 'The delivery notes of a board.' },
    (c) =>
      c.read((db, viewer) => {
        const board = boardAt(db, viewer, c.params.jobs, c.params.board)
        return board ? listView(c, db, viewer, board, c.query) : atNewAddress(c, db, viewer)
      }),
  ),

  page(
    'GET /deliveries/new',
    {
      claim: 'delivery.write',
      query: NewDeliveryQuery,
      summary: 'The dialog that chooses what is still to be delivered, of a board or of one job.',
    },
    (c) =>
      c.read((db, viewer) => {
        const { boardid, jobid, search } = c.query
        const job = jobid ? visibleJob(db, viewer, jobid) : undefined
        const board = boardLabels(db).boards.find(({ id }) => id === (job?.boardid ?? boardid))
        if (!board) throw notFound('board')
        const { goods, more } = job
          ? { goods: findUndeliveredOfJob(db, viewer, job.id), more: false }
          : findUndelivered(db, viewer, board.id, { search })
        return dialogReply(
          c,
          <NewDeliveryDialog board={board} job={job} goods={goods} more={more} search={search} />,
          () => behind(c, db, viewer, board.id),
        )
      }),
  ),

  page(
    'GET /deliveries/job/:id',
    { claim, params: ById, summary: 'The delivery notes of a job, as the tab of its dialog.' },
    (c) =>
      c.read((db, viewer) => {
        const job = visibleJob(db, viewer, c.params.id)
        return fragment(
          <JobDeliveries
            jobid={job.id}
            boardid={job.boardid}
            deliveries={findDeliveries(db, viewer, { jobid: job.id, take: 100 }).rows}
            undelivered={findUndeliveredOfJob(db, viewer, job.id)}
            tobill={c.can('invoices.read') ? listToBill(db, job.id) : []}
            creditable={c.can('invoices.issue') ? findNewestIssued(db, job.id) : undefined}
            canwrite={
              c.can('delivery.write') &&
              hasPermission(viewer, job.boardid, 'work') &&
              job.status !== ARCHIVED &&
              job.status !== REMOVED
            }
          />,
        )
      }),
  ),

  page(
    'GET /deliveries/:id',
    { claim, params: ById, query: DeliveryDialogQuery, summary: 'The dialog of a delivery note.' },
    (c) =>
      c.read((db, viewer) =>
        dialogReply(c, deliveryDialog(c, db, viewer, c.params.id, c.query.tab), () =>
          behind(c, db, viewer, visibleDelivery(db, viewer, c.params.id).delivery.boardid),
        ),
      ),
  ),

  page(
    'GET /deliveries/:id/packages',
    {
      claim: 'delivery.write',
      params: ById,
      summary: 'The dialog in which lines of a draft are packed in pieces of equipment.',
    },
    (c) =>
      c.read((db, viewer) => {
        const { delivery } = changeableDraftNote(db, viewer, c.params.id)
        return dialogReply(c, <PackDialog delivery={readDelivery(db, viewer, c.params.id)} />, () =>
          behind(c, db, viewer, delivery.boardid),
        )
      }),
  ),

  page(
    'GET /deliveries/:id/signature',
    { claim, params: ById, summary: 'The signature of who received a delivery, as a PNG.' },
    (c) =>
      c.read((db, viewer) => {
        const { signature } = visibleDelivery(db, viewer, c.params.id).delivery
        if (!signature) throw notFound('signature')
        return rawReply(drawSignature(JSON.parse(signature) as Signature), 'image/png', {
          headers: { 'cache-control': 'private, max-age=3600' },
        })
      }),
  ),

  page(
    'POST /deliveries/:id/photo',
    {
      claim: 'delivery.write',
      params: ById,
      body: DeliveryPhoto,
      upload: 'any',
      summary: 'Adds a photo to a delivery note.',
    },
    async (c) => {
      c.read((db, viewer) => changeableDelivery(db, viewer, c.params.id))
      const about = { group: PHOTOS, referenceid: c.params.id }
      await storeUpload(c, { file: c.body.file, filename: c.body.filename, ...about }, () => null)
      return reopenDialog(c, c.params.id, 'Photo added', { tab: 'photos' })
    },
  ),
]
