import type { ReactNode } from 'react'
import { DateTime } from '#views/ui/datetime.tsx'
import { Icon, type IconName } from '#views/ui/icon.tsx'
import { Chip, EmptyState } from '#views/ui/small.tsx'

export type EquipmentPlace = {
  kind: 'job' | 'location' | 'storage'
  where: string
  url?: string
  since: string
  /** Null while it lasts, empty when nobody noted the end. */
  until: string | null
  by: string
}

const kinds: Record<EquipmentPlace['kind'], { icon: IconName; name: string; now: string }> = {
  job: { icon: 'briefcase', name: 'Job', now: 'Out' },
  location: { icon: 'location', name: 'Location', now: 'Now' },
  storage: { icon: 'warehouse', name: 'Storage', now: 'Now' },
}

type EquipmentPlacesProps = {
  id: string
  places: readonly EquipmentPlace[]
  zone: string
  /** What sends it to a job, or takes it off, for whoever may. */
  children?: ReactNode
}

/** Where a piece of equipment is and was, newest first: jobs, locations and storage, from when until when. */
export const EquipmentPlaces = ({ id, places, zone, children }: EquipmentPlacesProps) => (
  <section
    id="equipment-places"
    className="pieces"
    aria-label="Whereabouts"
    data-noguard=""
    data-refresh="equipment"
    hx-get={`/equipment/list/${id}/places`}
    hx-trigger="none"
  >
    {children}
    <PlaceTable places={places} zone={zone} />
  </section>
)

/** The same in as little width as one cell has. */
export const PlaceList = ({ places, zone }: Pick<EquipmentPlacesProps, 'places' | 'zone'>) =>
  places.length === 0 ? (
    <p>Nowhere yet.</p>
  ) : (
    <ul>
      {places.map(({ kind, where, url, since, until, by }) => (
        <li key={`${kind} ${where} ${since}`}>
          <Icon name={kinds[kind].icon} label={kinds[kind].name} size="small" />
          <span>
            {url ? <a href={url}>{where}</a> : where}, from <DateTime iso={since} zone={zone} />
            {until && (
              <>
                {' '}
                to <DateTime iso={until} zone={zone} />
              </>
            )}
            {by && `, by ${by}`}
          </span>
        </li>
      ))}
    </ul>
  )

function PlaceTable({ places, zone }: Pick<EquipmentPlacesProps, 'places' | 'zone'>) {
  if (places.length === 0)
    return (
      <EmptyState
        icon="location"
        text="It has been nowhere yet."
        hint="Scan its barcode on a job to send it there, or give it a location or storage."
      />
    )
  return (
    <div className="table">
      <table className="places">
        <caption className="unseen">Where it is and was</caption>
        <thead>
          <tr>
            {['Where', 'From', 'To', 'By'].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {places.map((place) => (
            <Stay key={`${place.kind} ${place.where} ${place.since}`} place={place} zone={zone} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Stay({ place, zone }: { place: EquipmentPlace; zone: string }) {
  const { where, url, since, until, by } = place
  const kind = kinds[place.kind]
  return (
    <tr>
      <td>
        <Icon name={kind.icon} label={kind.name} /> {url ? <a href={url}>{where}</a> : where}
      </td>
      <td data-label="From">
        <DateTime iso={since} zone={zone} />
      </td>
      <td data-label="To">
        {until === null ? (
          <Chip level="info">{kind.now}</Chip>
        ) : until === '' ? (
          'its job was done'
        ) : (
          <DateTime iso={until} zone={zone} />
        )}
      </td>
      <td data-label="By">{by}</td>
    </tr>
  )
}
