import type { ReactNode } from 'react'
import { ExportMenu } from './export.tsx'
import { Icon } from './icon.tsx'
import { listSwap } from './links.ts'
import { Kbd } from './small.tsx'

type ListRegionProps = {
  id: string
  /** The table whose changes by others refresh this list, such as `locations`. */
  refresh?: string
  /** The list's own address, for when the browser's is that of a dialog over it. */
  url?: string
  children: ReactNode
}

/** The part of a page that search, sort and paging morph, and that the hub refreshes: count, table, pager. */
export function ListRegion({ id, refresh, url, children }: ListRegionProps) {
  return (
    <section id={id} className="list" data-refresh={refresh} data-url={url}>
      {children}
    </section>
  )
}

type FilterBarProps = {
  /** The list's address; only its path is used, the rest comes from the browser's address. */
  url: string
  /** Id of the `ListRegion`. */
  region: string
  children: ReactNode
}

/**
 * The form above a list. Every named control in it is one query value of the address: typing waits 300 ms, the
 * others act at once, and values that the form does not hold (sort) stay.
 */
export function FilterBar({ url, region, children }: FilterBarProps) {
  const path = url.split('?')[0] ?? url
  return (
    <search>
      <form
        className="filters"
        action={path}
        data-filters=""
        {...listSwap(path, region)}
        hx-trigger="submit, input delay:300ms target:[type=search], change target:'select,[type=checkbox],[type=date]'"
        hx-sync="this:replace"
      >
        {children}
      </form>
    </search>
  )
}

type SearchBoxProps = { value?: string; label: string; name?: string }

/** The search of a `FilterBar`; `/` focuses it. */
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

/** One choice of a `FilterBar`; the empty choice, named by the label, shows all. */
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

type FilterDateProps = { name: string; label: string; value?: string | null }

/** One end of a `FilterBar`'s span of days; empty leaves that end open. */
export function FilterDate({ name, label, value }: FilterDateProps) {
  return (
    <label className="filterdate">
      {label} <input type="date" name={name} defaultValue={value ?? ''} />
    </label>
  )
}

type ToggleProps = { name: string; label: string; checked?: boolean; id?: string }

/** A switch: in a `FilterBar` it acts at once, in a form it is saved with the rest. Sends `true`, or nothing. */
export function Toggle({ name, label, checked, id }: ToggleProps) {
  return (
    <label className="toggle">
      <input type="checkbox" id={id} name={name} value="true" defaultChecked={checked} />
      <span>{label}</span>
    </label>
  )
}

/** How many the list holds, in words: `91 clients`. Stands in the `ListRegion`, and is read out when it changes. */
export function ListCount({
  total,
  noun,
  nouns = `${noun}s`,
  exports,
}: {
  total: number
  noun: string
  nouns?: string
  /** The list's present address, for whoever may take it away as a file. */
  exports?: string
}) {
  return (
    <div className="counted">
      <p className="listcount" role="status">
        {total.toLocaleString('en-ZA')} {total === 1 ? noun : nouns}
      </p>
      {exports && total > 0 && <ExportMenu id={`export-${noun.replace(/\W+/g, '-')}`} url={exports} />}
    </div>
  )
}
