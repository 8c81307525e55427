import { listApiKeys } from '#db/queries/platform/apikeys.ts'
import { workerOfUser } from '#db/queries/work/job-steps.ts'
import { linkSite } from '#server/access/link-site.ts'
import { CALENDAR, createKey, revokeKey } from '#server/domains/people/apikeys/create-key.ts'
import { invalid } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { dataReply, fragment } from '#server/http/reply.ts'
import { asyncAction, type Route } from '#server/http/route.ts'
import { calendarPart } from './calendar-part.tsx'

const SHOWN_ONCE = 'This address was made by the same request before, and shown in its first answer alone.'

type MadeAddress = { createdutc: string; address?: string }

async function newAddress(c: Context): Promise<MadeAddress> {
  if (!c.read((db) => workerOfUser(db, c.person.userid)))
    throw invalid({}, 'You are not a worker of this account, so that nothing is planned for you.')
  let address: string | undefined
  const kept = await c.platform.write((tx) => {
    const { made } = createKey(tx, c.person, CALENDAR, { opens: 'calendar' })
    address = `${linkSite(c)}/calendar/${made.key}.ics`
    return dataReply({ createdutc: made.createdutc }, { message: SHOWN_ONCE })
  })
  return { ...kept.data, address }
}

async function endAddress(c: Context): Promise<{ ended: boolean }> {
  const own = c.platform
    .read((db) => listApiKeys(db, c.person.userid, c.person.accountid))
    .find(({ application }) => application === CALENDAR)
  if (own) await c.platform.write((tx) => revokeKey(tx, c.person, own.id, false))
  return { ended: own !== undefined }
}

export const calendarActions: Route[] = [
  ...asyncAction(
    { api: 'POST /api/calendar', page: 'POST /calendar' },
    {
      claim: 'jobs.read',
      needsSignIn: true,
      summary: 'A new secret address of one’s own calendar, shown this once. The one before stops working.',
    },
    newAddress,
    ({ address }, c) => fragment(calendarPart(c, address)),
  ),

  ...asyncAction(
    { api: 'DELETE /api/calendar', page: 'DELETE /calendar' },
    { claim: 'jobs.read', summary: 'Ends the secret address of one’s own calendar.' },
    endAddress,
    (_, c) => fragment(calendarPart(c)),
  ),
]
