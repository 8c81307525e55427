import { resourceListPage } from '#server/crud/list.tsx'
import { syncedReply } from '#server/domains/settings/imports/api-synced.ts'
import { syncXeroList } from '#server/domains/settings/xero/bring-in.ts'
import { offeredXero } from '#server/domains/settings/xero/connection.ts'
import { ById, EMPTY_ID, integer, NoBody, object, reference, t } from '#server/http/fields.ts'
import {
  dataReply,
  dialogReply,
  noSwapReply,
  replaceDialog,
  snackbarHeaders,
  trigger,
} from '#server/http/reply.ts'
import { action, asyncAction, page, type Route } from '#server/http/route.ts'
import { SyncAccountCodes, SyncDone } from '#views/settings/xero/sync.tsx'
import { ByType, MiscReply, miscJson } from './api.ts'
import { accountcode } from './resource.ts'
import { setMisc } from './set-misc.ts'

const NOTHING_NEW = 'No new account codes were found'

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

  ...asyncAction(
    { api: 'POST /api/accountcodes/sync', page: 'POST /admin/accountcodes/sync' },
    {
      claim: 'accountcodes.write',
      body: NoBody,
      summary: 'Brings the accounts of Xero in that are not here yet.',
    },
    (c) => syncXeroList(c, 'accountcodes'),
    ({ added, leftout }) =>
      added.length === 0 && leftout.rows === 0
        ? noSwapReply(snackbarHeaders(NOTHING_NEW, { level: 'info', closedialog: true }))
        : replaceDialog(
            <SyncDone items={added} leftout={leftout} noun={['account code', 'account codes']} />,
            {
              'HX-Trigger': trigger({ refresh: { table: 'accountcodes' } }),
            },
          ),
    (synced) => syncedReply(synced, NOTHING_NEW),
  ),

  page(
    'GET /admin/accountcodes/sync',
    { claim: 'accountcodes.write', summary: 'The dialog that brings accounts of Xero in.' },
    (c) => {
      offeredXero(c.services.config)
      return dialogReply(c, <SyncAccountCodes />, () => resourceListPage(accountcode, c))
    },
  ),
]
