import { menuBoards } from '#db/queries/boards.ts'
import { jobsOfEquipment } from '#db/queries/equipment.ts'
import { equipment } from '#db/schema/tenant/index.ts'
import { routesOf } from '#server/crud/crud.ts'
import { sees, sightOf } from '#server/domains/boards/sight.ts'
import { isLane } from '#server/domains/jobs/status.ts'
import { id, t } from '#server/http/fields.ts'
import { fragment } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { find } from '#server/records.ts'
import { jobsSegment, labelsOf } from '#server/resources.ts'
import { zoneOf } from '#server/zone.ts'
import { EquipmentJobs } from '#views/equipment/jobs.tsx'
import { piece } from './resource.ts'

export const equipmentPages: Route[] = [
  ...routesOf(piece),

  page('GET /equipment/list/:id/jobs', { claim: 'equipment.read', params: t.Object({ id: id() }) }, (c) =>
    c.read((db) => {
      find(db, equipment, c.params.id)
      const sight = sightOf(db, c.person)
      const segment = jobsSegment(labelsOf(db))
      const slugs = new Map(menuBoards(db).map((board) => [board.id, board.slug]))
      const jobs = jobsOfEquipment(db, c.params.id)
        .filter(({ boardid, location }) => sees(sight, boardid, location))
        .map(({ jobid, reference, boardid, addedutc, processed, status }) => ({
          jobid,
          reference,
          url: `/${segment}/${slugs.get(boardid)}/progress?open=${reference.toLowerCase()}`,
          added: addedutc,
          out: processed === 0 && isLane(status),
        }))
      return fragment(<EquipmentJobs jobs={jobs} zone={zoneOf(db)} />)
    }),
  ),
]
