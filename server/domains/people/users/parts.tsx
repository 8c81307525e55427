import { listRolesWithClaims } from '#db/queries/people/roles-with-claims.ts'
import { findPicture } from '#db/queries/platform/pictures.ts'
import { openSessions } from '#db/queries/platform/sessions.ts'
import { endSessions } from '#server/access/end-sessions.ts'
import { notFound } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { ById, id, t } from '#server/http/fields.ts'
import { fragment, rawReply, snackbarHeaders } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { readZone } from '#server/zone.ts'
import { Sessions } from '#views/people/users/sessions.tsx'
import { getSeat } from './change-person.ts'
import { permitPerson } from './permit-change.ts'

const claim = 'users.manage'

async function signOut(c: Context, userid: string, only?: string) {
  const { accountid, sessionid } = c.person
  const own = userid === c.person.userid ? sessionid : undefined
  const allRoles = c.read(listRolesWithClaims)
  const ended = await c.platform.write((tx) => {
    permitPerson(c.person, allRoles, getSeat(tx.db, accountid, userid))
    return endSessions(tx, userid, {
      accountid,
      only,
      except: own,
      by: c.person.userid,
      address: c.meta.address,
    })
  })
  for (const one of ended) c.services.hub.closeSession(one)
  const sessions = c.platform.read((db) => openSessions(db, c.now().toISOString(), userid, accountid))
  return fragment(
    <Sessions
      sessions={sessions}
      own={own}
      url={`/admin/users/${userid}/sessions`}
      zone={c.read(readZone)}
      everywhere={own ? 'Sign out everywhere else' : 'Sign out everywhere in this account'}
    />,
    { headers: snackbarHeaders(only ? 'Signed out' : 'Signed out everywhere in this account') },
  )
}

export const usersParts: Route[] = [
  page(
    'POST /admin/users/:id/sessions',
    { claim, params: ById, evenexpired: true, summary: 'Ends all sessions of a person.' },
    (c) => signOut(c, c.params.id),
  ),

  page(
    'DELETE /admin/users/:id/sessions/:session',
    {
      claim,
      params: t.Object({ id: id(), session: id() }),
      evenexpired: true,
      summary: 'Ends a session of a person.',
    },
    (c) => signOut(c, c.params.id, c.params.session),
  ),

  page('GET /users/:id/picture', { claim: 'seat', params: ById, summary: 'A person’s picture.' }, (c) => {
    const picture = c.platform.read((db) => {
      getSeat(db, c.person.accountid, c.params.id)
      return findPicture(db, c.params.id)
    })
    if (!picture) throw notFound('picture')
    return rawReply(new Uint8Array(picture.bytes), picture.media, {
      headers: { 'cache-control': 'private, max-age=86400' },
    })
  }),
]
