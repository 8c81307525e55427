import type { PlatformAccess } from '#db/platform.ts'
import type { Tx } from '#db/tenants.ts'
import { logFailure } from '#server/log.ts'
import type { Person } from './person.ts'
import { beginRightsAudit, finishRightsAudit, storeRightsAudit } from './rights-audit.ts'
import type { Viewer } from './viewer.ts'

type Access = {
  write<T>(run: (tx: Tx, viewer: Viewer) => T): Promise<T>
  beside: PlatformAccess['write']
  person: Person
  meta: { address: string }
}

/** The account's own history has the change in its transaction; the audit page repeats it, also after a crash between the two. */
export async function changeRights<T>(
  { write, beside, person, meta }: Access,
  run: (tx: Tx, say: (what: string) => void, viewer: Viewer) => T,
): Promise<T> {
  const by = { accountid: person.accountid, userid: person.userid, address: meta.address }
  const id = await beside((tx) => beginRightsAudit(tx, by))
  const said: string[] = []
  // What is refused is left begun: `finishRightsAudits` finishes it by what the account's file says, which is never wrong.
  const value = await write((tx, viewer) => {
    const changed = run(tx, (what) => said.push(what), viewer)
    if (said.length > 0) storeRightsAudit(tx, id, said)
    return changed
  })
  await beside((tx) => finishRightsAudit(tx, id, by, said)).catch((error) => logFailure('rights', error))
  return value
}
