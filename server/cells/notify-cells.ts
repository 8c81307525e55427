import { listCells } from '#db/queries/platform/cells.ts'
import type { Claim } from '#server/access/claims.ts'
import { listUsersWithClaim } from '#server/access/users-with-claim.ts'
import { lookUp } from '#server/http/lookups.ts'
import { logFailure } from '#server/log.ts'
import { notify } from '#server/notifications/notify.ts'
import type { Services } from '#server/services.ts'
import { type CellCalls, callCell, callOwner, type HolderNotice } from './call-cell.ts'

/** Also to an account that another process serves. @throws Problem 503 */
export async function notifyHolders(services: Services, accountid: string, told: HolderNotice) {
  if (!services.tenants.isMine(accountid)) return callOwner(services, accountid, 'tell', { accountid, told })
  const { claim, by, ...note } = told
  await services.tenants.write(accountid, by, (tx) => {
    for (const { id } of listUsersWithClaim(tx.db, claim as Claim)) notify(tx, { userid: id, ...note })
  })
}

/** What changed of an account beside its file. Who does not hear of it sees it when they look again. */
export function publishToAccount(
  services: Services,
  accountid: string,
  event: string,
  args: readonly unknown[],
) {
  if (services.tenants.isMine(accountid)) return services.hub.publish(accountid, event, args)
  callOwner(services, accountid, 'publish', { accountid, event, args }).catch((error) =>
    logFailure(`live message of ${accountid}`, error),
  )
}

/** Whoever does not hear it now asks every few seconds. */
export function callOtherCells<K extends keyof CellCalls>(
  services: Services,
  task: K,
  value: CellCalls[K],
): Promise<unknown> {
  const { cell, platform } = services
  if (!cell) return Promise.resolve()
  const others = lookUp(platform, 'cells', listCells).filter(({ id, address }) => id !== cell.id && address)
  return Promise.all(
    others.map(({ id }) =>
      callCell(services, id, task, value).catch((error) => logFailure(`${task} at ${id}`, error)),
    ),
  )
}
