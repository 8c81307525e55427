import { type FormEvent, useRef } from 'react'
import { counted } from '#views/format.ts'
import { Button, IconButton, LinkButton } from '#views/ui/button.tsx'
import { ExportMenu } from '#views/ui/export.tsx'
import { dialogLink, withQuery } from '#views/ui/links.ts'
import { SearchBox } from '#views/ui/list.tsx'
import { Menu, MenuItem, MenuLine } from '#views/ui/menu.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import type { InventoryProps, InventoryQuery } from './props.ts'
import type { SyncPlatform } from './use-sync.ts'

export type ToolbarActions = {
  onAdd: () => void
  onRefresh: () => void
  onPrint: () => void
  onSync: (platform: SyncPlatform) => void
  syncing: boolean
}

type TitleProps = { props: InventoryProps; acts?: ToolbarActions }

const subtitles = {
  items: 'What is bought, used and sold.',
  products: 'What jobs put out: finished goods, work in progress, merchandise, and what has no class.',
}

export function Title({ props, acts }: TitleProps) {
  const { label, products } = props
  return (
    <PageTitle
      title={label}
      subtitle={products ? subtitles.products : subtitles.items}
      actions={
        <>
          <IconButton icon="refresh-cw" label="Refresh" onClick={acts?.onRefresh} />
          <More props={props} acts={acts} />
          <AddLink props={props} acts={acts} look="primary" />
        </>
      }
    />
  )
}

export function AddLink({ props, acts, look }: TitleProps & { look: 'primary' | 'plain' }) {
  if (!props.can.write) return null
  return (
    <LinkButton
      look={look}
      icon="plus"
      href={withQuery(props.path, { add: true })}
      data-shortcut="new"
      onClick={(event) => {
        if (!acts) return
        event.preventDefault()
        acts.onAdd()
      }}
    >
      Add item
    </LinkButton>
  )
}

function More({ props, acts }: TitleProps) {
  const { can } = props
  if (!can.write && !can.importing) return null
  return (
    <Menu
      id="inventory-more"
      label="Import, print and more"
      face={acts?.syncing ? 'Bringing in…' : 'More'}
      buttonclass="button"
    >
      {can.importing && can.write && (
        <MenuItem icon="upload" href="/import/inventory">
          Import from a file
        </MenuItem>
      )}
      <MenuItem icon="printer" onClick={acts?.onPrint}>
        Print the list
      </MenuItem>
      <MenuItem icon="qr-code" href="/labels/inventory">
        Print labels
      </MenuItem>
      {can.xero && can.write && (
        <MenuItem icon="refresh-cw" onClick={() => acts?.onSync('xero')}>
          Sync with Xero
        </MenuItem>
      )}
      {can.marss && (can.settings || can.marsskey) && <Marss can={can} acts={acts} />}
    </Menu>
  )
}

function Marss({ can, acts }: { can: InventoryProps['can']; acts?: ToolbarActions }) {
  return (
    <>
      <MenuLine />
      {can.write && can.marsskey && (
        <MenuItem icon="refresh-cw" onClick={() => acts?.onSync('marss')}>
          Sync with Marss
        </MenuItem>
      )}
      {can.settings && (
        <MenuItem icon="key" {...dialogLink('/admin/inventory/marss')}>
          Key of Marss…
        </MenuItem>
      )}
    </>
  )
}

type FiltersProps = {
  props: InventoryProps
  query: InventoryQuery
  total: number
  onChange?: (values: InventoryQuery) => void
  busy?: boolean
  folding?: { all: boolean; onAll: () => void }
}

// Specification 2, section 9.
const debouncems = 300

export function Filters({ props, query, total, onChange, busy, folding }: FiltersProps) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const { search, archived } = query

  function typed(event: FormEvent<HTMLFormElement>, wait: number): void {
    if (!onChange) return
    const form = event.currentTarget
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      const data = new FormData(form)
      onChange({ search: String(data.get('search') ?? '').trim(), archived: data.has('archived') })
    }, wait)
  }

  return (
    <search>
      <form
        className="filters"
        action={props.path}
        aria-busy={busy || undefined}
        onInput={(event) =>
          typed(event, (event.target as HTMLInputElement).type === 'search' ? debouncems : 0)
        }
        onSubmit={(event) => {
          if (!onChange) return
          event.preventDefault()
          typed(event, 0)
        }}
      >
        <SearchBox label="Search name, code, make or model" value={search} />
        <label className="toggle">
          <input type="checkbox" name="archived" value="true" defaultChecked={archived} />
          <span>{archived ? 'Hide archived' : 'Show archived'}</span>
        </label>
        {query.sort && <input type="hidden" name="sort" value={query.sort} />}
        <p className="shown" role="status">
          {total > 0 && counted(total, 'item')}
        </p>
        {props.can.exporting && total > 0 && (
          <ExportMenu
            id="export-items"
            url={withQuery(props.path, { search, archived, sort: query.sort })}
            also={props.products ? undefined : { label: 'Units', path: '/admin/inventory/units' }}
          />
        )}
        {folding && total > 0 && (
          <Button look="quiet" small className="folding" icon="chevrons-up-down" onClick={folding.onAll}>
            {folding.all ? 'Unfold all' : 'Fold all'}
          </Button>
        )}
      </form>
    </search>
  )
}
