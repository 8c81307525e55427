import { COMPLETE } from '#db/job-status.ts'
import { listDepositsOfJob } from '#db/queries/sales/deposits.ts'
import type { OpenLink } from '#db/queries/work/job-links.ts'
import { organisations } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import { organisationParty } from '#server/documents/parties.ts'
import { getRecord } from '#server/records.ts'
import type { AgreedDeposit } from '#views/work/joblinks/agreed-deposit.tsx'
import type { Shown } from './shown.ts'

type Of = Pick<OpenLink, 'jobid' | 'organisation' | 'paper' | 'status'>

/** What was agreed to be paid once the estimate was approved, and what became of it; undefined where nothing was. */
export function readAgreedDeposit(db: TenantDb, of: Of, shown: Shown): AgreedDeposit | undefined {
  if (shown.document !== 'estimate' || !shown.data.onacceptance) return
  const requests = listDepositsOfJob(db, of.jobid)
  const asking = requests.find(({ open }) => open > 0)
  const sent = shown.data.organisation
  const { bank } = organisationParty(getRecord(db, organisations, of.organisation))
  return {
    ...shown.data.onacceptance,
    to: { ...sent, bank },
    bankchanged: JSON.stringify(sent.bank) !== JSON.stringify(bank),
    reference: asking?.number ?? of.paper,
    // Another organisation that asks has an account of its own.
    payable: asking
      ? asking.organisation === of.organisation
      : requests.length === 0 && of.status <= COMPLETE,
    requested: requests.length > 0,
    asked: requests.reduce((sum, { open }) => sum + open, 0),
    received: requests.reduce((sum, { held, applied }) => sum + held + applied, 0),
    invoiced: of.status > COMPLETE,
  }
}
