import type { TenantDb } from '#db/types.ts'
import { readZone, todayIn } from '#server/zone.ts'
import type { ApprovedBefore, ChangedLine } from '#views/documents/approved-before.ts'
import type { DocumentLine, EstimateData } from '#views/documents/types.ts'
import { findApproval } from './find-approval.ts'

type Offered = Pick<EstimateData, 'lines' | 'totals'>
type Job = { id: string; estimatesentutc: string | null }

/** What an estimate says otherwise than the one that was approved; its lines where that went by a link. Undefined where nothing. */
export function sinceApproval(db: TenantDb, job: Job, now: Offered): ApprovedBefore | undefined {
  const approval = findApproval(db, job.id)
  // Whoever approved it before it was ever sent was none of the client's.
  if (!approval || (!approval.paper && job.estimatesentutc === null)) return
  const { approved: total, approvedutc, paper } = approval
  const lines = paper ? changedLines(JSON.parse(paper.shown).data.lines, now.lines) : []
  if (lines.length === 0 && total === now.totals.total) return
  return { date: todayIn(readZone(db), new Date(approvedutc)), total, lines }
}

/** Those of the same words are one line; in the order of the estimate, what went last. */
function changedLines(before: readonly DocumentLine[], now: readonly DocumentLine[]): ChangedLine[] {
  const rest = [...before]
  const take = (isSame: (line: DocumentLine) => boolean) => {
    const at = rest.findIndex(isSame)
    return at < 0 ? undefined : rest.splice(at, 1)[0]
  }
  const changed = now
    .filter((line) => !take((one) => Bun.deepEquals(one, JSON.parse(JSON.stringify(line)))))
    .map((line) => ({ was: take((one) => one.description === line.description), now: line }))
  return [...changed, ...rest.map((was) => ({ was }))]
}
