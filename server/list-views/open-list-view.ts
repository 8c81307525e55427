import type { ListViewRow } from '#db/queries/settings/listviews.ts'
import type { TenantDb } from '#db/types.ts'
import { readToday } from '#server/zone.ts'
import { findListView, findOpeningView, type ListViewer } from './read-list-views.ts'
import { resolveRelativeDate } from './relative-dates.ts'
import { resolveMe } from './resolve-me.ts'

/** Of where somebody stands in a list, not of what the list shows. */
const PLACE = ['open', 'next', 'skip', 'take', 'format']
const NONE = 'none'

/** What an address asks of a list: the view that it names or departs from, and all that it shows. */
export type ListAddress = {
  list: string
  /** With the view's own filters, and `fromview` for the view that they come from. */
  search: URLSearchParams
  view?: ListViewRow
  /** Other than the view says: a copy that is not saved. */
  changed: boolean
  /** It names a view that is gone, or that is not theirs, or whose filters the list no longer has. */
  gone: boolean
}

const withoutNames = (search: URLSearchParams, names: readonly string[]) =>
  new URLSearchParams([...search].filter(([name, value]) => value && !names.includes(name)))

/** What a view keeps of an address, always in one order. */
export function viewQuery(search: URLSearchParams): string {
  const kept = withoutNames(search, [...PLACE, 'view', 'fromview'])
  kept.sort()
  return kept.toString()
}

/** Words for dates and for oneself are what they stand for. */
export function resolveViewWords(
  db: TenantDb,
  { userid }: Pick<ListViewer, 'userid'>,
  search: URLSearchParams,
): URLSearchParams {
  const today = readToday(db)
  return new URLSearchParams(
    [...search].map(([name, value]) => [
      name,
      name === 'assignee' ? resolveMe(db, userid, value) : (resolveRelativeDate(value, today) ?? value),
    ]),
  )
}

/** `?view=` alone is the view; with `fromview=` an address says all itself, and only where it comes from. */
export function openListAddress(
  db: TenantDb,
  person: ListViewer,
  list: string,
  asked: URLSearchParams,
  takes: (search: URLSearchParams) => boolean,
): ListAddress {
  const differs = (search: URLSearchParams, { query }: ListViewRow) =>
    viewQuery(search) !== query &&
    viewQuery(resolveViewWords(db, person, search)) !==
      viewQuery(resolveViewWords(db, person, new URLSearchParams(query)))
  const [named, copied] = [asked.get('view'), asked.get('fromview')]
  const plain = withoutNames(asked, ['view'])
  if (copied) {
    const view = copied === NONE ? undefined : findListView(db, person, list, copied)
    const changed = view !== undefined && differs(asked, view)
    return { list, search: plain, view, changed, gone: !view && copied !== NONE }
  }
  const opening = findOpeningView(db, person, list)
  if (named === NONE) {
    if (opening) plain.set('fromview', NONE)
    return { list, search: plain, changed: false, gone: false }
  }
  if (!named && (viewQuery(asked) || !opening)) return { list, search: asked, changed: false, gone: false }
  const view = named ? findListView(db, person, list, named) : opening
  const search = new URLSearchParams(view?.query)
  for (const [name, value] of plain) search.set(name, value)
  if (!view || !takes(search)) return { list, search: plain, changed: false, gone: true }
  const changed = differs(search, view)
  search.set('fromview', view.id)
  return { list, search, view, changed, gone: false }
}
