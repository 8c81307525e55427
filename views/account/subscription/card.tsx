import { formatRand } from '#views/format.ts'
import { Button, LinkButton } from '#views/ui/button.tsx'
import { DateText } from '#views/ui/datetime.tsx'
import { Form } from '#views/ui/form.tsx'
import { Checkbox } from '#views/ui/inputs.tsx'
import { DescriptionList, Panel } from '#views/ui/panel.tsx'
import { Banner } from '#views/ui/small.tsx'

export type CardProps = {
  /** What the provider calls it; `DOWN` while it cannot be asked. */
  status: string
  /** Cents a month. */
  amount: number
  /** Of the next payment, `YYYY-MM-DD`. */
  nextdate: string
  updateurl?: string
}

export function PaymentCard({ status, amount, nextdate, updateurl }: CardProps) {
  if (status === 'DOWN')
    return (
      <Banner level="warning">
        The card provider cannot be reached at the moment. What is paid stays paid; please look again later.
      </Banner>
    )
  if (status === 'CANCELLED') return <Banner level="error">Your subscription has been cancelled</Banner>
  if (status !== 'ACTIVE') return <Banner level="warning">No active auto-subscription was found</Banner>
  return (
    <Panel
      title="Card payment"
      actions={
        updateurl && (
          <LinkButton small icon="external-link" href={updateurl} rel="noopener">
            Change card
          </LinkButton>
        )
      }
    >
      <DescriptionList
        facts={[
          { label: 'Each month', value: formatRand(amount) },
          { label: 'Next payment', value: nextdate ? <DateText date={nextdate} /> : null },
        ]}
      />
      <details className="stop">
        <summary>Stop the subscription</summary>
        <Form url="/subscription/stop" guarded={false}>
          <p>Your card is not charged again. Everything stays as it is until the end of what is paid.</p>
          <Checkbox label="Yes, stop charging my card" name="confirm" />
          <Button type="submit" look="danger" data-save="">
            Stop
          </Button>
        </Form>
      </details>
    </Panel>
  )
}
