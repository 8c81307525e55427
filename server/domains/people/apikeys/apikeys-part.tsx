import { listApiKeys } from '#db/queries/platform/apikeys.ts'
import { accountClaims, type Claim, claims } from '#server/access/claims.ts'
import type { Context } from '#server/http/context.ts'
import { readZone } from '#server/zone.ts'
import { Keys } from '#views/people/apikeys/keys.tsx'

/** With what each may do in the words that roles show. */
const listKeys = (c: Context, userid: string) =>
  c.platform
    .read((db) => listApiKeys(db, userid, c.person.accountid))
    .map((key) => ({
      ...key,
      claims: key.claims && key.claims.map((claim) => claims[claim as Claim] ?? claim),
    }))

export const ownKeysPart = (c: Context, created?: { application: string; secret: string }) => (
  <Keys
    keys={listKeys(c, c.person.userid)}
    url="/account/profile/keys"
    rights={accountClaims.filter(c.can).map((claim) => ({ value: claim, label: claims[claim] }))}
    zone={c.read(readZone)}
    created={created}
    own
  />
)

export const personKeysPart = (c: Context, userid: string) => (
  <Keys keys={listKeys(c, userid)} url={`/admin/users/${userid}/keys`} zone={c.read(readZone)} />
)
