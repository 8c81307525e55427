import { type RoleFact, roleFacts } from '#db/queries/people/role-facts.ts'
import { findSeat, listPeople, type PeopleQuery, type SeatRow } from '#db/queries/platform/seats.ts'
import type { PlatformTx } from '#db/types.ts'
import { lastActive } from '#server/access/last-active.ts'
import { syncMemberships } from '#server/access/sync-membership.ts'
import { forbidden } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import type { Services } from '#server/services.ts'
import type { Manager } from './permit-change.ts'
import { presentPerson } from './present.ts'

type Changed = { person: SeatRow; ended?: readonly string[] }

/**
 * Runs a change of one person in the platform's file. Then the account's own file hears of it, and live connections
 * of sessions that ended, or of rights that changed, are closed. Answers the person as they are now.
 */
export async function manage(
  services: Services,
  c: Context,
  userid: string | null,
  run: (tx: PlatformTx, by: Manager, facts: readonly RoleFact[]) => Changed,
) {
  const { accountid } = c.person
  const facts = c.read(roleFacts)
  const before = userid ? c.platform.read((db) => findSeat(db, accountid, userid)) : undefined
  let ended: readonly string[] = []
  let rights = false
  const person = await c.platform.write((tx) => {
    const changed = run(tx, c.person, facts)
    ended = changed.ended ?? []
    rights = before !== undefined && before.seatversion !== changed.person.seatversion
    return presentPerson(changed.person, facts)
  })
  await syncMembershipsNow(services)
  for (const sessionid of ended) services.hub.closeSession(sessionid)
  if (rights) services.hub.closeUser(accountid, person.id)
  return person
}

/** The account's people that match, as they were seen up to this moment. */
export function findPeople(services: Services, c: Context, query: PeopleQuery) {
  const { accountid } = c.person
  const { rows, total } = c.platform.read((db) => listPeople(db, accountid, query))
  const seen = ({ id: userid, seenutc }: SeatRow) =>
    lastActive(services.platform, { userid, accountid, seenutc })
  return { rows: rows.map((row) => ({ ...row, seenutc: seen(row) })), total }
}

/** Lets the accounts' files hear of their people at once. */
export const syncMembershipsNow = (services: Services) =>
  syncMemberships(services, services.clock().toISOString())

/** What gives lasting access is made by a person who signed in: a key that leaked must not make more of them. */
export function needsSignIn({ person }: Context) {
  if (person.sessionid.startsWith('key:'))
    throw forbidden('Sign in yourself to do this: it cannot be done with an API key.')
}
