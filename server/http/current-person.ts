import { findSession, type SessionRow } from '#db/queries/platform/sessions.ts'
import type { PlatformDb, TenantDb } from '#db/types.ts'
import type { Person } from '#server/access/person.ts'
import { type Viewer, viewerFor } from '#server/access/viewer.ts'
import type { Services } from '#server/services.ts'
import { readPerson } from './authenticate.ts'
import { lookUp } from './lookups.ts'

/** Who asks. Rights may be taken while a request waits: nothing is shown or saved by those of before. */
export type CurrentPerson = {
  /** Reads rights again where something was saved since that may have changed them. @throws 401, 403 */
  now(): Person
  /** Within a transaction of the platform's file, of which `now` would not see what stands before it there. */
  nowIn(db: PlatformDb): Person
  viewer(db: TenantDb): Viewer
  /** What a person changes of themselves, down to their own sign-out, is answered all the same. */
  saved(): void
  /** Whether what was read since this was last asked would now be read differently. @throws 401, 403 */
  seesOtherwise(): boolean
}

/**
 * @param changes of the platform's file, counted before the person was looked up
 * @param admit refuses who may not ask any longer
 */
export function currentPerson(
  services: Services,
  admitted: Person,
  changes: number,
  admit: (person: Person) => Person = (person) => person,
): CurrentPerson {
  const { platform, tenants } = services
  const { accountid, sessionid } = admitted
  const position = () => `${platform.changes()} ${tenants.position(accountid).referenceVersion}`
  let person = admitted
  let seen = `${changes} ${tenants.position(accountid).referenceVersion}`
  let shown: { seen: string; person: Person; viewer?: Viewer } = { seen, person }
  let isSettled = false

  const readAgain = (row: SessionRow | null) => {
    person = admit(readPerson(services, row))
    return person
  }
  const now = () => {
    const at = position()
    if (isSettled || at === seen) return person
    readAgain(lookUp(platform, `session ${sessionid}`, (db) => findSession(db, sessionid)))
    seen = at
    return person
  }
  return {
    now,
    nowIn: (db) => (isSettled ? person : readAgain(findSession(db, sessionid))),
    viewer(db) {
      const viewer = viewerFor(db, now())
      shown.viewer ??= viewer
      return viewer
    },
    saved() {
      try {
        now()
      } catch {
        isSettled = true
      }
    },
    seesOtherwise() {
      now()
      const before = shown
      shown = { seen, person }
      if (before.seen === seen) return false
      if (!Bun.deepEquals([...before.person.claims], [...person.claims])) return true
      return (
        before.viewer !== undefined &&
        !Bun.deepEquals(
          before.viewer,
          tenants.read(accountid, (db) => viewerFor(db, person)),
        )
      )
    },
  }
}
