import { listRolesWithClaims } from '#db/queries/people/roles-with-claims.ts'
import { withLinkSite } from '#server/access/link-site.ts'
import { hasRoom } from '#server/access/seats.ts'
import type { Manager } from '#server/domains/people/users/permit-change.ts'
import { canGrantRole } from '#server/domains/people/users/permit-change.ts'
import type { Context } from '#server/http/context.ts'
import { ById, NoBody } from '#server/http/fields.ts'
import { dialogReply, redirect, saved } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { RequestDialog } from '#views/account/account/request.tsx'
import { personName } from '#views/format.ts'
import { roleLabel } from '#views/people/role-label.ts'
import { decideJoinRequest } from './create-or-join.tsx'
import { JoinDecision } from './input.ts'
import { approveJoinRequest, findWaitingRequest, refuseJoinRequest } from './join-requests.ts'

const managerOf = ({ person }: Context): Manager => person

export const joinPages: Route[] = [
  page(
    'GET /account/requests/:id',
    { claim: 'users.manage', params: ById, summary: 'The dialog of a request to join.' },
    (c) => {
      const { accountid } = c.person
      const request = c.platform.read((db) => findWaitingRequest(db, accountid, c.params.id))
      const roles = c
        .read(listRolesWithClaims)
        .filter((role) => canGrantRole(managerOf(c), role))
        .map((role) => ({ value: role.id, label: roleLabel(role.name) }))
      return dialogReply(
        c,
        <RequestDialog
          id={request.id}
          name={personName(request)}
          email={request.email}
          roles={roles}
          room={c.platform.read((db) => hasRoom(db, accountid))}
        />,
        () => redirect('/account?tab=active'),
      )
    },
  ),

  page(
    'POST /account/requests/:id',
    { claim: 'users.manage', params: ById, body: JoinDecision, summary: 'Lets a person join.' },
    async (c) => {
      const { roles, licensed = false } = c.body
      const roleids = [roles ?? []].flat().filter((one) => one !== null)
      const allRoles = c.read(listRolesWithClaims)
      const request = await decideJoinRequest(withLinkSite(c), c as Context, true, (tx) =>
        approveJoinRequest(tx, managerOf(c), allRoles, c.params.id, { roleids, licensed }),
      )
      return saved(`${personName(request)} is in`, 'joinrequests')
    },
  ),

  page(
    'POST /account/requests/:id/refuse',
    { claim: 'users.manage', params: ById, body: NoBody, summary: 'Refuses a request to join.' },
    async (c) => {
      const request = await decideJoinRequest(withLinkSite(c), c as Context, false, (tx) =>
        refuseJoinRequest(tx, managerOf(c), c.params.id),
      )
      return saved(`${personName(request)} was not let in`, 'joinrequests')
    },
  ),
]
