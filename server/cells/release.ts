import { Problem } from '#server/errors.ts'
import type { Services } from '#server/services.ts'
import { findPlaced } from './cell.ts'

/** At the cell that serves it. What was being saved is saved; its people connect again. @throws 409 */
export async function release(services: Services, accountid: string) {
  const { cell, target } = findPlaced(services.platform, accountid)
  // A request that comes after its sender gave up.
  if (cell !== services.cell?.id || target === null)
    throw new Problem(409, `${accountid} is not being moved away from here.`)
  await services.tenants.release(accountid)
  services.hub.closeAccount(accountid, 'The account is served by another process now.')
}
