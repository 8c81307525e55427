import { CheckList, type CheckOption } from '#views/crud/checklist.tsx'
import { counted } from '#views/format.ts'
import { Button } from '#views/ui/button.tsx'
import { confirmFirst } from '#views/ui/confirm.ts'
import { DateTime } from '#views/ui/datetime.tsx'
import { Dialog } from '#views/ui/dialog.tsx'
import { TextInput } from '#views/ui/inputs.tsx'
import { Banner } from '#views/ui/small.tsx'
import { WebhookLog, type WebhookLogLine } from './log.tsx'

type WebhookValues = {
  id: string
  version: number
  name: string
  url: string
  kinds: readonly string[]
  claims: readonly string[]
  state: 'on' | 'off' | 'stopped'
  reason: string
  dropped: number
  oldsecretuntil: string | null
}

type WebhookDialogProps = {
  /** Undefined: a new one. */
  webhook?: WebhookValues
  /** Whether an address may begin with http://. */
  insecure: boolean
  kinds: readonly CheckOption[]
  claims: readonly CheckOption[]
  events: readonly WebhookLogLine[]
  /** Something of its log is being sent by now. */
  sending: boolean
  zone: string
}

const PATH = '/customise/webhooks'

export function WebhookDialog(props: WebhookDialogProps) {
  const { webhook, events, sending, zone } = props
  const details = <Details {...props} />
  return (
    <Dialog
      size="large"
      title={webhook ? 'Webhook' : 'Add webhook'}
      subtitle={webhook?.url}
      url={webhook ? `${PATH}/${webhook.id}` : PATH}
      method={webhook ? 'patch' : 'post'}
      submit={webhook ? undefined : 'Create'}
      version={webhook?.version}
      actions={webhook && <Actions {...webhook} />}
      tabs={
        webhook && [
          { id: 'details', label: 'Details', panel: details },
          {
            id: 'log',
            label: 'Log',
            panel: <WebhookLog webhookid={webhook.id} events={events} sending={sending} zone={zone} />,
          },
        ]
      }
    >
      {!webhook && details}
    </Dialog>
  )
}

function Details({ webhook, insecure, kinds, claims, zone }: WebhookDialogProps) {
  return (
    <>
      {webhook && <Standing {...webhook} zone={zone} />}
      <TextInput
        label="Address"
        name="url"
        value={webhook?.url}
        maxlength={500}
        required
        autoFocus={!webhook}
        hint={`Begins with https://${insecure ? ' or http://' : ''}. It answers with a status from 200 to 299 within 15 seconds.`}
      />
      <TextInput label="Name" name="name" value={webhook?.name} maxlength={60} hint="What you call it." />
      <CheckList
        label="Tell it of"
        name="kinds"
        options={kinds}
        chosen={webhook?.kinds ?? []}
        none="You may read nothing that could be told."
      />
      <CheckList
        label="What it may see"
        name="claims"
        hint="What its events are read by is always included. Prices and amounts of jobs only if you tick them."
        options={claims}
        chosen={webhook?.claims ?? []}
        none="You may read nothing that could be told."
      />
    </>
  )
}

function Standing({ state, reason, dropped, oldsecretuntil, zone }: WebhookValues & { zone: string }) {
  return (
    <>
      {state === 'stopped' && <Banner level="error">It was stopped. {reason}</Banner>}
      {dropped > 0 && (
        <Banner level="warning">
          {counted(dropped, 'event was', 'events were')} not told, since it was stopped or 10 000 waited
          already. Read those records anew by the calls.
        </Banner>
      )}
      {oldsecretuntil && (
        <p className="hint">
          Its secret was changed: until <DateTime iso={oldsecretuntil} zone={zone} /> the one before signs
          too.
        </p>
      )}
    </>
  )
}

function Actions({ id, state }: WebhookValues) {
  const isOn = state === 'on'
  return (
    <>
      {isOn && (
        <Button look="quiet" icon="play" hx-post={`${PATH}/${id}/test`} hx-swap="none">
          Send a test
        </Button>
      )}
      <Button
        look="quiet"
        icon={isOn ? 'pause' : 'check'}
        hx-post={`${PATH}/${id}/switch`}
        hx-swap="none"
        {...(isOn &&
          confirmFirst({
            question: 'Switch it off? What still waits for it is not sent.',
            yes: 'Switch off',
          }))}
      >
        {isOn ? 'Switch off' : 'Switch on'}
      </Button>
      <Button
        look="quiet"
        icon="key"
        hx-post={`${PATH}/${id}/secret`}
        hx-target="#dialog"
        {...confirmFirst({
          question: 'Make a new secret? Both sign for 24 hours; then the one in use now is no longer valid.',
          yes: 'New secret',
        })}
      >
        New secret
      </Button>
      <Button
        look="danger"
        icon="trash"
        hx-post={`${PATH}/${id}/remove`}
        hx-swap="none"
        {...confirmFirst({ question: 'Remove this webhook and its log?', yes: 'Remove', danger: true })}
      >
        Remove
      </Button>
    </>
  )
}
