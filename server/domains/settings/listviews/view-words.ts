import { findOwnWorker } from '#db/queries/settings/listviews.ts'
import type { TenantDb } from '#db/types.ts'
import type { ListViewer } from '#server/list-views/read-list-views.ts'
import { relativeDate, resolveRelativeDate } from '#server/list-views/relative-dates.ts'
import { readToday } from '#server/zone.ts'

const DATE = /^\d{4}-\d{2}-\d{2}$/
const labels: Record<string, string> = { start: 'From', end: 'To' }

const datesIn = (db: TenantDb, search: URLSearchParams) => {
  const today = readToday(db)
  return [...search].flatMap(([name, value]) => {
    const date = DATE.test(value) ? value : resolveRelativeDate(value, today)
    return date && name in labels ? [{ name, ...relativeDate(date, today) }] : []
  })
}

/** How each date of an address reads if it moves with the day. */
export const movingDates = (db: TenantDb, search: URLSearchParams): string[] =>
  datesIn(db, search).map(({ name, words }) => `${labels[name]}: ${words}`)

export function isAssignedToMe(db: TenantDb, { userid }: ListViewer, search: URLSearchParams): boolean {
  const assignee = search.get('assignee')
  return assignee !== null && (assignee === 'me' || assignee === findOwnWorker(db, userid))
}

/** The same with words for its dates and for whoever looks, as was asked for. */
export function withWords(
  db: TenantDb,
  person: ListViewer,
  search: URLSearchParams,
  { moving, mine }: { moving?: boolean; mine?: boolean },
): URLSearchParams {
  const worded = new URLSearchParams(search)
  for (const { name, word } of moving ? datesIn(db, search) : []) worded.set(name, word)
  if (mine && isAssignedToMe(db, person, search)) worded.set('assignee', 'me')
  return worded
}
