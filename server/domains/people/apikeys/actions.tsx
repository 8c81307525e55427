import encodeQR from 'qr'
import { type KeyRow, listApiKeys } from '#db/queries/platform/apikeys.ts'
import { linkSite } from '#server/access/link-site.ts'
import { getSeat } from '#server/domains/people/users/change-person.ts'
import { forbidden, invalid, notFound } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { ById, id, t } from '#server/http/fields.ts'
import { dataReply, fragment, snackbarHeaders } from '#server/http/reply.ts'
import { asyncAction, page, type Route } from '#server/http/route.ts'
import { readZone } from '#server/zone.ts'
import { AppLinkPart } from '#views/people/apikeys/applink.tsx'
import { ownKeysPart, personKeysPart } from './apikeys-part.tsx'
import { createKey, MOBILE, revokeKey } from './create-key.ts'
import { KeyQuery, NewKey, NewKeyForm } from './input.ts'
import { keyLimits } from './key-limits.ts'

const claim = 'seat'
const APPLICATION = 'API'
const REVOKED = snackbarHeaders('The key is revoked')

type NewApiKey = KeyRow & { key?: string }
type Asked = { application?: string; claims?: string[]; expires?: string | null }

const SHOWN_ONCE = 'This key was made by the same request before, and shown in its first answer alone.'

/** Makes a key for oneself, answered this once: what an Idempotency-Key keeps of it says so and has no key. */
async function newKey(c: Context, userid: string, asked: Asked): Promise<NewApiKey> {
  const application = asked.application || APPLICATION
  const limits = c.read((db) => keyLimits(asked, c.person.claims, readZone(db), c.now()))
  if (userid !== c.person.userid) {
    c.platform.read((db) => getSeat(db, c.person.accountid, userid))
    throw forbidden('Only the person themself can make a key: it works with their rights.')
  }
  let created: ReturnType<typeof createKey> | undefined
  const kept = await c.platform.write((tx) => {
    created = createKey(tx, c.person, application, limits)
    const { key: _, ...row } = created.made
    return dataReply(row, { message: SHOWN_ONCE })
  })
  for (const key of created?.replaced ?? []) c.services.hub.closeSession(`key:${key.id}`)
  return created?.made ?? kept.data
}

async function dropKey(c: Context, key: string) {
  const row = await c.platform.write((tx) => revokeKey(tx, c.person, key, c.can('users.manage')))
  c.services.hub.closeSession(`key:${row.id}`)
  return { id: row.id, application: row.application, tail: row.tail }
}

/** The key stands behind `#`, which a browser that opens the link by mistake sends to nobody. */
const appLinkUrl = (site: string, key: string) => `${site}/#key=${key}`

const qrDataUrl = (link: string) =>
  `data:image/svg+xml;base64,${Buffer.from(encodeQR(link, 'svg', { ecc: 'medium', border: 4 })).toString('base64')}`

export const keysActions: Route[] = [
  ...asyncAction(
    { api: 'PATCH /api/users/apikey', page: 'POST /account/profile/keys' },
    {
      claim,
      needsSignIn: true,
      secret: true,
      body: NewKey,
      form: {
        body: NewKeyForm,
        input: ({ body: { rights, claims, ...body } }) => {
          if (body.application)
            return { body: { ...body, claims: rights === 'some' ? (claims ?? []) : undefined } }
          throw invalid({ application: 'Name the application that will use the key.' })
        },
      },
      summary:
        'A new key for an `application`, shown this once. The one it had before stops working. With `claims` it may do no more than these, with `expires` no longer than that day.',
    },
    (c) => newKey(c, c.person.userid, c.body),
    ({ key, application }, c) => fragment(ownKeysPart(c, key ? { secret: key, application } : undefined)),
  ),

  // `/applink` (specification 1, section 2): a key for the phone, as a code that is shown once.
  ...asyncAction(
    { api: 'PATCH /api/users/:id/apikey', page: 'POST /applink' },
    {
      claim,
      needsSignIn: true,
      secret: true,
      params: ById,
      body: NewKey,
      form: {
        input: ({ person }) => ({ params: { id: person.userid }, body: { application: MOBILE } }),
      },
      summary: 'The same for oneself by id; for nobody else.',
    },
    (c) => newKey(c, c.params.id, c.body),
    ({ key }, c) => {
      const link = key && appLinkUrl(linkSite(c), key)
      const created = link ? { image: qrDataUrl(link), link } : undefined
      return fragment(<AppLinkPart site={linkSite(c)} zone={c.read(readZone)} created={created} />)
    },
  ),

  ...asyncAction(
    { api: 'DELETE /api/users/apikey', page: 'DELETE /account/profile/keys/:key' },
    {
      claim,
      needsSignIn: true,
      query: KeyQuery,
      form: {
        params: t.Object({ key: id() }),
        input: ({ params }) => ({ query: params }),
      },
      evenexpired: true,
      summary: 'Revokes a key: `key` is its id, or the key itself.',
    },
    (c) => dropKey(c, c.query.key),
    (_, c) => fragment(ownKeysPart(c), { headers: REVOKED }),
  ),

  page(
    'DELETE /admin/users/:id/keys/:key',
    {
      claim: 'users.manage',
      params: t.Object({ id: id(), key: id() }),
      evenexpired: true,
      summary: 'Revokes a person’s key.',
    },
    async (c) => {
      const { accountid } = c.person
      c.platform.read((db) => {
        getSeat(db, accountid, c.params.id)
        if (!listApiKeys(db, c.params.id, accountid).some((key) => key.id === c.params.key))
          throw notFound('key')
      })
      await dropKey(c, c.params.key)
      return fragment(personKeysPart(c, c.params.id), { headers: REVOKED })
    },
  ),
]
