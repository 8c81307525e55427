import { Button } from '#views/ui/button.tsx'
import { DateTime } from '#views/ui/datetime.tsx'
import { listSwap } from '#views/ui/links.ts'
import { Chip, EmptyState, type Level } from '#views/ui/small.tsx'

type Attempt = { dateutc: string; status: number | null; milliseconds: number; error: string }

export type WebhookLogLine = {
  id: string
  label: string
  createdutc: string
  state: 'waiting' | 'retrying' | 'delivered' | 'failed'
  nextutc: string | null
  error: string
  attempts: readonly Attempt[]
}

const states: Record<WebhookLogLine['state'], { label: string; level?: Level }> = {
  waiting: { label: 'Waiting', level: 'info' },
  retrying: { label: 'Tried again later', level: 'warning' },
  delivered: { label: 'Delivered', level: 'success' },
  failed: { label: 'Not delivered', level: 'error' },
}

type LinesProps = { webhookid: string; events: readonly WebhookLogLine[]; zone: string }
/** `sending`: something of it is being sent by now. */
type WebhookLogProps = LinesProps & { sending: boolean }

const REGION = 'webhooklog'

/** The newest first, each with its attempts; it follows what becomes of what is sent. */
export function WebhookLog({ webhookid, events, zone, sending }: WebhookLogProps) {
  const url = `/customise/webhooks/${webhookid}`
  return (
    <section id={REGION} data-refresh="webhooks" data-url={url} data-noguard="">
      {events.length === 0 ? (
        <EmptyState
          icon="history"
          text="Nothing was told yet."
          hint="Send a test to see whether it is answered."
        />
      ) : (
        <Lines webhookid={webhookid} events={events} zone={zone} />
      )}
      {sending && <div {...listSwap(url, REGION)} hx-push-url="false" hx-trigger="every 2s" />}
    </section>
  )
}

function Lines({ webhookid, events, zone }: LinesProps) {
  return (
    <ul className="people">
      {events.map((event) => (
        <li key={event.id}>
          <span>
            <Chip level={states[event.state].level}>{states[event.state].label}</Chip> {event.label}
            <small>
              <DateTime iso={event.createdutc} zone={zone} />, <code>{event.id}</code>
            </small>
            {event.nextutc && event.attempts.length > 0 && (
              <small>
                Next attempt <DateTime iso={event.nextutc} zone={zone} />
              </small>
            )}
            {event.attempts.map((attempt) => (
              <small key={attempt.dateutc}>
                <DateTime iso={attempt.dateutc} zone={zone} />: {attempt.status ?? 'no answer'} after{' '}
                {attempt.milliseconds} ms. {attempt.error}
              </small>
            ))}
          </span>
          <Button
            small
            look="quiet"
            hx-post={`/customise/webhooks/${webhookid}/events/${event.id}/resend`}
            hx-swap="none"
          >
            Send again
          </Button>
        </li>
      ))}
    </ul>
  )
}
