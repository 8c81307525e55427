import { bumpVersion } from '#db/queries/crud.ts'
import { permissionsOnBoard, rolesWithClaims, setPermission } from '#db/queries/work/boards.ts'
import { boards } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import { rolePermission } from '#server/access/board-permissions.ts'
import { SYSTEMADMIN } from '#server/access/claims.ts'
import { hasPermission, type Viewer } from '#server/access/viewer.ts'
import { forbidden, invalid } from '#server/errors.ts'
import { recordHistory } from '#server/history.ts'
import { findName } from '#server/records.ts'
import { visibleBoard } from './save-board.ts'

export type RolePermissionChange = { roleid: string; permission: string | null }

export function readPermissions(db: TenantDb, viewer: Viewer, boardid: string) {
  visibleBoard(viewer, boardid)
  const rows = new Map(permissionsOnBoard(db, boardid).map((row) => [row.roleid, row.permission]))
  return rolesWithClaims(db).map(({ id, name, claims }) => ({
    role: { id, name },
    permission: rows.get(id) ?? null,
    effective: rolePermission(claims, rows.get(id)),
  }))
}

export const permissionsNow = (
  db: TenantDb,
  viewer: Viewer,
  boardid: string,
  wished: readonly RolePermissionChange[],
) =>
  readPermissions(db, viewer, boardid).flatMap(({ role, permission }) => {
    const wish = wished.find(({ roleid }) => roleid === role.id)
    return wish && (wish.permission || null) !== permission ? [{ roleid: role.id, permission }] : []
  })

/** Everybody's live connection is admitted anew after. @throws 404, 403, and 400 for systemadmin (decision B2) */
export function permitBoardRoles(
  tx: Tx,
  viewer: Viewer,
  boardid: string,
  changes: readonly RolePermissionChange[],
  say: (what: string) => void = () => {},
) {
  const before = readPermissions(tx.db, viewer, boardid)
  if (!hasPermission(viewer, boardid, 'manage')) throw forbidden()
  const board = findName(tx.db, boards, boardid)
  let changed = false
  for (const { roleid, permission } of changes) {
    const role = before.find((row) => row.role.id === roleid)
    if (!role) throw invalid({ roleid: 'This role could not be found.' })
    if (role.role.name === SYSTEMADMIN)
      throw invalid({ roleid: 'An administrator may do everything on every board.' })
    const newvalue = permission || null
    if (newvalue === role.permission) continue
    changed = true
    setPermission(tx.db, boardid, roleid, newvalue)
    const change = { oldvalue: role.permission ?? 'by claims', newvalue: newvalue ?? 'by claims' }
    recordHistory(tx, 'boards', boardid, [{ field: 'permission', ...change }], role.role.name)
    say(`${role.role.name} on ${board}: ${change.newvalue}`)
  }
  // They are saved with the board: an older form of it does not put them back.
  if (changed) bumpVersion(tx.db, boards, boardid, tx.now)
  tx.invalidateCaches()
  tx.publish('RightsChanged', [{ boardid }])
  return readPermissions(tx.db, viewer, boardid)
}
