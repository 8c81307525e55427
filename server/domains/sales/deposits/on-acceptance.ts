import { jobForPrint } from '#db/queries/documents.ts'
import { prepared } from '#db/sqlite.ts'
import type { Tx } from '#db/tenants.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { getEditableJob } from '#server/domains/work/jobs/find-job.ts'
import { touchJob } from '#server/domains/work/jobs/touch-job.ts'
import { invalid } from '#server/errors.ts'
import { recordHistory } from '#server/history.ts'
import { asCents, type Cents, hundredPercent, type Percent } from '#server/money/decimal.ts'
import { multiply } from '#server/money/round.ts'
import { formatPercent } from '#views/format.ts'

/** What the estimate says is to be paid once it is accepted; none takes it off. @throws 404, 403, 400 by the field */
export function setDepositOnAcceptance(tx: Tx, viewer: Viewer, jobid: string, percent: Percent | null) {
  getEditableJob(tx.db, viewer, jobid)
  if (percent !== null && (percent <= 0 || percent > hundredPercent))
    throw invalid({ deposit: 'Enter a percentage above 0 and up to 100, or leave it empty.' })
  const before = jobForPrint(tx.db, jobid)?.job.depositpercent ?? null
  if (before === percent) return
  prepared(tx.db, 'UPDATE jobs SET depositpercent = ? WHERE id = ?').run([percent, jobid])
  const words = (of: number | null) => (of === null ? '' : formatPercent(of))
  recordHistory(tx, 'jobs', jobid, [
    { field: 'deposit on acceptance', oldvalue: words(before), newvalue: words(percent) },
  ])
  touchJob(tx, jobid)
}

type Offered = { depositpercent: Percent | null }

/** As the paper and the page of the client say it; nothing where the total is nothing. */
export function computeDeposit(
  { depositpercent }: Offered,
  total: Cents,
): { percent: Percent; amount: Cents } | undefined {
  const amount = depositpercent ? asCents(multiply(total, depositpercent, hundredPercent)) : 0
  return depositpercent && amount > 0 ? { percent: depositpercent, amount: asCents(amount) } : undefined
}
