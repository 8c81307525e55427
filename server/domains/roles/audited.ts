import type { Tx } from '#db/tenants.ts'
import { note } from '#server/access/audit.ts'
import type { Context } from '#server/http/context.ts'

/**
 * Changes rights in the account's file and then tells the audit page what `run` says. The record itself is the
 * account's history, in the same transaction: the audit page repeats it beside sign-ins. The reply of a repeated
 * request says nothing, since nothing was changed again.
 */
export async function changeRights<T>(
  { write, platform, person, meta }: Context,
  run: (tx: Tx, say: (what: string) => void) => T,
): Promise<T> {
  const said: string[] = []
  const value = await write((tx) => run(tx, (what) => said.push(what)))
  const { userid, accountid } = person
  if (said.length > 0)
    await platform.write((tx) => {
      for (const detail of said) note(tx, 'rolechanged', { userid, accountid, address: meta.address, detail })
    })
  return value
}
