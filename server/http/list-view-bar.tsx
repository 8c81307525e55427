import type { ListViewRow } from '#db/queries/settings/listviews.ts'
import { canChangeView, listViewsFor, roleName } from '#server/list-views/read-list-views.ts'
import { ListViewBar } from '#views/settings/listviews/bar.tsx'
import type { Context, PublicContext } from './context.ts'
import type { KeptMarkup } from './kept-markup.ts'
import { listAddress } from './list-address.ts'
import { drawPageOnce } from './markup-cache.ts'
import type { PagePieces } from './pieces.ts'

/** The views of the list in a page, for the person who asks: what stands around them may be cached for all. */
export function addListViews(c: Context | PublicContext, { before, after, views }: KeptMarkup): PagePieces {
  const isHere = 'person' in c && views?.path === decodeURIComponent(c.url.pathname)
  return views && isHere ? [before, ...renderBar(c, views.region, views.hascolumns), after] : [before, after]
}

function renderBar(c: Context, region: string, hascolumns: boolean): PagePieces {
  const { person } = c
  const address = listAddress(c.request)
  if (!address) return []
  const { list, search, view, changed, gone } = address
  const named = c.read((db) =>
    listViewsFor(db, person, list).map((one) => ({
      id: one.id,
      name: one.name,
      about: describe(one, person.userid, one.roleid ? roleName(db, one.roleid) : ''),
      current: one.id === view?.id,
    })),
  )
  const { before } = drawPageOnce(
    <ListViewBar
      region={region}
      path={c.url.pathname}
      list={list}
      search={search.toString()}
      views={named}
      current={view && { id: view.id, name: view.name, changed, canchange: canChangeView(person, view) }}
      gone={gone}
      hascolumns={hascolumns}
    />,
  )
  return [before]
}

function describe({ userid, opens }: ListViewRow, me: string, role: string): string {
  if (!role) return 'only you'
  if (opens) return `opens for ${role}`
  return userid === me ? `yours, for ${role}` : `for ${role}`
}
