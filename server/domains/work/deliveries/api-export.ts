import { boardAt } from '#server/domains/work/jobs/board-props.ts'
import { notFound } from '#server/errors.ts'
import { dayCell, type ExportColumn } from '#server/export/cells.ts'
import { byPages, exportQuery, exportReply } from '#server/export/exported.ts'
import { object, t } from '#server/http/fields.ts'
import { page, type Route } from '#server/http/route.ts'
import type { DeliverySummary } from '#views/work/deliveries/types.ts'
import { findDeliveries } from './find-deliveries.ts'
import { DeliveryList } from './input.ts'

const OnBoard = t.Object({ jobs: t.String({ maxLength: 100 }), board: t.String({ maxLength: 200 }) })

const columns: ExportColumn[] = [
  { head: 'Number' },
  { head: 'Date', kind: 'date' },
  { head: 'Status' },
  { head: 'Client' },
  { head: 'Location' },
  { head: 'Jobs' },
  { head: 'Reference' },
  { head: 'Waybill' },
  { head: 'Carrier' },
  { head: 'Organisation' },
  { head: 'Consignment' },
  { head: 'Received by' },
  { head: 'Received' },
]

const exportRow = (one: DeliverySummary) => [
  ...[one.number, dayCell(one.date), one.state, one.client?.name, one.location?.name],
  ...[one.jobs.join(', '), one.reference, one.waybill, one.carrier, one.organisation.name],
  ...[one.consignment?.name, one.receivedby, one.delivered],
]

export const deliveriesExport: Route = page(
  'GET /:jobs/:board/deliveries/export',
  {
    claim: 'delivery.read',
    params: OnBoard,
    query: object({ ...DeliveryList.properties, ...exportQuery }),
    summary: 'A file of the delivery notes of a board.',
  },
  (c) => {
    const { format, ...query } = c.query
    const board = c.read((db, viewer) => boardAt(db, viewer, c.params.jobs, c.params.board))
    if (!board) throw notFound('board')
    return exportReply(c, format, {
      title: `${board.name} deliveries`,
      columns,
      batches: byPages(
        c,
        (db, part, viewer) => findDeliveries(db, viewer, { ...query, ...part, boardid: board.id }).rows,
        ({ id }) => id,
        exportRow,
      ),
    })
  },
)
