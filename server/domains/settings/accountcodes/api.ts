import type { TenantDb } from '#db/types.ts'
import type { ClaimHolder } from '#server/access/claims.ts'
import { presentResource, readResource } from '#server/crud/read.ts'
import { orNull } from '#server/crud/reply-schema.ts'
import { integer, object } from '#server/http/fields.ts'
import { dataReply } from '#server/http/reply.ts'
import { api, type Route } from '#server/http/route.ts'
import { accountcode } from './resource.ts'
import { readMiscCode } from './set-misc.ts'

export const ByType = object({ type: integer(0, 1) })

export const MiscReply = orNull(accountcode.schemas.Reply)

export const miscJson = (c: ClaimHolder, db: TenantDb, type: number) => {
  const chosen = readMiscCode(db, type)
  return chosen ? presentResource(accountcode, readResource(accountcode, db, chosen), c) : null
}

export const accountcodesApi: Route[] = [
  api(
    'GET /api/accountcodes/misc',
    {
      claim: 'accountcodes.read',
      query: ByType,
      reply: MiscReply,
      summary: 'The account code of miscellaneous income (0) or expense (1); null when none is chosen.',
    },
    (c) => c.read((db) => dataReply(miscJson(c, db, c.query.type))),
  ),
]
