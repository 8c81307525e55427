import { LinkButton } from '#views/ui/button.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { EmptyState } from '#views/ui/small.tsx'

/** Back from the provider: waits until the payment is confirmed, then goes on by itself. */
export function PaymentReturned({ order, isLate }: { order: string; isLate: boolean }) {
  return (
    <div
      id="returned"
      hx-get={`/subscription/returned?order=${encodeURIComponent(order)}`}
      hx-trigger="every 2s"
      hx-swap="outerMorph"
    >
      <PageTitle title="Subscription" />
      <EmptyState
        icon="clock"
        text={isLate ? 'This takes longer than usual.' : 'Thank you. Your payment is being confirmed.'}
        hint={
          isLate
            ? 'Your payment is safe with the card provider, which reports it as soon as it can. You may leave this page: the payment shows under Subscription once it is confirmed.'
            : 'PayFast reports it within a minute. This page goes on by itself.'
        }
      >
        <LinkButton href="/subscription">Subscription</LinkButton>
      </EmptyState>
    </div>
  )
}

export const PaymentCancelled = () => (
  <>
    <PageTitle title="Subscription" />
    <EmptyState
      icon="undo"
      text="Nothing was paid."
      hint="Your account is as it was. What you chose is kept."
    >
      <LinkButton look="primary" href="/subscription">
        Back to the subscription
      </LinkButton>
    </EmptyState>
  </>
)
