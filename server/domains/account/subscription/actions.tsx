import { activeSubscription } from '#db/queries/platform/payments.ts'
import { publishToAccount } from '#server/cells/notify-cells.ts'
import { chooseFees } from '#server/domains/account/fees/choose-fees.ts'
import { presentAccountFees } from '#server/domains/account/fees/present.ts'
import type { FeeChoice } from '#server/domains/account/fees/price.ts'
import { payingAccount } from '#server/domains/account/payments/api.ts'
import { endSubscription } from '#server/domains/account/payments/end-subscription.ts'
import { syncProvider } from '#server/domains/account/payments/sync-provider.ts'
import { invalid } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { ById, id, object, t } from '#server/http/fields.ts'
import { dataReply, fragment, noSwapReply, snackbarHeaders } from '#server/http/reply.ts'
import { asyncAction, type Route } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import { operatorChooser } from './backoffice.tsx'
import { AccountFees, type ChooserFields, ChooserForm, parseChoice, StopForm } from './input.ts'
import { feeChooserPart, readChosen } from './pages.tsx'

const UPDATED = 'Your account subscription has been updated successfully'
const STOPPED = 'Subscription has been stopped'
const STOPPED_BEFORE = 'This subscription had been stopped already'

const success = (message: string) => snackbarHeaders(message, { refresh: { table: 'subscription' } })

async function announceChoice(services: Services, accountid: string) {
  const card = services.platform.read((db) => activeSubscription(db, accountid))
  if (card) await syncProvider(services, card.token)
  publishToAccount(services, accountid, 'RecordChanged', [{ table: 'subscription', id: accountid }])
}

/** What the write returns is the reply, so that one sent again with its key is given again. */
async function applyChoice(c: Context, accountid: string, choice: FeeChoice) {
  const { userid } = c.person
  const reply = await c.platform.write((tx) => {
    chooseFees(tx, { accountid, userid, choice })
    return dataReply(presentAccountFees(tx.db, accountid), { message: UPDATED })
  })
  await announceChoice(c.services, accountid)
  return reply
}

function toAccountFees(c: Context, accountid: string, form: ChooserFields) {
  const { planid, choice } = readChosen(c, accountid, form)
  if (!planid) throw invalid({ plan: 'Choose one plan.' })
  return [...choice].map(([corefee, quantity]) => ({ corefee, quantity }))
}

export const subscriptionActions: Route[] = [
  ...asyncAction(
    { api: 'PATCH /api/account/accountfees', page: 'POST /subscription/apply' },
    {
      claim: 'account.manage',
      body: AccountFees,
      form: {
        body: ChooserForm,
        input: (c) => ({ body: toAccountFees(c, c.person.accountid, c.body) }),
      },
      evenexpired: true,
      summary: 'Chooses a plan and add-ons: the whole list. Seats change once it is paid.',
    },
    (c) => applyChoice(c, c.person.accountid, parseChoice(c.body)),
    (_, c, message) => {
      const { choice, step } = readChosen(c, c.person.accountid, c.body)
      return fragment(feeChooserPart(c, c.person.accountid, choice, step), { headers: success(message) })
    },
  ),

  ...asyncAction(
    { api: 'PATCH /api/account/:id/accountfees', page: 'POST /backoffice/:id/fees/apply' },
    {
      claim: 'seat',
      summary: 'Changes what an account pays for.',
      needsSignIn: true,
      params: ById,
      body: AccountFees,
      form: {
        claim: 'platform.manage',
        evenexpired: false,
        body: ChooserForm,
        input: (c) => ({ body: toAccountFees(c, c.params.id, c.body) }),
      },
      evenexpired: true,
    },
    (c) => applyChoice(c, payingAccount(c, c.params.id), parseChoice(c.body)),
    (_, c, message) => {
      const { choice, step } = readChosen(c, c.params.id, c.body)
      return fragment(operatorChooser(c, c.params.id, choice, step), { headers: snackbarHeaders(message) })
    },
  ),

  ...asyncAction(
    { api: 'DELETE /api/cctransactions/payfast/subscription/:accountid', page: 'POST /subscription/stop' },
    {
      claim: 'seat',
      needsSignIn: true,
      params: t.Object({ accountid: id() }),
      query: object({ token: t.Optional(t.String({ maxLength: 100 })) }),
      form: {
        claim: 'account.manage',
        body: StopForm,
        input: ({ person, body }) => {
          if (!body?.confirm)
            throw invalid({ confirm: 'Tick this first, so that nothing is stopped by accident.' })
          return { params: { accountid: person.accountid }, query: {} }
        },
      },
      evenexpired: true,
      summary: 'Stops the monthly card payment. What is paid stays paid.',
    },
    async (c) => {
      const accountid = payingAccount(c, c.params.accountid)
      const { userid } = c.person
      const wasActive = await endSubscription(c.services, { accountid, userid, token: c.query.token })
      return dataReply(null, { message: wasActive ? STOPPED : STOPPED_BEFORE })
    },
    (_, _c, message) => noSwapReply(success(message)),
  ),
]
