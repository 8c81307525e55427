import { statSync } from 'node:fs'
import { tenantPath } from '#db/data-folder.ts'
import type { AccountName } from '#db/queries/platform/registry.ts'

/** Whose file is missing or empty: their people are told only that it cannot be opened. */
export const findLostAccounts = (folder: string, accounts: readonly AccountName[]): AccountName[] =>
  accounts.filter(({ id }) => (statSync(tenantPath(folder, id), { throwIfNoEntry: false })?.size ?? 0) === 0)

const NAMED = 5

export function lostAccountsMessage(lost: readonly AccountName[]): string {
  const named = lost.slice(0, NAMED).map(({ id, name }) => `${name} (tenants/${id}.sqlite)`)
  const others = lost.length > NAMED ? ` and ${lost.length - NAMED} more, which "joblane check" names` : ''
  return `The files of these accounts are missing or empty: ${named.join(', ')}${others}. Put them back, or bring a backup back with "joblane restore --replace".`
}
