import { changeRights } from '#server/access/change-rights.ts'
import type { Context } from '#server/http/context.ts'
import { allowClaim, type ClaimAllowance, describeAllocation } from './allow-claim.ts'
import { createGranter } from './granter.ts'
import { findRole, roleJson } from './read-role.ts'

export const allocateClaim = (c: Context, allocation: ClaimAllowance) =>
  changeRights(c, (tx, say) => {
    const { role, changed } = allowClaim(tx, createGranter(c), allocation)
    if (changed) say(describeAllocation(role, allocation.claim, allocation.allowed))
    return roleJson(c, findRole(c, tx.db, role.id))
  })
