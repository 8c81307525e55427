import { planReports } from '#server/domains/reporting/reportschedules/send-reports.tsx'
import { wakeRepeatInvoices } from '#server/domains/sales/repeatinvoices/run.ts'
import { Problem } from '#server/errors.ts'
import type { Services } from '#server/services.ts'
import { findPlaced } from './cell.ts'

/** At the cell that serves it. What was being saved is saved; its people connect again. @throws 409 */
export async function releaseAccount(services: Services, accountid: string) {
  const { cell, target } = findPlaced(services.platform, accountid)
  // A request that comes after its sender gave up.
  if (cell !== services.cell?.id || target === null)
    throw new Problem(409, `${accountid} is not being moved away from here.`)
  await services.tenants.release(accountid)
  services.hub.closeAccount(accountid, 'The account is served by another process now.')
}

/** At the cell that serves it from now on: what waits in its file is this one's to send. */
export function acquireAccount(services: Services, accountid: string) {
  services.tenants.position(accountid)
  services.mail.mailQueued(accountid)
  services.xero.queued(accountid)
  services.webhooks.queued(accountid)
  wakeRepeatInvoices(services, accountid)
  planReports(services, accountid)
}
