import type { ListViewRow } from '#db/queries/settings/listviews.ts'
import { canChangeView, listViewsFor, roleName } from '#server/list-views/read-list-views.ts'
import { ListViewBar } from '#views/settings/listviews/bar.tsx'
import { fillListViews, type ListViewsPlace } from '#views/ui/list-views-mark.tsx'
import type { Context, PublicContext } from './context.ts'
import { hasColumns, type KeptMarkup } from './kept-markup.ts'
import { listAddress } from './list-address.ts'
import { drawOnce } from './markup-cache.ts'

/** The views of the list in a page, for the person who asks: what stands around them may be cached for all. */
export function addListViews(
  c: Context | PublicContext,
  html: string | KeptMarkup,
): string | Uint8Array<ArrayBuffer> {
  const bar = ({ region, path }: ListViewsPlace, hascolumns: boolean) =>
    'person' in c && path === decodeURIComponent(c.url.pathname) ? renderBar(c, region, hascolumns) : ''
  if (typeof html === 'string')
    return fillListViews(html, (region, path) => bar({ region, path }, hasColumns(html, region)))
  const { before, after, views } = html
  return Buffer.concat([before, Buffer.from(views ? bar(views, views.hascolumns) : ''), after])
}

function renderBar(c: Context, region: string, hascolumns: boolean): string {
  const { person } = c
  const address = listAddress(c.request)
  if (!address) return ''
  const { list, search, view, changed, gone } = address
  const named = c.read((db) =>
    listViewsFor(db, person, list).map((one) => ({
      id: one.id,
      name: one.name,
      about: describe(one, person.userid, one.roleid ? roleName(db, one.roleid) : ''),
      current: one.id === view?.id,
    })),
  )
  return drawOnce(
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
}

function describe({ userid, opens }: ListViewRow, me: string, role: string): string {
  if (!role) return 'only you'
  if (opens) return `opens for ${role}`
  return userid === me ? `yours, for ${role}` : `for ${role}`
}
