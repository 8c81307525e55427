import { Icon } from '#views/ui/icon.tsx'
import { dialogLink, withQuery } from '#views/ui/links.ts'
import { Menu, MenuItem, MenuLine } from '#views/ui/menu.tsx'

type NamedView = { id: string; name: string; about: string; current: boolean }

type ListViewBarProps = {
  region: string
  path: string
  /** The list as its route names it. */
  list: string
  /** What is shown now, as an address says it. */
  search: string
  views: readonly NamedView[]
  current?: { id: string; name: string; changed: boolean; canchange: boolean }
  gone: boolean
  hascolumns: boolean
}

/** The named views of a list, and whether what is shown is one of them or a copy that nobody saved. */
export function ListViewBar(props: ListViewBarProps) {
  const { region, path, list, search, views, current, gone, hascolumns } = props
  return (
    <div className="viewbar">
      {gone && <span className="note">That view is no longer there, or not yours.</span>}
      {hascolumns && (
        <button type="button" className="button quiet small" popoverTarget={`columns-${region}`}>
          <Icon name="columns" size="small" />
          <span>Columns</span>
        </button>
      )}
      <Menu
        id={`views-${region}`}
        label="views of this list"
        buttonclass="button quiet small"
        face={
          <>
            <Icon name="bookmark" size="small" />
            <span>{current?.name ?? 'Views'}</span>
            {current?.changed && <em>changed</em>}
          </>
        }
      >
        {(views.length > 0 || current) && (
          <MenuItem href={`${path}?view=none`} current={!current}>
            Everything
          </MenuItem>
        )}
        {views.map((view) => (
          <MenuItem key={view.id} href={`${path}?view=${view.id}`} current={view.current}>
            {view.name} <small>{view.about}</small>
          </MenuItem>
        ))}
        {(views.length > 0 || current) && <MenuLine />}
        {current?.changed && current.canchange && (
          <MenuItem
            icon="check"
            script={{
              'data-view-search': '',
              'hx-post': withQuery(`/views/${current.id}/query`, { path, search }),
              'hx-swap': 'none',
            }}
          >
            Save changes to {current.name}
          </MenuItem>
        )}
        {current?.changed && (
          <MenuItem icon="undo" href={`${path}?view=${current.id}`}>
            Back to {current.name}
          </MenuItem>
        )}
        <MenuItem
          icon="plus"
          href={withQuery('/views/new', { list, path, search })}
          script={{ ...dialogLink(withQuery('/views/new', { list, path, search })), 'data-view-search': '' }}
        >
          Save as a view
        </MenuItem>
        {current?.canchange && (
          <MenuItem
            icon="pencil"
            href={`/views/${current.id}`}
            script={dialogLink(withQuery(`/views/${current.id}`, { path }))}
          >
            Rename, share or remove
          </MenuItem>
        )}
      </Menu>
    </div>
  )
}
