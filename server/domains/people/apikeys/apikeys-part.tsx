import { listApiKeys } from '#db/queries/platform/apikeys.ts'
import { accountClaims, claims } from '#server/access/claims.ts'
import type { Context } from '#server/http/context.ts'
import { readZone } from '#server/zone.ts'
import { Keys } from '#views/people/apikeys/keys.tsx'

export const ownKeysPart = (c: Context, created?: { application: string; secret: string }) => (
  <Keys
    keys={c.platform.read((db) => listApiKeys(db, c.person.userid, c.person.accountid))}
    url="/account/profile/keys"
    rights={accountClaims.filter(c.can).map((claim) => ({ value: claim, label: claims[claim] }))}
    zone={c.read(readZone)}
    created={created}
    own
  />
)

export const personKeysPart = (c: Context, userid: string) => (
  <Keys
    keys={c.platform.read((db) => listApiKeys(db, userid, c.person.accountid))}
    url={`/admin/users/${userid}/keys`}
    zone={c.read(readZone)}
  />
)
