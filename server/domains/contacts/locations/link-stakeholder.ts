import { and, eq } from 'drizzle-orm'
import { listLocationStakeholders } from '#db/queries/contacts/locations.ts'
import { usersWithRole } from '#db/queries/people/users.ts'
import { location_stakeholders, locations } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import { STAKEHOLDER } from '#server/access/claims.ts'
import { invalid, notFound, Problem } from '#server/errors.ts'
import { recordHistory } from '#server/history.ts'
import { getRecord } from '#server/records.ts'

const fullName = (user: { firstname: string; lastname: string }) =>
  `${user.firstname} ${user.lastname}`.trim()

/** @throws 409 when already linked (spec 2, section 5) */
export function linkStakeholder(tx: Tx, locationid: string, userid: string) {
  getRecord(tx.db, locations, locationid)
  const user = usersWithRole(tx.db, STAKEHOLDER).find(({ id }) => id === userid)
  if (!user) throw invalid({ userid: 'Only people with the role Client’s contact can be linked.' })
  if (listLocationStakeholders(tx.db, locationid).some(({ id }) => id === userid))
    throw new Problem(409, `${fullName(user)} is already linked to this location`, { code: 'linked' })
  tx.db.insert(location_stakeholders).values({ locationid, userid }).run()
  recordLink(tx, locationid, '', fullName(user))
  return listLocationStakeholders(tx.db, locationid)
}

export function unlinkStakeholder(tx: Tx, locationid: string, userid: string) {
  const linked = listLocationStakeholders(tx.db, locationid).find(({ id }) => id === userid)
  if (!linked) throw notFound('stakeholder')
  tx.db
    .delete(location_stakeholders)
    .where(and(eq(location_stakeholders.locationid, locationid), eq(location_stakeholders.userid, userid)))
    .run()
  recordLink(tx, locationid, fullName(linked), '')
  return listLocationStakeholders(tx.db, locationid)
}

function recordLink(tx: Tx, locationid: string, oldvalue: string, newvalue: string) {
  recordHistory(tx, 'locations', locationid, [{ field: 'stakeholder', oldvalue, newvalue }])
  tx.publish('RecordChanged', [{ table: 'locations', id: locationid }])
  tx.invalidateCaches()
}
