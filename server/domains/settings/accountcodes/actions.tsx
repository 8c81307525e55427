import { Problem } from '#server/errors.ts'
import { ById, EMPTY_ID, integer, NoBody, object, reference, t } from '#server/http/fields.ts'
import { dataReply, noSwapReply, snackbarHeaders } from '#server/http/reply.ts'
import { action, api, type Route } from '#server/http/route.ts'
import { ByType, MiscReply, miscJson } from './api.ts'
import { setMisc } from './set-misc.ts'

/** Said while no accounting organisation is connected (specification 2, section 8). */
const NOT_CONNECTED = 'You are not authenticated to Xero'

export const accountcodesActions: Route[] = [
  ...action(
    { api: 'PATCH /api/accountcodes/:id/misc', page: 'POST /admin/manage/misc/:type' },
    {
      claim: 'settings.manage',
      params: ById,
      query: ByType,
      reply: MiscReply,
      body: NoBody,
      form: {
        params: t.Object({ type: integer(0, 1) }),
        body: object({ id: t.Optional(reference()) }),
        input: ({ params, body }) => ({ params: { id: body.id ?? EMPTY_ID }, query: params }),
      },
      summary:
        'Chooses the account code of miscellaneous income (0) or expense (1); the empty id chooses none.',
    },
    (tx, _, c) => {
      setMisc(tx, c.query.type, c.params.id === EMPTY_ID ? null : c.params.id)
      return dataReply(miscJson(c, tx.db, c.query.type))
    },
    () => noSwapReply(snackbarHeaders('Account code saved')),
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
