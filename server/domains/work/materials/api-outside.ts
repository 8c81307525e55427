import { lineById } from '#db/queries/work/materials.ts'
import { marssKey } from '#server/domains/catalogue/inventory/marss-key.ts'
import { visibleJob } from '#server/domains/work/jobs/find-job.ts'
import { notFound } from '#server/errors.ts'
import { ById } from '#server/http/fields.ts'
import { dataReply } from '#server/http/reply.ts'
import { api, type Route } from '#server/http/route.ts'
import { fetchMarssLevels, findLineItem } from './fetch-marss-levels.ts'

export const materialsOutside: Route[] = [
  api(
    'GET /api/materials/:id/po',
    {
      claim: 'jobs.read',
      params: ById,
      summary:
        'The purchase order lines that a line is on. Nothing can be ordered yet, so the list is always empty.',
    },
    (c) =>
      c.read((db, viewer) => {
        const row = lineById(db, c.params.id)
        if (!row) throw notFound('line')
        visibleJob(db, viewer, row.line.jobid)
        return dataReply([], { total: 0 })
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
      const [item, key] = c.read(
        (db, viewer) => [findLineItem(db, viewer, c.params.id), marssKey(db, c.services.encryption)] as const,
      )
      const levels = await fetchMarssLevels(c.services.config.marssurl, key, item)
      return dataReply(levels, { total: levels.length })
    },
  ),
]
