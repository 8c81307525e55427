import { listLocationStakeholders } from '#db/queries/contacts/locations.ts'
import { nameById } from '#db/queries/crud.ts'
import { listHistory } from '#db/queries/history.ts'
import { listOptions, withChosen } from '#db/queries/options.ts'
import { usersWithRole } from '#db/queries/people/users.ts'
import { clients, users } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import { STAKEHOLDER } from '#server/access/claims.ts'
import type { Context } from '#server/http/context.ts'
import { fragment } from '#server/http/reply.ts'
import { readZone } from '#server/zone.ts'
import { LocationDialog } from '#views/contacts/locations/dialog.tsx'
import { Stakeholders } from '#views/contacts/locations/stakeholders.tsx'
import { TabCount } from '#views/ui/tabs.tsx'
import { locationFields } from './fields.ts'
import { readLocation } from './read-location.ts'

const stakeholderOptions = (db: TenantDb) =>
  usersWithRole(db, STAKEHOLDER).map((user) => ({
    value: user.id,
    label: `${user.firstname} ${user.lastname}`.trim(),
  }))

/** `clientid`: whose it is to be, when it is added from a client's own dialog. */
export function newLocationDialog(db: TenantDb, clientid?: string | null) {
  const clientname = nameById(db, clients, clientid ?? null)
  return (
    <LocationDialog
      fields={locationFields}
      people={listOptions(db, users)}
      zone={readZone(db)}
      forclient={clientid && clientname ? { id: clientid, name: clientname } : undefined}
      canwrite
    />
  )
}

export function locationDialog(c: Context, db: TenantDb, locationid: string) {
  const location = readLocation(db, locationid)
  return (
    <LocationDialog
      fields={locationFields}
      location={location}
      people={withChosen(listOptions(db, users), location.responsibilityid, location.responsibilityname)}
      stakeholders={listLocationStakeholders(db, locationid)}
      candidates={stakeholderOptions(db)}
      history={c.can('history.read') ? listHistory(db, 'locations', locationid) : []}
      zone={readZone(db)}
      canwrite={c.can('locations.write')}
    />
  )
}

export function stakeholdersPart(db: TenantDb, locationid: string) {
  const stakeholders = listLocationStakeholders(db, locationid)
  return fragment(
    <>
      <Stakeholders
        locationid={locationid}
        stakeholders={stakeholders}
        candidates={stakeholderOptions(db)}
        canwrite
      />
      <TabCount tab="stakeholders" count={stakeholders.length} swapped />
    </>,
  )
}
