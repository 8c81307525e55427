import { Icon } from '#views/ui/icon.tsx'
import { dialogLink } from '#views/ui/links.ts'
import { EmptyState } from '#views/ui/small.tsx'

export type ClientLocation = { id: string; name: string; city: string; contactname: string }

/** Where a client's jobs are done, for reading: each leads to its own dialog. */
export function ClientLocations({ locations }: { locations: readonly ClientLocation[] }) {
  if (locations.length === 0)
    return (
      <EmptyState
        icon="location"
        text="No location belongs to this client yet."
        hint="Choose the client in a location’s own dialog."
      />
    )
  return (
    <ul className="people">
      {locations.map(({ id, name, city, contactname }) => (
        <li key={id}>
          <Icon name="location" />
          <span>
            <a {...dialogLink(`/admin/lc/${id}`)}>{name}</a>{' '}
            <small>{[city, contactname].filter(Boolean).join(', ')}</small>
          </span>
        </li>
      ))}
    </ul>
  )
}
