import { formatRand } from '#views/format.ts'
import { Button } from '#views/ui/button.tsx'
import { DateTime } from '#views/ui/datetime.tsx'
import { DescriptionList, Panel } from '#views/ui/panel.tsx'
import { Banner, Chip, Skeleton } from '#views/ui/small.tsx'
import { PaymentCard } from './card.tsx'
import { CarriedOver, type CarryOver } from './carry-over.tsx'

type PayForm = {
  url: string
  fields: readonly (readonly [string, string])[]
  amount: number
  carry: CarryOver
}

export type SubscriptionStatusProps = {
  account: { utcexpires: string | null; size: number; seatspaid: number }
  over: boolean
  planname?: string
  seatsused: number
  card?: { amount: number; untold: boolean; next?: { amount: number; seats: number } }
  hadcard: boolean
  configured: boolean
  pay?: PayForm
}

/** Never runs out, by agreement: nothing is sold to it. */
export const neverExpires = ({ account, card, planname }: SubscriptionStatusProps) =>
  account.utcexpires === null && !card && !planname

export function SubscriptionStatus(props: SubscriptionStatusProps) {
  const { account, over, planname, seatsused, card, hadcard, configured, pay } = props
  const free = neverExpires(props)
  return (
    <section
      id="subscription-state"
      data-refresh="subscription"
      data-url="/subscription/state"
      className="stack"
    >
      {!configured && !free && (
        <Banner level="info">
          Card payments are not set up here. Please ask whoever runs this program how your account is paid;
          you can choose a plan below all the same.
        </Banner>
      )}
      <Panel
        title="Your account"
        actions={
          <State
            over={over}
            short={seatsused > account.seatspaid}
            card={Boolean(card)}
            paid={Boolean(planname)}
            free={free}
          />
        }
      >
        <DescriptionList facts={free ? [{ label: 'Seats', value: `${seatsused} used` }] : soldAs(props)} />
        {free && (
          <p className="nextpayment">
            This account is not sold by subscription: it does not expire, and its seats are not counted.
          </p>
        )}
        {card?.next && (
          <p className="nextpayment">
            From your next payment on: {formatRand(card.next.amount)} a month with {card.next.seats} seats.
            {card.next.amount !== card.amount &&
              ' Paid days that are left then are carried over by what was paid for them.'}
            {card.untold && ' The card provider has not been told yet; it is tried again by itself.'}
          </p>
        )}
      </Panel>
      {configured && pay && <Pay {...pay} isChange={Boolean(card)} />}
      {configured && !hadcard && !free && <PaymentCard status="NONE" amount={0} nextdate="" />}
      {configured && hadcard && (
        <div hx-get="/subscription/card" hx-trigger="load" hx-swap="outerHTML">
          <Skeleton lines={2} />
        </div>
      )}
    </section>
  )
}

function soldAs({ account, over, planname, seatsused, card }: SubscriptionStatusProps) {
  const until = account.utcexpires
  return [
    { label: 'Plan', value: planname ?? 'None paid yet' },
    { label: 'Seats', value: `${seatsused} of ${account.seatspaid} used` },
    {
      label: over ? 'Expired' : planname ? 'Paid until' : 'Evaluation until',
      value: until ? <DateTime iso={until} /> : 'Does not expire',
    },
    ...(card ? [{ label: 'Each month', value: formatRand(card.amount) }] : []),
  ]
}

/** A plain form of the browser's: it leaves for the provider. */
function Pay({ url, fields, amount, carry, isChange }: PayForm & { isChange: boolean }) {
  return (
    <Panel title={isChange ? 'Change now' : 'Pay by card'}>
      <form method="post" action={url} className="pay">
        {fields.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <p>
          {isChange
            ? 'What you chose begins with your next payment. To have it at once, pay for a month now; your card is then charged by the new plan alone.'
            : 'You go on to PayFast, where the card is entered. It is charged now and then every month until you stop it.'}
        </p>
        <p>
          <CarriedOver carry={carry} />
        </p>
        <Button type="submit" look={isChange ? 'plain' : 'primary'} icon="lock">
          Pay {formatRand(amount)}
        </Button>
      </form>
    </Panel>
  )
}

type StateProps = { over: boolean; short: boolean; card: boolean; paid: boolean; free: boolean }

function State({ over, short, card, paid, free }: StateProps) {
  if (free) return <Chip>Free</Chip>
  if (over) return <Chip level="warning">Expired</Chip>
  if (short) return <Chip level="warning">More seats used than paid</Chip>
  if (card) return <Chip level="success">Subscribed</Chip>
  return <Chip level="info">{paid ? 'Paid' : 'Evaluation'}</Chip>
}
