import { asPercent, type Percent, parsePercent } from './decimal.ts'

/** From that day on; `vat` null: no rate of its own. */
type VatChange = { since: string; vat: Percent | null }

type Written = { since: string; vat: string | number | null }

/** Of what `storeVatChanges` made, the oldest first. */
export const readVatChanges = (stored: string | null): VatChange[] =>
  stored ? (JSON.parse(stored) as Written[]).map(readChange) : []

/** What holds on a day: the newest change up to it, else what holds from the beginning. */
export function datedVat(first: number | null, stored: string | null, date: string): Percent | null {
  const change = readVatChanges(stored).findLast(({ since }) => since <= date)
  if (change) return change.vat
  return first === null ? null : asPercent(first)
}

const readChange = ({ since, vat }: Written): VatChange => ({
  since,
  vat: vat === null || vat === '' ? null : parsePercent(vat, 'VAT rate'),
})

const MOST = 20

/** Rows without a day and a rate are left out. */
export const writtenChanges = (rows: readonly Written[]): string => {
  const given = rows.filter(({ since, vat }) => since !== '' || (vat !== null && String(vat).trim() !== ''))
  if (given.length === 0) return ''
  return JSON.stringify(given.toSorted((a, b) => a.since.localeCompare(b.since)))
}

/** What is wrong with them, if anything; `check` says it of a rate. */
export function findVatChangesFault(
  stored: string,
  check: (rate: Percent) => string | undefined,
): string | undefined {
  if (stored === '') return
  const rows = JSON.parse(stored) as Written[]
  if (rows.length > MOST) return `At most ${MOST} changes of a rate are kept.`
  const days = rows.map(({ since }) => since)
  if (days.some((day) => !isDay(day))) return 'Each rate needs the day from which it holds.'
  const twice = days.find((day, at) => days.indexOf(day) < at)
  if (twice) return `There are two rates from ${twice} on: one day has one rate.`
  for (const row of rows)
    try {
      const { vat } = readChange(row)
      const fault = vat === null ? undefined : check(vat)
      if (fault) return fault
    } catch (error) {
      return (error as Error).message
    }
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number)
  const date = new Date(Date.UTC(year, month - 1, day))
  return year >= 1991 && date.toISOString().slice(0, 10) === text
}
