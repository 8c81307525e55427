import type { ReportColumn, ReportRow } from '#views/reporting/reports/types.ts'
import { type AgeBucket, type Ageing, ageNames } from '#views/sales/debtors/types.ts'

const buckets = Object.keys(ageNames) as AgeBucket[]

export const agedColumns = (head: string): readonly ReportColumn[] => [
  { key: 'name', head, kind: 'text' },
  ...buckets.map((key) => ({ key, head: ageNames[key], kind: 'money' as const, sums: true })),
  { key: 'credit', head: 'Credit', kind: 'money', sums: true },
  { key: 'total', head: 'Owed', kind: 'money', sums: true },
]

type Aged = { id: string | null; name: string; ages: Ageing }

/** The largest first; credit counts against what is owed. */
export const agedRows = (aged: readonly Aged[]): ReportRow[] =>
  aged
    .map(({ id, name, ages }) => ({ id, name, ...ages, credit: 0 - ages.credit }))
    .sort((a, b) => b.total - a.total)
