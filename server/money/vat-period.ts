/** Of the returns of a vendor (VAT Act s27): in which months their periods end; yearly ones end with the financial year. */
const endMonths = { A: [1, 3, 5, 7, 9, 11], B: [2, 4, 6, 8, 10, 12], D: [2, 8] }

export const vatCategories = {
  A: 'A: two months, to Jan, Mar etc.',
  B: 'B: two months, to Feb, Apr etc.',
  C: 'C: each month',
  D: 'D: six months, to Feb and Aug',
  E: 'E: the financial year',
}
type VatCategory = keyof typeof vatCategories

export const vatCategoryNames = Object.keys(vatCategories) as VatCategory[]

/** For where somebody chooses. */
export const vatCategoryOptions = vatCategoryNames.map((value) => ({ value, label: vatCategories[value] }))

export const isVatCategory = (text: string): text is VatCategory => Object.hasOwn(vatCategories, text)

/** Calendar days, both included. */
export type VatPeriod = { start: string; end: string }

/** The one that a day lies in. */
export function vatPeriod(category: VatCategory, finyearend: number, date: string): VatPeriod {
  const months = monthsOf(category, finyearend)
  const day = Temporal.PlainDate.from(date)
  const length = 12 / months.length
  const last = months.find((month) => month >= day.month) ?? (months[0] as number) + 12
  const end = day.with({ month: 1, day: 1 }).add({ months: last })
  return { start: end.subtract({ months: length }).toString(), end: end.subtract({ days: 1 }).toString() }
}

type Listed = { date: string; first: string; most: number }

/** The newest first, from that of the day back to that of the first day. */
export function vatPeriods(
  category: VatCategory,
  finyearend: number,
  { date, first, most }: Listed,
): VatPeriod[] {
  const periods = [vatPeriod(category, finyearend, date)]
  while (periods.length < most) {
    const { start } = periods.at(-1) as VatPeriod
    if (start <= first) break
    periods.push(
      vatPeriod(category, finyearend, Temporal.PlainDate.from(start).subtract({ days: 1 }).toString()),
    )
  }
  return periods
}

/** The calendar months of a period, in order. */
export function monthsOfPeriod({ start, end }: VatPeriod): VatPeriod[] {
  const months: VatPeriod[] = []
  for (let month = Temporal.PlainDate.from(start); month.toString() < end; month = month.add({ months: 1 }))
    months.push({
      start: month.toString(),
      end: month.add({ months: 1 }).subtract({ days: 1 }).toString(),
    })
  return months
}

const monthsOf = (category: VatCategory, finyearend: number): readonly number[] =>
  category === 'C'
    ? Array.from({ length: 12 }, (_, at) => at + 1)
    : category === 'E'
      ? [finyearend]
      : endMonths[category]
