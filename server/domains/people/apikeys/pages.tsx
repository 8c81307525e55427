import { listApiKeys } from '#db/queries/platform/apikeys.ts'
import { seatIn } from '#server/domains/people/users/change-person.ts'
import { notFound } from '#server/errors.ts'
import { id, t } from '#server/http/fields.ts'
import { fragment, snackbarHeaders } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { readZone } from '#server/zone.ts'
import { Keys } from '#views/people/apikeys/keys.tsx'
import { dropKey } from './api.ts'

/** The keys in a person's dialog. */
export const keysPages: Route[] = [
  page(
    'DELETE /admin/users/:id/keys/:key',
    { claim: 'users.manage', params: t.Object({ id: id(), key: id() }), evenexpired: true },
    async (c) => {
      const { accountid } = c.person
      c.platform.read((db) => {
        seatIn(db, accountid, c.params.id)
        if (!listApiKeys(db, c.params.id, accountid).some((key) => key.id === c.params.key))
          throw notFound('key')
      })
      await dropKey(c, c.params.key)
      const keys = c.platform.read((db) => listApiKeys(db, c.params.id, accountid))
      const part = <Keys keys={keys} url={`/admin/users/${c.params.id}/keys`} zone={c.read(readZone)} />
      return fragment(part, { headers: snackbarHeaders('The key is revoked', {}) })
    },
  ),
]
