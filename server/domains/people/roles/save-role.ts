import {
  countRoles,
  insertClaims,
  listRoleClaims,
  listRoleHolders,
  roleByName,
} from '#db/queries/people/roles.ts'
import { roles } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import { STAKEHOLDER } from '#server/access/claims.ts'
import { invalid, Problem } from '#server/errors.ts'
import { formatPlainValue, recordHistory } from '#server/history.ts'
import { roomFor } from '#server/record-limits.ts'
import { getRecord, insert, updateRecord } from '#server/records.ts'
import { versionConflict } from '#server/version-conflict.ts'
import { checkHolding, type Granter } from './granter.ts'

export type Role = typeof roles.$inferSelect

/**
 * Whether the program itself goes by a role's name: systemadmin is never stripped (decision B2), and what a
 * StakeHolder sees is narrowed to their locations by that very name.
 */
export const isReservedRole = (role: { system: boolean; name: string }) =>
  role.system || role.name === STAKEHOLDER

type NewRole = { id?: string | null; name: string; copyof?: string | null }

/** @throws 400 for a name in use, 403 for claims the person lacks */
export function addRole(tx: Tx, granter: Granter, { id, name, copyof }: NewRole): Role {
  checkName(tx, name)
  roomFor('roles', countRoles(tx.db), 'name')
  const copied = copyof ? getRecord(tx.db, roles, copyof, 'copyof') : undefined
  if (copied?.name === STAKEHOLDER)
    throw invalid({
      copyof:
        'A copy of Client’s contact would see the jobs of every location: begin with an empty role instead.',
    })
  const given = copied ? listRoleClaims(tx.db, copied.id).filter((claim) => granter.grantable.has(claim)) : []
  for (const claim of given) checkHolding(granter, claim, { field: 'copyof' })
  const role = insert(tx, roles, { id: id || undefined, name })
  insertClaims(tx.db, role.id, given)
  if (copied) recordHistory(tx, 'roles', role.id, [{ field: 'copyof', oldvalue: '', newvalue: copied.name }])
  return publishRole(tx, role)
}

type Values = { name?: string; archived?: boolean; version?: number }

/**
 * @throws 400 for one that the program goes by, 409 while somebody holds what would be archived, or saved first
 */
export function changeRole(tx: Tx, id: string, { version, ...given }: Values): Role {
  const before = getRecord(tx.db, roles, id)
  if (version !== undefined && version !== before.version) {
    const { name, archived } = before
    const shown = { id, version: before.version, name, archived }
    throw versionConflict(shown, before, given, formatPlainValue)
  }
  if (given.name !== undefined && given.name !== before.name) {
    if (isReservedRole(before))
      throw invalid({ name: `${before.name} keeps its name: the program goes by it.` })
    checkName(tx, given.name, id)
  }
  if (given.archived && !before.archived) checkUnused(tx, before)
  return publishRole(tx, updateRecord(tx, roles, id, given))
}

function checkName(tx: Tx, name: string, id?: string) {
  const same = roleByName(tx.db, name)
  if (!same || same.id === id) return
  const where = same.archived ? ', among the archived ones' : ''
  throw invalid({ name: `There is a role named ${same.name} already${where}.` })
}

function checkUnused(tx: Tx, role: Role) {
  if (isReservedRole(role)) throw invalid({ archived: `${role.name} stays: the program goes by it.` })
  const held = listRoleHolders(tx.db).filter(({ roleids }) => roleids.includes(role.id))
  if (held.length === 0) return
  const names = held.slice(0, 3).map(({ name }) => name)
  const more = held.length > 3 ? ` and ${held.length - 3} more` : ''
  throw new Problem(
    409,
    `${role.name} is held by ${names.join(', ')}${more}: give them another role first.`,
    {
      code: 'held',
    },
  )
}

/** Everybody's rights and live connection are looked up anew, and open lists of roles ask again. */
export function publishRole(tx: Tx, role: Role): Role {
  tx.invalidateCaches()
  tx.publish('RightsChanged', [{ roleid: role.id, tables: ['roles', 'boards'] }])
  return role
}
