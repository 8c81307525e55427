import { heedPlannedReports } from '#server/domains/reporting/reportschedules/send-reports.tsx'
import { wakeRepeatInvoices } from '#server/domains/sales/repeatinvoices/run.ts'
import type { Services } from '#server/services.ts'

/** At the cell that serves it from now on: what waits in its file is this one's to send. */
export function arrive(services: Services, accountid: string) {
  services.tenants.position(accountid)
  services.mail.mailQueued(accountid)
  services.xero.queued(accountid)
  services.webhooks.queued(accountid)
  wakeRepeatInvoices(services, accountid)
  const schedules = { table: 'reportschedules' }
  heedPlannedReports(services, accountid, { seq: 0, event: 'RecordChanged', args: [schedules] })
}
