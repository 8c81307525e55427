import { listOrderedForJob } from '#db/queries/purchasing/order-lines.ts'
import { lineById } from '#db/queries/work/materials.ts'
import { presentOrdered } from '#server/domains/purchasing/orders/present.ts'
import { visibleJob } from '#server/domains/work/jobs/find-job.ts'
import { notFound } from '#server/errors.ts'
import { ById } from '#server/http/fields.ts'
import { dataReply, listData } from '#server/http/reply.ts'
import { api, type Route } from '#server/http/route.ts'
import { askMarss } from '#server/marss/ask-marss.ts'
import { askLevels } from '#server/marss/protocol.ts'
import { findLineItem } from './find-line-item.ts'

export const materialsOutside: Route[] = [
  api(
    'GET /api/materials/:id/po',
    {
      claim: 'jobs.read',
      params: ById,
      summary: 'The lines of purchase orders that order the item of a line for its job, the newest first.',
    },
    (c) =>
      c.read((db, viewer) => {
        const row = lineById(db, c.params.id)
        if (!row) throw notFound('line')
        visibleJob(db, viewer, row.line.jobid)
        const { jobid, inventoryid } = row.line
        const ordered = inventoryid && viewer.claims.has('purchase.read')
        return listData(
          ordered ? listOrderedForJob(db, jobid, inventoryid).map((one) => presentOrdered(one, viewer)) : [],
        )
      }),
  ),

  api(
    'GET /api/materials/levels/marss/:id',
    {
      claim: 'stock.read',
      params: ById,
      summary: 'What Marss holds of the item of a line, or of an item, by its code and barcode.',
    },
    async (c) => {
      const item = c.read((db, viewer) => findLineItem(db, viewer, c.params.id))
      const { rows, part } = await askMarss(c, (config) => askLevels(config, item))
      return dataReply(rows, { total: rows.length, message: part })
    },
  ),
]
