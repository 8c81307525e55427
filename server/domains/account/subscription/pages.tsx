import type { ReactElement } from 'react'
import { listAccountPayments, orderById } from '#db/queries/platform/payments.ts'
import { linkSite } from '#server/access/link-site.ts'
import {
  defaultChoice,
  readFeeChooser,
  readSubscription,
  requireBilledAccount,
} from '#server/domains/account/fees/present.ts'
import {
  type FeeChoice,
  listAvailableFees,
  normaliseChoice,
  readChoices,
  sameChoice,
} from '#server/domains/account/fees/price.ts'
import { createPaymentForm } from '#server/domains/account/payments/create-payment-form.ts'
import { fetchProviderStatus } from '#server/domains/account/payments/fetch-status.ts'
import type { Context } from '#server/http/context.ts'
import { object, t } from '#server/http/fields.ts'
import { fragment, redirect, view } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { cardUpdateUrl, readPayfast } from '#server/payfast/settings.ts'
import { type CardProps, PaymentCard } from '#views/account/subscription/card.tsx'
import { Chooser, PayFirst } from '#views/account/subscription/chooser.tsx'
import { SubscriptionPanel } from '#views/account/subscription/panel.tsx'
import { SubscriptionPayments } from '#views/account/subscription/payments.tsx'
import { PaymentCancelled, PaymentReturned } from '#views/account/subscription/returned.tsx'
import { SubscriptionStatus, type SubscriptionStatusProps } from '#views/account/subscription/status.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { EmptyState } from '#views/ui/small.tsx'
import { paymentsExport } from './api-export.ts'
import { type ChooserFields, ChooserForm, readChooser } from './input.ts'
import { receiptPages } from './receipts.tsx'

const title = 'Subscription'
const LATE_MS = 2 * 60_000
const manage = { claim: 'account.manage' } as const

export const feeChooserPart = (c: Context, accountid: string, choice: FeeChoice, step: 1 | 10 = 1) =>
  c.platform.read((db) => {
    const about = readFeeChooser(db, accountid, choice, step, c.now().toISOString())
    const waits = about.applied && !about.paid && readPayfast(c.services.config) !== undefined
    // What waits to be paid says so where it is paid.
    const carry = waits ? undefined : about.carry
    const withvat = c.services.config.sellervat !== ''
    return (
      <Chooser {...about} carry={carry} withvat={withvat} base="/subscription" note={waits && <PayFirst />} />
    )
  })

/** @throws 404 */
export function readChosen(c: Context, accountid: string, form: ChooserFields) {
  const { planid, step, counted } = readChooser(form)
  const choice = c.platform.read((db) =>
    normaliseChoice(listAvailableFees(db, requireBilledAccount(db, accountid).id), counted, planid),
  )
  return { planid, step, choice }
}

async function subscriptionStatus(c: Context): Promise<SubscriptionStatusProps> {
  const { accountid } = c.person
  const configured = readPayfast(c.services.config) !== undefined
  const about = c.platform.read((db) => {
    const { chosen, paid } = readChoices(db, accountid)
    return {
      subscription: readSubscription(db, accountid),
      waits: chosen.size > 0 && !sameChoice(chosen, paid),
      any: chosen.size > 0,
    }
  })
  const { card } = about.subscription
  const asks = configured && (card ? about.waits : about.any)
  const form = asks ? await createPaymentForm(c) : undefined
  return {
    ...about.subscription,
    over: (about.subscription.account.utcexpires ?? '9999') <= c.now().toISOString(),
    configured,
    pay: form && { url: form.url, fields: form.fields, amount: form.order.amount, carry: form.carry },
  }
}

const panel = async (c: Context, chosen?: ReactElement) => {
  const { accountid } = c.person
  const choice = () => c.platform.read((db) => defaultChoice(db, readSubscription(db, accountid).account))
  return (
    <SubscriptionPanel
      status={await subscriptionStatus(c)}
      payments={c.platform.read((db) => listAccountPayments(db, accountid))}
      canexport={c.can('records.export')}
      chooser={chosen ?? feeChooserPart(c, accountid, choice())}
    />
  )
}

const whole = async (c: Context, chosen?: ReactElement) =>
  view(
    <>
      <PageTitle title={title} subtitle={c.person.accountname} />
      {c.person.copy ? (
        <EmptyState
          icon="archive"
          text="A copy has no subscription."
          hint="It is only to read, and costs nothing. What the account itself pays stands there."
        />
      ) : (
        await panel(c, chosen)
      )}
    </>,
    { title },
  )

const part = (c: Context, body: ReactElement, chosen?: ReactElement) =>
  fragment(body, { whole: () => whole(c, chosen) })

export const subscriptionPages: Route[] = [
  page(
    'GET /subscription',
    { ...manage, summary: 'The subscription: plan, seats, what is paid until when.' },
    (c) => whole(c),
  ),
  ...paymentsExport,
  page(
    'GET /subscription/panel',
    { ...manage, summary: 'The choice of a plan, priced as it is typed.' },
    async (c) => part(c, await panel(c)),
  ),
  page('GET /subscription/state', { ...manage, summary: 'Whether a payment has arrived.' }, async (c) =>
    part(c, <SubscriptionStatus {...(await subscriptionStatus(c))} />),
  ),
  page('GET /subscription/payments', { ...manage, summary: 'The account’s payments.' }, (c) =>
    part(
      c,
      <SubscriptionPayments
        rows={c.platform.read((db) => listAccountPayments(db, c.person.accountid))}
        canexport={c.can('records.export')}
      />,
    ),
  ),

  page(
    'GET /subscription/choose',
    { ...manage, query: ChooserForm, summary: 'The choice of seats and add-ons.' },
    (c) => {
      const { choice, step } = readChosen(c, c.person.accountid, c.query)
      const chosen = feeChooserPart(c, c.person.accountid, choice, step)
      return part(c, chosen, chosen)
    },
  ),

  page(
    'GET /subscription/card',
    { ...manage, summary: 'The form of the card that pays by itself.' },
    async (c) => part(c, <PaymentCard {...(await readCard(c))} />),
  ),

  ...receiptPages,

  page(
    'GET /subscription/returned',
    {
      ...manage,
      query: object({ order: t.Optional(t.String({ maxLength: 60 })) }),
      summary: 'After a payment.',
    },
    (c) => {
      const order = c.platform.read((db) => orderById(db, c.query.order ?? ''))
      // Gone on as a whole page, so that the banner of an expired account goes too.
      if (order?.accountid !== c.person.accountid || order.paidutc) return redirect('/subscription')
      const isLate = c.now().getTime() - Date.parse(order.createdutc) > LATE_MS
      return view(<PaymentReturned order={order.id} isLate={isLate} />, { title })
    },
  ),

  page(
    'GET /subscription/cancelled',
    { ...manage, summary: 'Where the payment provider leads who has cancelled a payment.' },
    () => view(<PaymentCancelled />, { title }),
  ),
]

async function readCard(c: Context): Promise<CardProps> {
  const payfast = readPayfast(c.services.config)
  const status = await fetchProviderStatus(c.services, c.person.accountid)
  if (!payfast || status.state !== 'known')
    return { status: status.state === 'down' ? 'DOWN' : 'NONE', amount: 0, nextdate: '' }
  const { amount, run_date, status_text } = status.subscription
  return {
    status: status_text,
    amount,
    nextdate: run_date,
    updateurl: cardUpdateUrl(payfast, status.token, new URL('/subscription', linkSite(c)).href),
  }
}
