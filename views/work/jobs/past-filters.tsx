import { FilterDate, FilterPicker, FilterSelect, MoreFilters } from '#views/ui/list.tsx'

type Options = readonly { value: string; label: string }[]

export type PastJobFilters = {
  statuses: Options
  categories: Options
  /** Empty for whoever may not see who works here. */
  assignees: Options
  /** The name of the one chosen; undefined where the person may not look them up. */
  client?: string
  location?: string
}

export type PastJobQuery = {
  client?: string
  location?: string
  category?: string
  assignee?: string
  status?: string
  start?: string | null
  end?: string | null
}

export function PastFilters({ filters, query }: { filters: PastJobFilters; query: PastJobQuery }) {
  const { statuses, categories, assignees, client, location } = filters
  const asked = [query.client, query.location, query.category, query.assignee, query.status]
  return (
    <>
      <MoreFilters active={[...asked, query.start, query.end].filter(Boolean).length} />
      {client !== undefined && (
        <FilterPicker
          name="client"
          label="Any client"
          url="/lookup/clients"
          value={query.client}
          shown={client}
        />
      )}
      {location !== undefined && (
        <FilterPicker
          name="location"
          label="Any location"
          url="/lookup/locations"
          value={query.location}
          shown={location}
        />
      )}
      <FilterSelect name="category" label="Any category" value={query.category} options={categories} />
      {assignees.length > 0 && (
        <FilterSelect
          name="assignee"
          label="Anybody"
          value={query.assignee}
          options={[{ value: 'none', label: 'Nobody' }, ...assignees]}
        />
      )}
      <FilterSelect name="status" label="Any status" value={query.status} options={statuses} />
      <FilterDate name="start" label="Completed from" value={query.start} />
      <FilterDate name="end" label="to" value={query.end} />
    </>
  )
}
