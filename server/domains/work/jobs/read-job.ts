import { detailRow } from '#db/queries/work/jobs.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { notFound } from '#server/errors.ts'
import { visibleJob } from './find-job.ts'
import { named, readCards, withoutMoney } from './present-cards.ts'
import type { JobDetail } from './types.ts'

/** A job as its dialog shows it, amounts only with `jobs.money`. @throws 404 */
export function readJob(db: TenantDb, viewer: Viewer, id: string): JobDetail {
  const job = visibleJob(db, viewer, id)
  const full = readCards(db, [id]).get(id)
  const row = detailRow(db, id)
  if (!full || !row) throw notFound('job')
  return {
    ...(viewer.claims.has('jobs.money') ? full.card : withoutMoney(full.card)),
    statenote: row.statenote,
    feedback: row.feedback,
    customerreference: row.customerreference,
    scheduledminutes: job.scheduledminutes,
    division: named(row.division, row.divisionname),
    organisation: named(row.organisation, row.organisationname),
    board: { id: row.boardid, name: row.boardname, slug: row.boardslug },
    permission: viewer.boards.get(row.boardid) ?? 'see',
    template: row.template === 1,
    statusbefore: row.statusbefore,
    warninglist: full.warnings,
  }
}
