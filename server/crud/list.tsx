import { nameById } from '#db/queries/crud.ts'
import { listOptions } from '#db/queries/options.ts'
import type { TenantDb } from '#db/types.ts'
import { cachedBy } from '#server/cache.ts'
import type { Context } from '#server/http/context.ts'
import { lasting } from '#server/http/markup-cache.ts'
import { view } from '#server/http/reply.ts'
import { listImportUrl } from '#server/importable-lists.ts'
import type { Cents } from '#server/money/decimal.ts'
import { readLabels } from '#server/resources.ts'
import { xeroInUse } from '#server/xero/in-use.ts'
import { CrudList } from '#views/crud/list.tsx'
import { formatRand } from '#views/format.ts'
import type { Column } from '#views/ui/table.tsx'
import type { FoundRecord } from './field.ts'
import type { RecordValues } from './literal.ts'
import { listResources, type ResourceQuery, storedValue } from './read.ts'
import { pageLinks, type Resource } from './resource.ts'
import { hiddenFields } from './seen-fields.ts'

export const resourceListPage = (r: Resource, c: Context, query: ResourceQuery = {}) =>
  c.read((db, viewer) => {
    const label = readLabels(db)[r.page] ?? r.nouns
    const address = c.url.pathname === r.path ? c.url.pathname + c.url.search : r.path
    const chosen = chosenTab(r, query)
    const { found, ...counted } = listResources(
      r,
      c,
      db,
      chosen === undefined ? query : { ...query, [r.split!.by]: chosen },
    )
    const ids = found.map(({ record }) => record.id)
    const sum = r.columns.find((column) => typeof column !== 'string')
    const sums = sum && c.can(sum.claim) ? sum.read(db, viewer, ids) : undefined
    return view(
      <CrudList
        title={label}
        {...counted}
        query={query}
        address={address}
        noun={r.noun}
        nouns={r.nouns}
        icon={r.icon}
        subtitle={r.subtitle}
        region={r.name}
        path={r.path}
        recordpage={r.actions?.find(({ ofrows }) => ofrows)?.href}
        empty={`No ${r.nouns} have been added.`}
        columns={columnsFor(
          r,
          hiddenFields(r, c),
          r.split ? { [r.split.by]: chosen } : {},
          sums && sum?.head,
        )}
        rows={found.map((one) => ({
          id: one.record.id,
          title: one.title,
          archived: one.record.archived,
          found: one,
          sum: sums?.get(one.record.id),
        }))}
        filters={listFilters(r, db, query)}
        tabs={listTabs(r, query)}
        prefill={r.split && { [r.split.by]: String(query[r.split.by] ?? r.split.tabs[0]?.value) }}
        canwrite={c.can(r.claims.write)}
        canexport={c.can('records.export')}
        actions={pageLinks(r).filter(
          (action) => !action.xero || (c.can(r.claims.write) && xeroInUse(c.services, c.person)),
        )}
        importurl={listImportUrl(r.name, r.claims.write, c)}
      />,
      { title: label, page: r.page },
    )
  })

type Line = { id: string; title: string; archived: boolean; found: FoundRecord; sum?: Cents }

const renderCell = (r: Resource, name: string, found: FoundRecord) =>
  r.fields[name]?.cell({ name, value: storedValue(found, name), found })

const cachedColumns = cachedBy<Resource>(50)

const columnsFor = (r: Resource, hidden: string[], tab: RecordValues, sumhead?: string): Column<Line>[] =>
  cachedColumns(r, JSON.stringify([hidden, tab, sumhead]), () =>
    lasting([...listColumns(r, hidden, tab), ...(sumhead ? [sumColumn(sumhead)] : [])]),
  )

const sumColumn = (head: string): Column<Line> => ({
  key: 'sum',
  head,
  numeric: true,
  cell: ({ sum }) => sum && formatRand(sum),
})

const listColumns = (r: Resource, hidden: string[], tab: RecordValues): Column<Line>[] =>
  r.columns
    .filter((name) => typeof name === 'string')
    .filter((name) => fits(r, name, tab) && !hidden.includes(name))
    .map((name, index) => {
      const { label, head, wide, short, numeric, linked, schema } = r.fields[
        name
      ] as Resource['fields'][string]
      const marks = index === 0 ? (r.marks ?? []) : []
      return {
        key: name,
        head: head ?? label,
        sortable: name === 'name' || Boolean(schema && !linked),
        wide,
        short,
        numeric,
        cell: ({ found }) => (
          <>
            {marks.map((mark) => (
              <span key={mark} className="mark">
                {renderCell(r, mark, found)}
              </span>
            ))}
            {renderCell(r, name, found)}
          </>
        ),
      }
    })

const fits = ({ fields }: Resource, name: string, tab: RecordValues) =>
  Object.entries(fields[name]?.when ?? {}).every(([other, value]) => !(other in tab) || tab[other] === value)

export function chosenTab({ split, fields }: Resource, query: ResourceQuery): unknown {
  if (!split) return
  const asked = query[split.by]
  if (asked !== undefined && asked !== '') return asked
  const first = split.tabs[0]?.value
  return fields[split.by]?.flag ? first === 'true' : Number(first)
}

function listTabs(r: Resource, query: ResourceQuery) {
  const { split } = r
  if (!split) return
  const chosen = String(chosenTab(r, query))
  return split.tabs.map(({ value, label }, index) => ({
    href: index === 0 ? r.path : `${r.path}?${split.by}=${value}`,
    label,
    current: value === chosen,
  }))
}

const listFilters = (r: Resource, db: TenantDb, query: ResourceQuery) =>
  (r.filters ?? []).map((name) => {
    const { label, choices, only, options = [], table } = r.fields[name] as Resource['fields'][string]
    const value = query[name] === undefined || query[name] === null ? '' : String(query[name])
    const offered = choices ? listOptions(db, choices as never, only) : options
    const known = !value || offered.some((one) => one.value === value)
    return {
      name,
      label: `Any ${label.toLowerCase()}`,
      value,
      options: known || !table ? offered : [{ value, label: nameById(db, table, value) }, ...offered],
    }
  })
