import { userById } from '#db/queries/people/users.ts'
import type { TenantDb } from '#db/types.ts'
import type { Claim } from '#server/access/claims.ts'
import { viewerOfUser } from '#server/access/viewer-of-user.ts'
import { mayReadReport } from '../reports/permit-report.ts'
import { reportByName } from '../reports/reports.ts'

/** By the rights that they have now. */
export function mayUserRead(db: TenantDb, userid: string, name: string): boolean {
  const [user, report] = [userById(db, userid), reportByName(name)]
  if (!user || user.archived || !report) return false
  const viewer = viewerOfUser(db, user)
  const can = (claim: Claim) => viewer.claims.has(claim)
  return can('reports.read') && mayReadReport(report, { can }, viewer)
}

/** Rows leave the program in a file, which asks for more than to look at them. */
export const mayUserSend = (db: TenantDb, userid: string, name: string): boolean => {
  const user = userById(db, userid)
  return (
    user !== undefined && viewerOfUser(db, user).claims.has('records.export') && mayUserRead(db, userid, name)
  )
}
