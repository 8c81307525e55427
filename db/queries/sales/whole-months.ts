import type { CountedSum } from '#db/queries/sums.ts'

export type Span = { start?: string | null; end?: string | null }

type Split = { months?: Span; days: Span[] }

/** The whole months of some days, both included, which are summed already, and the days before and after them. */
export function splitMonths({ start, end }: Span): Split {
  const [from, to] = [start, end].map((day) => (day ? Temporal.PlainDate.from(day) : undefined))
  const first = from && (from.day === 1 ? from : from.with({ day: 1 }).add({ months: 1 }))
  const last = to && (to.day === to.daysInMonth ? to : to.with({ day: 1 }).subtract({ days: 1 }))
  if (first && last && Temporal.PlainDate.compare(first, last) > 0) return { days: [{ start, end }] }
  return {
    months: { start: first?.toString(), end: last?.toString() },
    days: [
      ...(from && first && !from.equals(first)
        ? [{ start, end: first.subtract({ days: 1 }).toString() }]
        : []),
      ...(to && last && !to.equals(last) ? [{ start: last.add({ days: 1 }).toString(), end }] : []),
    ],
  }
}

type Sum = (span: Span) => object | null | undefined

export function sumByMonths({ months, days }: Split, ofDays: Sum, ofMonths: Sum): CountedSum {
  const sums = [...days.map(ofDays), ...(months ? [ofMonths(months)] : [])] as CountedSum[]
  return {
    count: sums.reduce((sum, { count }) => sum + count, 0),
    cents: sums.reduce((sum, { cents }) => sum + cents, 0),
  } as CountedSum
}
