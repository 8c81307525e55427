import type { TenantDb } from '#db/types.ts'
import type { ClaimHolder } from '#server/access/claims.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { forbidden, invalid, notFound } from '#server/errors.ts'
import { readToday } from '#server/zone.ts'
import { narrowings, unnarrowed } from '#views/reporting/reports/narrowings.ts'
import type { LinkedRow } from '#views/reporting/reports/types.ts'
import type { Report, ReportParameters } from './report.ts'
import { reportByName, reports } from './reports.ts'

/** Sums are of the whole account, so they are for whoever sees all boards. */
export const mayReadReport = (report: Report, holder: ClaimHolder, viewer: Viewer) =>
  viewer.everything && report.claims.every((claim) => holder.can(claim))

export const listReports = (holder: ClaimHolder, viewer: Viewer): Report[] =>
  reports.filter((report) => mayReadReport(report, holder, viewer))

/** What stands behind a figure may ask for more than the figure: for who may not read it, that is no link. */
export function dropForbiddenLinks(
  rows: readonly LinkedRow[],
  holder: ClaimHolder,
  viewer: Viewer,
): LinkedRow[] {
  const readable = new Set(listReports(holder, viewer).map(({ name }) => name))
  return rows.map((row) => {
    const [, name] = /^\/reporting\/([^/?]+)/.exec(row.href ?? '') ?? []
    return name === undefined || readable.has(name) ? row : { ...row, href: null }
  })
}

/** @throws 404, 403 */
export function permitReport(name: string, holder: ClaimHolder, viewer: Viewer): Report {
  const report = reportByName(name)
  if (!report) throw notFound('report')
  if (!mayReadReport(report, holder, viewer))
    throw forbidden(
      'A report counts everything. You need the rights for what it counts, and to see all boards.',
    )
  return report
}

type Asked = { [K in keyof ReportParameters]?: string | null }

/** Without any: the last twelve months, this one included, and today. @throws 400 by field */
export function fillParameters(db: TenantDb, report: Report, asked: Asked): ReportParameters {
  const today = readToday(db)
  const firstDay = Temporal.PlainDate.from(today).with({ day: 1 }).subtract({ months: 11 }).toString()
  const filled = {
    start: asked.start || firstDay,
    end: asked.end || today,
    date: asked.date || today,
    ...unnarrowed,
    ...Object.fromEntries(narrowings.map((name) => [name, asked[name] || null])),
  }
  if (filled.start > filled.end) throw invalid({ end: 'The last day is before the first.' })
  if (report.parameters.includes('date') && filled.date > today)
    throw invalid({ date: 'This day has not come yet.' })
  return filled
}
