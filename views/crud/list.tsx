import { archivedClass } from '#views/ui/archived.tsx'
import { IconLink, LinkButton } from '#views/ui/button.tsx'
import type { IconName } from '#views/ui/icon.tsx'
import { ImportButton } from '#views/ui/import-button.tsx'
import { dialogLink, withQuery } from '#views/ui/links.ts'
import { FilterBar, FilterSelect, ListCount, ListRegion, SearchBox, Toggle } from '#views/ui/list.tsx'
import { Pager } from '#views/ui/pager.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { Chip, EmptyState } from '#views/ui/small.tsx'
import { type Column, Table } from '#views/ui/table.tsx'
import { TabNav } from '#views/ui/tabs.tsx'

type Line = { id: string; title: string; archived: boolean }
type Filter = {
  name: string
  label: string
  value: string
  options: readonly { value: string; label: string }[]
}

type CrudListProps<Row extends Line> = {
  title: string
  subtitle: string
  noun: string
  nouns: string
  icon: IconName
  /** Where the dialogs are: `{path}/new`, `{path}/{id}`. */
  path: string
  /** Where a row leads, in place of its dialog. */
  recordpage?: string
  address: string
  region: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  total: number
  /** There are at least `total`. */
  more?: boolean
  query: { search?: string; archived?: boolean; skip?: number; take?: number }
  filters: readonly Filter[]
  tabs?: readonly { href: string; label: string; current: boolean }[]
  prefill?: Record<string, string>
  empty: string
  canwrite: boolean
  canexport: boolean
  actions?: readonly { label: string; icon: IconName; href: string; xero?: true }[]
  /** Where a file of such records is brought in. */
  importurl?: string
}

export function CrudList<Row extends Line>(props: CrudListProps<Row>) {
  const { title, subtitle, noun, nouns, address, region, filters, tabs, query, total, more } = props
  return (
    <>
      <PageTitle title={title} subtitle={subtitle} actions={<Actions {...props} />} />
      {tabs && <TabNav label={title} links={tabs} />}
      <FilterBar url={address} region={region}>
        <SearchBox label={`Search ${nouns}`} value={query.search} />
        {filters.map((filter) => (
          <FilterSelect key={filter.name} {...filter} />
        ))}
        <Toggle name="archived" label="Show archived" checked={query.archived} />
      </FilterBar>
      <ListRegion id={region} refresh={region} url={address}>
        <ListCount
          total={total}
          more={more}
          noun={noun}
          nouns={nouns}
          exports={props.canexport ? address : undefined}
        />
        <Rows {...props} />
        <Pager
          total={total}
          more={more}
          skip={query.skip ?? 0}
          take={query.take ?? 50}
          url={address}
          region={region}
        />
      </ListRegion>
    </>
  )
}

const Actions = (
  props: Pick<CrudListProps<Line>, 'canwrite' | 'path' | 'prefill' | 'noun' | 'actions' | 'importurl'>,
) => (
  <>
    {props.actions?.map(({ label, icon, href, xero }) => (
      <LinkButton key={label} icon={icon} {...(xero ? dialogLink(href) : { href })}>
        {label}
      </LinkButton>
    ))}
    <ImportButton url={props.importurl} />
    <AddButton {...props} />
  </>
)

function AddButton({
  canwrite,
  path,
  prefill,
  noun,
  look = 'primary',
}: Pick<CrudListProps<Line>, 'canwrite' | 'path' | 'prefill' | 'noun'> & { look?: 'primary' | 'plain' }) {
  if (!canwrite) return null
  return (
    <LinkButton
      look={look}
      icon="plus"
      data-shortcut="new"
      {...dialogLink(withQuery(`${path}/new`, prefill ?? {}))}
    >
      Add {noun}
    </LinkButton>
  )
}

function Rows<Row extends Line>(props: CrudListProps<Row>) {
  const { title, nouns, columns, rows, address, region, path, recordpage, icon, empty, query, filters } =
    props
  const narrowed = Boolean(query.search) || filters.some(({ value }) => value)
  const [first, ...others] = columns
  return (
    <Table
      caption={title}
      columns={first ? [withChip(first), ...others] : []}
      rows={rows}
      rowid={({ id }) => id}
      url={address}
      region={region}
      href={({ id }) => (recordpage ? recordpage.replace(':id', id) : `${path}/${id}`)}
      opens={recordpage ? 'page' : undefined}
      actions={
        recordpage && props.canwrite
          ? ({ id, title }) => (
              <IconLink icon="pencil" label={`Edit ${title}`} {...dialogLink(`${path}/${id}`)} />
            )
          : undefined
      }
      rowclass={archivedClass}
      empty={
        <EmptyState icon={icon} text={narrowed ? `No ${nouns} match.` : empty}>
          {!narrowed && (
            <>
              <AddButton {...props} look="plain" />
              <ImportButton url={props.importurl} />
            </>
          )}
        </EmptyState>
      }
    />
  )
}

const withChip = <Row extends Line>(column: Column<Row>): Column<Row> => ({
  ...column,
  cell: (row) => (
    <>
      {column.cell(row)} {row.archived && <Chip>Archived</Chip>}
    </>
  ),
})
