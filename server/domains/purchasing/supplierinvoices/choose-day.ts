import type { TenantDb } from '#db/types.ts'
import { invalid } from '#server/errors.ts'
import { readToday } from '#server/zone.ts'

/** @throws 400 for a day that has not come */
export function chooseAgedDay(db: TenantDb, { date }: { date?: string | null }) {
  const today = readToday(db)
  if (date && date > today) throw invalid({ date: 'This day has not come yet.' })
  return { on: date ?? today, chosen: Boolean(date) && date !== today }
}
