import { visibleJob } from '#server/domains/work/jobs/find-job.ts'
import { notFound } from '#server/errors.ts'
import { HistoryQuery, historyReply } from '#server/history-call.ts'
import { ById } from '#server/http/fields.ts'
import { dataReply, listData } from '#server/http/reply.ts'
import { api, type Route } from '#server/http/route.ts'
import { checkBoard, findConsigned, findDeliveries, findUndelivered } from './find-deliveries.ts'
import { visibleDelivery } from './find-delivery.ts'
import { DeliveryList, GoodsQuery, LinkedPackage } from './input.ts'
import { consignedJson, deliveryLineJson, presentDelivery, readDelivery, undeliveredJson } from './present.ts'

const claim = 'delivery.read'

export const deliveriesApi: Route[] = [
  api(
    'GET /api/delivery/:id',
    { claim, params: ById, summary: 'A delivery note with its lines, and what came back or was sold of it.' },
    (c) => c.read((db, viewer) => presentDelivery(db, viewer, c.params.id)),
  ),

  api(
    'GET /api/delivery/:id/range',
    { claim, params: ById, query: DeliveryList, summary: 'The delivery notes of a board, by their day.' },
    (c) =>
      c.read((db, viewer) => {
        checkBoard(viewer, c.params.id)
        const { rows, total } = findDeliveries(db, viewer, { ...c.query, boardid: c.params.id })
        return dataReply(rows, { total })
      }),
  ),

  api(
    'GET /api/delivery/consigned/:id',
    { claim, params: ById, summary: 'What lies at a client’s on consignment, neither sold nor back.' },
    (c) => c.read((db, viewer) => listData(findConsigned(db, viewer, c.params.id).map(consignedJson))),
  ),

  api(
    'GET /api/delivery/job/:id',
    { claim, params: ById, summary: 'The delivery notes on which lines of a job stand.' },
    (c) =>
      c.read((db, viewer) => {
        const { id: jobid } = visibleJob(db, viewer, c.params.id)
        const { rows, total } = findDeliveries(db, viewer, { jobid, take: 500 })
        return dataReply(rows, { total })
      }),
  ),

  api('GET /api/delivery/lines/:id', { claim, params: ById, summary: 'The lines of a delivery note.' }, (c) =>
    c.read((db, viewer) => listData(readDelivery(db, viewer, c.params.id).items.map(deliveryLineJson))),
  ),

  api(
    'GET /api/delivery/:id/unallocated',
    {
      claim,
      params: ById,
      query: GoodsQuery,
      summary: 'What jobs of a board in Approve and Complete have still to deliver.',
    },
    (c) =>
      c.read((db, viewer) => {
        const { goods, more } = findUndelivered(db, viewer, c.params.id, c.query)
        return dataReply(goods.map(undeliveredJson), { total: goods.length, ...(more && { more }) })
      }),
  ),

  api(
    'GET /api/delivery/linkedpackage/:a/:b/:c',
    {
      claim,
      params: LinkedPackage,
      summary: 'Line `c` of delivery note `a`, if it is packed in the piece of equipment `b`.',
    },
    (c) =>
      c.read((db, viewer) => {
        const { a, b, c: lineid } = c.params
        const { items } = readDelivery(db, viewer, a)
        const line = items.find(({ id, materialid }) => id === lineid || materialid === lineid)
        if (line?.package?.id !== b) throw notFound('package')
        return deliveryLineJson(line)
      }),
  ),

  api(
    'GET /api/delivery/:id/history',
    { claim, params: ById, query: HistoryQuery, summary: 'The changes of one delivery note.' },
    (c) =>
      c.read((db, viewer) => {
        visibleDelivery(db, viewer, c.params.id)
        return historyReply(c, db, 'deliveries', c.params.id)
      }),
  ),
]
