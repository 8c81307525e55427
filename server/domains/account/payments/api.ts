import { listCardSubscriptions } from '#db/queries/platform/payments.ts'
import { forbidden, notFound } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { t } from '#server/http/fields.ts'
import { listData } from '#server/http/reply.ts'
import { api, publicApi, type Route } from '#server/http/route.ts'
import { toDecimal } from '#server/money/decimal.ts'
import type { ProviderSubscription } from '#server/payfast/api.ts'
import { createPaymentForm } from './create-payment-form.ts'
import { fetchProviderStatus } from './fetch-status.ts'
import { receiveNotification } from './receive-notification.ts'

/** One's own with the claim for it, any for the operator. @throws 403, 404 */
export function payingAccount(c: Context, accountid: string): string {
  if (c.can('platform.manage')) return accountid
  if (accountid !== c.person.accountid) throw notFound('account')
  if (!c.can('account.manage')) throw forbidden()
  return accountid
}

export const cctransactionsApi: Route[] = [
  api(
    'GET /api/cctransactions/link/payfast',
    {
      claim: 'account.manage',
      summary:
        'The signed form by which the chosen plan is paid: its address and fields, what paid days become by it, and until when the account is paid then.',
    },
    async (c) => {
      const { url, fields, order, carry } = await createPaymentForm(c)
      return {
        url,
        fields: Object.fromEntries(fields),
        amount: toDecimal(order.amount, 'cents'),
        order: order.id,
        paiddays: carry.days,
        becomes: carry.becomes,
        renewed: carry.renewed,
      }
    },
  ),

  api(
    'GET /api/cctransactions/payfast/subscription',
    {
      claim: 'account.manage',
      summary: 'The monthly card payment as the provider has it; amounts in cents.',
    },
    async (c) => statusReply(await fetchProviderStatus(c.services, c.person.accountid)),
  ),

  api(
    'GET /api/cctransactions/subscriptions/payfast',
    { claim: 'account.manage', summary: 'The monthly card payments that the account has and had.' },
    (c) =>
      c.platform.read((db) =>
        listData(
          listCardSubscriptions(db, c.person.accountid).map(({ token, status, createdutc, endedutc }) => ({
            token,
            status: status.toUpperCase(),
            createdutc,
            endedutc,
          })),
        ),
      ),
  ),

  publicApi(
    'POST /api/cctransactions/payfast/notify',
    {
      rawbody: true,
      body: t.Unsafe<string>(t.String()),
      summary: 'Where the card provider reports payments.',
    },
    async (c) => {
      const { state } = await receiveNotification(c.services, c.meta.address, c.body)
      return { state }
    },
  ),
]

type Response = Pick<ProviderSubscription, 'status_text' | 'amount' | 'token'> & Partial<ProviderSubscription>
type StatusReply = { code: number; status: string; data: { response: Response } }

/** The shape that the specification reads: `code`, and `data.response` with `status_text`, `amount` and `token`. */
function statusReply(status: Awaited<ReturnType<typeof fetchProviderStatus>>): StatusReply {
  if (status.state === 'known')
    return { code: 200, status: 'success', data: { response: status.subscription } }
  const none = {
    status_text: status.state === 'down' ? 'UNKNOWN' : 'NONE',
    amount: 0,
    token: status.token ?? '',
  }
  return { code: status.state === 'down' ? 503 : 404, status: 'failed', data: { response: none } }
}
