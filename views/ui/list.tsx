import type { ReactNode } from 'react'
import { ExportMenu } from './export.tsx'
import { Icon } from './icon.tsx'
import { dateProps } from './inputs.tsx'
import { listSwap } from './links.ts'
import { ListViewsMark } from './list-views-mark.tsx'
import { totalId } from './pager.tsx'
import { PickerControl } from './picker.tsx'
import { Kbd } from './small.tsx'

export type ListPageProps<Row, Filter = { archived?: boolean }> = {
  title: string
  rows: readonly Row[]
  total: number
  /** There are at least `total`. */
  more?: boolean
  /** These, the newest, are all that is sorted. */
  cut?: boolean
  query: Filter & { search?: string; skip?: number; take?: number }
  url: string
  canexport: boolean
}

type ListRegionProps = {
  id: string
  refresh?: string
  /** The list's own address, for when the browser's is that of a dialog over it. */
  url?: string
  /** One part of a page of forms: too little for views of its own. */
  ispart?: boolean
  children: ReactNode
}

export function ListRegion({ id, refresh, url, ispart, children }: ListRegionProps) {
  return (
    <section id={id} className="list" data-refresh={refresh} data-url={url}>
      {url && !ispart && <ListViewsMark region={id} path={url.split('?')[0] ?? ''} />}
      {children}
    </section>
  )
}

type FilterBarProps = {
  /** The list's address; only its path is used, the rest comes from the browser's address. */
  url: string
  region: string
  children: ReactNode
}

export function FilterBar({ url, region, children }: FilterBarProps) {
  const [path = url, query] = url.split('?')
  return (
    <search>
      <form
        className="filters"
        action={path}
        data-filters={query ?? ''}
        {...listSwap(path, region)}
        hx-trigger="submit, input delay:300ms target:[type=search], change target:'select,[type=checkbox][name],[type=date],[data-shown]'"
        hx-sync="this:replace"
      >
        {children}
      </form>
    </search>
  )
}

type SearchBoxProps = { value?: string; label: string; name?: string }

export function SearchBox({ value, label, name = 'search' }: SearchBoxProps) {
  return (
    <span className="search">
      <Icon name="search" />
      <input
        type="search"
        name={name}
        defaultValue={value}
        placeholder={label}
        aria-label={label}
        autoComplete="off"
        data-search=""
      />
      <Kbd>/</Kbd>
    </span>
  )
}

type FilterSelectProps = {
  name: string
  label: string
  value?: string | null
  options: readonly { value: string; label: string }[]
}

export function FilterSelect({ name, label, value, options }: FilterSelectProps) {
  return (
    <select className="filter" name={name} aria-label={label} defaultValue={value ?? ''}>
      <option value="">{label}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
}

type FilterPickerProps = {
  name: string
  label: string
  url: string
  value?: string | null
  shown?: string
}

/** For a table of thousands; `label` stands in the box while nothing is chosen. */
export function FilterPicker({ name, label, url, value, shown }: FilterPickerProps) {
  const field = { name, label, id: `filter-${name}` }
  const htmx = {
    'hx-get': url,
    'hx-trigger': 'input delay:300ms, pick',
    'hx-target': `#${field.id}-list`,
    'hx-swap': 'innerHTML',
    'hx-sync': 'this:replace',
  }
  return (
    <span className="filter">
      <PickerControl
        field={field}
        value={value}
        shown={shown}
        box={{ placeholder: label, 'aria-label': label, ...htmx }}
      />
    </span>
  )
}

/** On a phone the filters after it are folded until it is pressed. @param active how many narrow the list */
export const MoreFilters = ({ active }: { active: number }) => (
  <label className="button unfold">
    <input type="checkbox" className="unseen" />
    <Icon name="filter" />
    <span>{active > 0 ? `Filters (${active})` : 'Filters'}</span>
  </label>
)

type FilterDateProps = { name: string; label: string; value?: string | null }

export function FilterDate({ name, label, value }: FilterDateProps) {
  return (
    <label className="filterdate">
      {label} <input {...dateProps(value)} name={name} defaultValue={value ?? ''} />
    </label>
  )
}

type ToggleProps = { name: string; label: string; checked?: boolean; id?: string }

export function Toggle({ name, label, checked, id }: ToggleProps) {
  return (
    <label className="toggle">
      <input type="checkbox" id={id} name={name} value="true" defaultChecked={checked} />
      <span>{label}</span>
    </label>
  )
}

/** What a list says where its order is that of the newest alone. */
export const sortedOnly = (total: number): string =>
  `Only the newest ${total.toLocaleString('en-ZA')} are sorted: narrow the list to sort others.`

export function ListCount({
  region,
  total,
  more,
  cut,
  noun,
  nouns = `${noun}s`,
  exports,
}: {
  /** Of a list whose order may be that of the newest alone. */
  region?: string
  total: number
  more?: boolean
  cut?: boolean
  noun: string
  nouns?: string
  exports?: string
}) {
  return (
    <div className="counted">
      <p className="listcount" role="status">
        <span id={region && totalId(region)}>
          {more && 'At least '}
          {total.toLocaleString('en-ZA')} {total === 1 ? noun : nouns}
        </span>
        {cut && `. ${sortedOnly(total)}`}
      </p>
      {exports && total > 0 && <ExportMenu id={`export-${noun.replace(/\W+/g, '-')}`} url={exports} />}
    </div>
  )
}
