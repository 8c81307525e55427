import { COMPLETE } from '#db/job-status.ts'
import { listDepositsOfJob } from '#db/queries/sales/deposits.ts'
import type { OpenLink } from '#db/queries/work/job-links.ts'
import { organisations } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import { organisationParty } from '#server/documents/parties.ts'
import { getRecord } from '#server/records.ts'
import { estimateName } from '#views/documents/estimate-name.ts'
import type { AgreedDeposit } from '#views/work/joblinks/agreed-deposit.tsx'
import { findApproval } from './find-approval.ts'
import type { Shown } from './shown.ts'

type Of = Pick<OpenLink, 'jobid' | 'organisation' | 'reference' | 'status'>

/** What was agreed to be paid once the estimate was approved, and what became of it; undefined where nothing was. */
export function readAgreedDeposit(db: TenantDb, of: Of, shown: Shown): AgreedDeposit | undefined {
  if (shown.document !== 'estimate' || !shown.data.onacceptance) return
  const requests = listDepositsOfJob(db, of.jobid)
  const asking = requests.find(({ open }) => open > 0)
  const asked = requests.reduce((sum, { open }) => sum + open, 0)
  const received = requests.reduce((sum, { held, applied }) => sum + held + applied, 0)
  const since = findApproval(db, of.jobid)?.approvedutc ?? ''
  const grew = requests.length > 0 && requests.every(({ issuedutc }) => (issuedutc ?? '') < since)
  const invoiced = of.status > COMPLETE
  const rest = grew && !invoiced ? Math.max(0, shown.data.onacceptance.amount - asked - received) : 0
  const sent = shown.data.organisation
  const { bank } = organisationParty(getRecord(db, organisations, of.organisation))
  return {
    ...shown.data.onacceptance,
    to: { ...sent, bank },
    bankchanged: JSON.stringify(sent.bank) !== JSON.stringify(bank),
    reference: asking?.number ?? estimateName(of.reference),
    // Another organisation that asks has an account of its own.
    payable: asking
      ? asking.organisation === of.organisation
      : (requests.length === 0 || rest > 0) && !invoiced,
    requested: requests.length > 0,
    asked,
    received,
    rest,
    invoiced,
  }
}
