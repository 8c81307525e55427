import { organisationParty } from '#server/documents/parties.ts'
import { print } from '#server/documents/print.ts'
import { resolveOrganisation } from '#server/documents/resolve-organisation.ts'
import type { Requester } from '#server/fair-queue.ts'
import type { Services } from '#server/services.ts'
import { readZone } from '#server/zone.ts'
import { instant, shortDate } from '#views/format.ts'
import type { Report, ReportParameters } from './report.ts'
import { askReport, fileHeaders } from './report-file.ts'

/** Some 40 pages. */
const MOST = 1_500

export type Printed = { report: Report; parameters: ReportParameters; narrowed: readonly string[] }
export type Printer = { services: Pick<Services, 'tenants' | 'config' | 'files'>; now(): Date }

/** The days that a report is asked for, as they are read. */
export function describeDays({ parameters: names }: Report, { start, end, date }: ReportParameters): string {
  if (names.includes('start')) return `${shortDate(start)} to ${shortDate(end)}`
  return names.includes('date') ? `At the end of ${shortDate(date)}` : ''
}

/** With as many rows as it says. @throws 400 without an organisation, and as `askReport` */
export async function makeReportPdf(
  c: Printer,
  requester: Requester,
  { report, parameters, narrowed }: Printed,
  onProgress?: (rows: number) => void,
): Promise<Uint8Array> {
  const { name, title, about, columns } = report
  const result = await askReport(c, requester, { name, parameters, file: null, most: MOST }, onProgress)
  const { organisation, zone } = c.services.tenants.read(requester.accountid, (db) => ({
    organisation: organisationParty(resolveOrganisation(db, {})),
    zone: readZone(db),
  }))
  const data = {
    ...{ organisation, title, about, columns, ...result },
    filter: [describeDays(report, parameters), ...narrowed].filter(Boolean).join('  ·  '),
    printed: instant(c.now().toISOString(), zone),
  }
  return print(c.services.files, requester, { document: 'report', data })
}

export async function printReport(c: Printer, requester: Requester, printed: Printed): Promise<Response> {
  const bytes = await makeReportPdf(c, requester, printed)
  return new Response(Buffer.from(bytes), {
    headers: fileHeaders('pdf', `${printed.report.title}.pdf`, true),
  })
}
