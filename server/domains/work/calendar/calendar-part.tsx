import { listApiKeys } from '#db/queries/platform/apikeys.ts'
import { workerOfUser } from '#db/queries/work/job-steps.ts'
import { CALENDAR } from '#server/domains/people/apikeys/create-key.ts'
import type { Context } from '#server/http/context.ts'
import { readZone } from '#server/zone.ts'
import { CalendarAddress } from '#views/work/calendar/calendar.tsx'

/** The address of a person’s calendar: whether there is one, and a new one this once. */
export function calendarPart(c: Context, address?: string) {
  const keys = c.platform.read((db) => listApiKeys(db, c.person.userid, c.person.accountid))
  const made = keys.find(({ application }) => application === CALENDAR)
  const { worker, zone } = c.read((db) => ({ worker: workerOfUser(db, c.person.userid), zone: readZone(db) }))
  return <CalendarAddress worker={worker?.name} made={made?.createdutc} address={address} zone={zone} />
}
