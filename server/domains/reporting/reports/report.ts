import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'
import type { Claim } from '#server/access/claims.ts'
import type { Narrowing } from '#views/reporting/reports/narrowings.ts'
import type { ReportColumn, ReportRow } from '#views/reporting/reports/types.ts'

/** Days as `YYYY-MM-DD`. */
export type ReportParameters = { start: string; end: string; date: string } & Record<Narrowing, string | null>

export type ParameterName = keyof ReportParameters

export type Report = {
  name: string
  title: string
  /** What it counts, and what it leaves out. */
  about: string
  group: 'Sales' | 'Money' | 'Purchasing' | 'Jobs' | 'People' | 'Stock'
  /** Needed beside `reports.read`. */
  claims: readonly Claim[]
  parameters: readonly ParameterName[]
  columns: readonly ReportColumn[]
  read(db: TenantDb, parameters: ReportParameters): Iterable<ReportRow>
  /** The columns of which it draws bars. */
  plot?: { label: string; value: string }
  /** Makes the addresses of what stands behind its rows. */
  links?(db: TenantDb, parameters: ReportParameters): (row: ReportRow) => string | null
}

export type ReportPeriod = Pick<ReportParameters, 'start' | 'end'>

/** The days of a month, as `YYYY-MM`, of which a period holds some: a figure of it counts no others. */
export function clipMonth(month: string, { start, end }: ReportPeriod): ReportPeriod {
  const last = Temporal.PlainYearMonth.from(month).toPlainDate({ day: 31 }).toString()
  const first = `${month}-01`
  return { start: first > start ? first : start, end: last < end ? last : end }
}

/** By a statement that names its parameters as `:start`. It must name all that it is given. */
export const readBySql =
  (text: string, names: readonly ParameterName[]): Report['read'] =>
  (db, parameters) =>
    prepared<ReportRow>(db, text).iterate(
      Object.fromEntries(names.map((name) => [name, parameters[name] ?? null])),
    )
