import { nameById } from '#db/queries/crud.ts'
import { assetCodes, equipmentInUse, findEquipmentJobs, MOST_CODES } from '#db/queries/stock/equipment.ts'
import { jobsByReference, listPlaceChanges } from '#db/queries/stock/equipment-places.ts'
import { equipment, locations, storage } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import { canSeeJobAt, hasPermission, type Viewer } from '#server/access/viewer.ts'
import { crudRoutes } from '#server/crud/crud.ts'
import { jobLinks } from '#server/domains/work/jobs/job-links.ts'
import { ById } from '#server/http/fields.ts'
import { fragment, view } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { marssInUse } from '#server/marss/key.ts'
import { getRecord } from '#server/records.ts'
import { pageTitle } from '#server/resources.ts'
import { readZone } from '#server/zone.ts'
import { Availability } from '#views/stock/equipment/availability.tsx'
import { type EquipmentPlace, EquipmentPlaces, PlaceList } from '#views/stock/equipment/places.tsx'
import { SendToJob } from '#views/stock/equipment/send-to-job.tsx'
import { availabilityExport } from './api-export.ts'
import { tryMarssAssets } from './find-marss-assets.ts'
import { AvailabilityQuery, PlacesQuery } from './input.ts'
import { jobPieces } from './job-pieces.tsx'
import { buildPlaceHistory } from './place-history.ts'
import { equipmentResource } from './resource.ts'

export const equipmentPages: Route[] = [
  ...crudRoutes(equipmentResource),

  page(
    'GET /equipment/availability',
    { claim: 'equipment.read', query: AvailabilityQuery, summary: 'Which equipment is free when.' },
    async (c) => {
      const { search = '' } = c.query
      const codes = c.read((db) => assetCodes(db, search))
      const marss = c.query.marss ? await tryMarssAssets(c, codes) : undefined
      return c.read((db) =>
        view(
          <Availability
            url={c.url.pathname + c.url.search}
            search={search}
            label={pageTitle(db, 'pages.equipment')}
            codes={codes}
            most={MOST_CODES}
            zone={readZone(db)}
            canexport={c.can('records.export')}
            canask={marssInUse(c.services.config, db)}
            marss={marss}
          />,
          { title: 'Availability', page: 'pages.equipment' },
        ),
      )
    },
  ),

  availabilityExport,

  page(
    'GET /equipment/job/:id',
    { claim: 'jobs.read', params: ById, summary: 'The equipment of a job, as the tab of its dialog.' },
    (c) => c.read((db, viewer) => fragment(jobPieces(db, viewer, c.params.id))),
  ),

  page(
    'GET /equipment/list/:id/places',
    { claim: 'equipment.read', params: ById, query: PlacesQuery, summary: 'Where equipment was.' },
    (c) =>
      c.read((db, viewer) => {
        const { id } = c.params
        const places = findPlaces(db, viewer, id)
        if (c.query.list) return fragment(<PlaceList places={places} zone={readZone(db)} />)
        return fragment(
          <EquipmentPlaces id={id} places={places} zone={readZone(db)}>
            {sendToJob(db, viewer, id)}
          </EquipmentPlaces>,
        )
      }),
  ),
]

/** A job that the person does not see keeps its name to itself. @throws 404 */
function findPlaces(db: TenantDb, viewer: Viewer, id: string): EquipmentPlace[] {
  const row = getRecord(db, equipment, id)
  const stays = buildPlaceHistory(listPlaceChanges(db, id), {
    location: row.location ? nameById(db, locations, row.location) : '',
    storage: row.storageid ? nameById(db, storage, row.storageid) : '',
    job: findEquipmentJobs(db, [id])[0]?.reference,
    createdutc: row.createdutc,
  })
  const references = stays.flatMap(({ kind, where }) => (kind === 'job' ? where : []))
  const jobs = new Map(jobsByReference(db, [...new Set(references)]).map((job) => [job.reference, job]))
  const linkOf = jobLinks(db)
  return stays.map((stay): EquipmentPlace => {
    if (stay.kind !== 'job') return stay
    const job = jobs.get(stay.where)
    if (!job || !canSeeJobAt(viewer, job.boardid, job.location)) return { ...stay, where: 'A job' }
    return { ...stay, url: linkOf(job.boardid, stay.where) }
  })
}

/** Nothing for whoever may not change the job it is out on, or any. */
function sendToJob(db: TenantDb, viewer: Viewer, id: string) {
  const piece = equipmentInUse(db, id)
  if (!piece || !viewer.claims.has('jobs.write')) return
  const [out] = findEquipmentJobs(db, [id])
  if (!out) return <SendToJob id={id} name={piece.name} />
  if (!canSeeJobAt(viewer, out.boardid, out.location) || !hasPermission(viewer, out.boardid, 'work')) return
  const on = { id: out.jobid, reference: out.reference, href: jobLinks(db)(out.boardid, out.reference) }
  return <SendToJob id={id} name={piece.name} on={on} />
}
