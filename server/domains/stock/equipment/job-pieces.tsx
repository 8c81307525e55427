import { INVOICED, REMOVED } from '#db/job-status.ts'
import { nameById } from '#db/queries/crud.ts'
import { type Allocation, findEquipmentJobs, listJobEquipment } from '#db/queries/stock/equipment.ts'
import { locations } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import { canSeeJobAt, hasPermission, type Viewer } from '#server/access/viewer.ts'
import { visibleJob } from '#server/domains/work/jobs/find-job.ts'
import { jobLinks } from '#server/domains/work/jobs/job-links.ts'
import { readZone } from '#server/zone.ts'
import { type JobPiece, JobPieces } from '#views/stock/equipment/job-pieces.tsx'

const COMES_IN = 1

/** What is on a job, as the tab of its dialog. @throws 404 */
export function jobPieces(db: TenantDb, viewer: Viewer, jobid: string) {
  const { boardid, status, location } = visibleJob(db, viewer, jobid)
  const pieces = listJobEquipment(db, jobid)
  const works = hasPermission(viewer, boardid, 'work') && viewer.claims.has('jobs.write')
  return (
    <JobPieces
      jobid={jobid}
      pieces={withPlaces(db, viewer, pieces, location ? nameById(db, locations, location) : '')}
      zone={readZone(db)}
      canopen={viewer.claims.has('equipment.read')}
      canprocess={works && status !== REMOVED}
      canplace={works && status < INVOICED}
    />
  )
}

/** Where each comes from, and where it is now; a job that the person does not see keeps its name to itself. */
function withPlaces(db: TenantDb, viewer: Viewer, pieces: readonly Allocation[], site: string): JobPiece[] {
  const linkOf = jobLinks(db)
  const out = new Map(
    findEquipmentJobs(
      db,
      pieces.map(({ equipmentid }) => equipmentid),
    ).map((place) => [place.equipmentid, place]),
  )
  return pieces.map(({ equipmentid, addedutc, storagename, locationname, ...piece }) => {
    const now = out.get(equipmentid)
    const isElsewhere = now && now.jobid !== piece.jobid
    const isShown = isElsewhere && canSeeJobAt(viewer, now.boardid, now.location)
    const home = [storagename, locationname].filter(Boolean).join(', ')
    // A piece of ours lies in a storage and at no client's: it leaves from there, whatever its role.
    const isTheirs = Boolean(locationname) || !storagename
    const [from, to] =
      piece.role === COMES_IN && isTheirs ? [locationname ?? site, storagename ?? ''] : [home, site]
    return {
      ...piece,
      id: equipmentid,
      added: addedutc,
      ...{ home, from, to },
      elsewhere: isElsewhere
        ? {
            reference: isShown ? now.reference : 'another job',
            href: isShown ? linkOf(now.boardid, now.reference) : undefined,
          }
        : undefined,
    }
  })
}
