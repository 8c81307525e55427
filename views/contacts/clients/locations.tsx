import { LinkButton } from '#views/ui/button.tsx'
import { Icon } from '#views/ui/icon.tsx'
import { dialogLink } from '#views/ui/links.ts'
import { EmptyState } from '#views/ui/small.tsx'

type ClientLocation = { id: string; name: string; city: string; contactname: string }

type ClientLocationsProps = {
  clientid: string
  locations: readonly ClientLocation[]
  canwrite: boolean
}

export function ClientLocations({ clientid, locations, canwrite }: ClientLocationsProps) {
  const add = canwrite && (
    <LinkButton icon="plus" small {...dialogLink(`/admin/locations/new?client=${clientid}`)}>
      Add location
    </LinkButton>
  )
  if (locations.length === 0)
    return (
      <EmptyState
        icon="location"
        text="No location belongs to this client yet."
        hint="Where its jobs are done: a branch, a site, a plant."
      >
        {add}
      </EmptyState>
    )
  return (
    <>
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
      {add}
    </>
  )
}
