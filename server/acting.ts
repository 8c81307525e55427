import { userById } from '#db/queries/people/users.ts'
import type { Person } from './access/person.ts'
import type { Viewer } from './access/viewer.ts'
import { viewerOfUser } from './access/viewer-of-user.ts'
import { forbidden } from './errors.ts'
import type { Context } from './http/context.ts'
import type { Services } from './services.ts'

/** A request of a person, or what the program does for one later. */
export type Acting = Pick<Context, 'services' | 'read' | 'write' | 'now'> & {
  person: Pick<Person, 'userid' | 'name' | 'email' | 'accountid'>
}

type ActsFor = { userid: string; name: string; email: string; accountid: string }

/**
 * By the rights that the person has at each step, which `permit` asks for. The history names them and, as `what`, the
 * reason.
 * @throws 403 for whoever left, and what `permit` throws
 */
export function actFor(
  services: Services,
  person: ActsFor,
  { what, permit }: { what: string; permit: (viewer: Viewer) => void },
): Acting {
  const { tenants, clock } = services
  const { accountid, userid, name } = person
  const viewerNow: Parameters<typeof tenants.read<Viewer>>[1] = (db) => {
    const user = userById(db, userid)
    if (!user || user.archived) throw forbidden(`${name} is not among the people of this account any more.`)
    const viewer = viewerOfUser(db, user)
    permit(viewer)
    return viewer
  }
  return {
    services,
    person,
    now: clock,
    read: (run) => tenants.read(accountid, (db) => run(db, viewerNow(db))),
    write: (run) =>
      tenants.write(accountid, { userid, name: `${name} (${what})` }, (tx) => run(tx, viewerNow(tx.db))),
  }
}
