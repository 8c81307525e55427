import type { TenantDb } from '#db/types.ts'
import { presentResource, readResource } from '#server/crud/read.ts'
import { Problem } from '#server/errors.ts'
import { ById, EMPTY_ID, integer, NoBody, object } from '#server/http/fields.ts'
import { data } from '#server/http/reply.ts'
import { api, type Route } from '#server/http/route.ts'
import { accountcode } from './resource.ts'
import { readMiscCode, setMisc } from './set-misc.ts'

const ByType = object({ type: integer(0, 1) })

/** Said while no accounting organisation is connected (specification 2, section 8). */
export const NOT_CONNECTED = 'You are not authenticated to Xero'

const miscJson = (db: TenantDb, type: number) => {
  const chosen = readMiscCode(db, type)
  return chosen ? presentResource(accountcode, readResource(accountcode, db, chosen)) : null
}

export const accountcodesApi: Route[] = [
  api(
    'GET /api/accountcodes/misc',
    {
      claim: 'accountcodes.read',
      query: ByType,
      summary: 'The account code of miscellaneous income (0) or expense (1); null when none is chosen.',
    },
    (c) => c.read((db) => data(miscJson(db, c.query.type))),
  ),

  api(
    'PATCH /api/accountcodes/:id/misc',
    {
      claim: 'settings.manage',
      params: ById,
      query: ByType,
      body: NoBody,
      summary:
        'Chooses the account code of miscellaneous income (0) or expense (1); the empty id chooses none.',
    },
    (c) =>
      c.write((tx) => {
        setMisc(tx, c.query.type, c.params.id === EMPTY_ID ? null : c.params.id)
        return data(miscJson(tx.db, c.query.type))
      }),
  ),

  api(
    'POST /api/accountcodes/sync',
    {
      claim: 'accountcodes.write',
      body: NoBody,
      summary: 'Brings the accounts of the accounting system in.',
    },
    () => {
      throw new Problem(400, NOT_CONNECTED, { code: 'notconnected' })
    },
  ),
]
