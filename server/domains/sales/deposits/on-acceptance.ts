import { jobForPrint } from '#db/queries/documents.ts'
import { listDepositsOfJob } from '#db/queries/sales/deposits.ts'
import { prepared } from '#db/sqlite.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
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

type Offered = { id: string; client: string | null; depositpercent: Percent | null }
type Agreed = { percent: Percent; amount: Cents; received?: Cents }

/** As the paper and the page of the client say it; nothing where the total is nothing. */
export function computeDeposit(
  db: TenantDb,
  { id, client, depositpercent }: Offered,
  { organisation, total }: { organisation: string; total: Cents },
): Agreed | undefined {
  const amount = depositpercent ? asCents(multiply(total, depositpercent, hundredPercent)) : 0
  if (!depositpercent || amount <= 0) return
  const received = sumReceived(db, id, { organisation, client })
  return { percent: depositpercent, amount: asCents(amount), ...(received > 0 && { received }) }
}

/** Of the deposits that an invoice of that organisation takes off, or took off before. */
function sumReceived(
  db: TenantDb,
  jobid: string,
  by: { organisation: string; client: string | null },
): Cents {
  const own = listDepositsOfJob(db, jobid).filter(
    ({ organisation, client }) => organisation === by.organisation && client === by.client,
  )
  return asCents(own.reduce((sum, { held, applied }) => sum + held + applied, 0))
}
