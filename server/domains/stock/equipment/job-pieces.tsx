import { INVOICED, REMOVED } from '#db/job-status.ts'
import { type Allocation, findEquipmentJobs, listJobEquipment } from '#db/queries/stock/equipment.ts'
import type { TenantDb } from '#db/types.ts'
import { canSeeJobAt, hasPermission, type Viewer } from '#server/access/viewer.ts'
import { visibleJob } from '#server/domains/work/jobs/find-job.ts'
import { jobLinks } from '#server/domains/work/jobs/job-links.ts'
import { readZone } from '#server/zone.ts'
import { type JobPiece, JobPieces } from '#views/stock/equipment/job-pieces.tsx'

/** What is on a job, as the tab of its dialog. @throws 404 */
export function jobPieces(db: TenantDb, viewer: Viewer, jobid: string) {
  const { boardid, status } = visibleJob(db, viewer, jobid)
  const pieces = listJobEquipment(db, jobid)
  const works = hasPermission(viewer, boardid, 'work') && viewer.claims.has('jobs.write')
  return (
    <JobPieces
      jobid={jobid}
      pieces={withPlaces(db, viewer, pieces)}
      zone={readZone(db)}
      canopen={viewer.claims.has('equipment.read')}
      canprocess={works && status !== REMOVED}
      canplace={works && status < INVOICED}
    />
  )
}

/** Where each comes from, and where it is now; a job that the person does not see keeps its name to itself. */
function withPlaces(db: TenantDb, viewer: Viewer, pieces: readonly Allocation[]): JobPiece[] {
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
    return {
      ...piece,
      id: equipmentid,
      added: addedutc,
      home: [storagename, locationname].filter(Boolean).join(', '),
      elsewhere: isElsewhere
        ? {
            reference: isShown ? now.reference : 'another job',
            href: isShown ? linkOf(now.boardid, now.reference) : undefined,
          }
        : undefined,
    }
  })
}
