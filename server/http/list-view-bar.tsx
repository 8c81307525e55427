import { renderToStaticMarkup } from 'react-dom/server'
import type { ListViewRow } from '#db/queries/settings/listviews.ts'
import { canChangeView, listViewsFor, roleName } from '#server/list-views/read-list-views.ts'
import { ListViewBar } from '#views/settings/listviews/bar.tsx'
import { fillListViews } from '#views/ui/list-views-mark.tsx'
import type { Context, PublicContext } from './context.ts'
import { listAddress } from './list-address.ts'

/** The views of the list in a page, for the person who asks: what stands around them may be cached for all. */
export const addListViews = (c: Context | PublicContext, html: string): string =>
  fillListViews(html, (region, path) =>
    'person' in c && path === decodeURIComponent(c.url.pathname) ? renderBar(c, region, html) : '',
  )

function renderBar(c: Context, region: string, html: string): string {
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
  return renderToStaticMarkup(
    <ListViewBar
      region={region}
      path={c.url.pathname}
      list={list}
      search={search.toString()}
      views={named}
      current={view && { id: view.id, name: view.name, changed, canchange: canChangeView(person, view) }}
      gone={gone}
      hascolumns={html.includes(`id="columns-${region}"`)}
    />,
  )
}

function describe({ userid, opens }: ListViewRow, me: string, role: string): string {
  if (!role) return 'only you'
  if (opens) return `opens for ${role}`
  return userid === me ? `yours, for ${role}` : `for ${role}`
}
