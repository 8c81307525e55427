import { Button, LinkButton } from '#views/ui/button.tsx'
import { DateTime } from '#views/ui/datetime.tsx'
import { Form } from '#views/ui/form.tsx'
import { Icon } from '#views/ui/icon.tsx'
import { TextInput } from '#views/ui/inputs.tsx'
import { type Option, Select } from '#views/ui/select.tsx'
import { Tabs } from '#views/ui/tabs.tsx'
import { Invitations, type ShownInvitation } from './invitations.tsx'

type OwnRequest = {
  id: string
  name: string
  state: 'waiting' | 'accepted' | 'refused'
  createdutc: string
}

type CreateProps = {
  email: string
  back?: string
  /** False where whoever runs the installation makes the accounts. */
  maycreate: boolean
  requests: readonly OwnRequest[]
  invitations: readonly ShownInvitation[]
  trades: readonly Option[]
}

export function CreateAccount({ email, back, maycreate, requests, invitations, trades }: CreateProps) {
  const create = { id: 'create', label: 'Create an account', panel: <Create email={email} trades={trades} /> }
  const link = { id: 'link', label: 'Link to an existing one', panel: <Link maycreate={maycreate} /> }
  return (
    <>
      <h1>{back ? 'New account' : 'Welcome'}</h1>
      <p className="hint">
        {back
          ? 'Beside the accounts that you have. You switch between them in the header.'
          : `You are signed in as ${email}, and belong to no account yet.`}
      </p>
      <Invitations invitations={invitations} />
      <WaitingRequests requests={requests} />
      {maycreate ? <Tabs label="How to begin" tabs={[create, link]} /> : link.panel}
      <div className="wayout">
        {back && (
          <LinkButton look="quiet" href="/account">
            Back to {back}
          </LinkButton>
        )}
        <form method="post" action="/signout">
          <Button type="submit" look="quiet" icon="log-out">
            Log out
          </Button>
        </form>
      </div>
    </>
  )
}

const Create = ({ email, trades }: Pick<CreateProps, 'email' | 'trades'>) => (
  <Form url="/account/create">
    <TextInput
      label="Name of your business"
      name="name"
      maxlength={120}
      required
      autoFocus
      autoComplete="organization"
    />
    <Select
      label="What do you do?"
      name="trade"
      options={trades}
      placeholder="Choose what comes closest"
      hint="Makes a board, job steps, a few items and a first job to try. All of it can be changed. The prices are examples: put in your own before you quote."
    />
    <TextInput
      label="Reference"
      name="reference"
      maxlength={120}
      hint="A short name or number of your own, if you like."
    />
    <TextInput
      label="E-mail"
      name="primaryemail"
      type="email"
      value={email}
      maxlength={250}
      autoComplete="email"
    />
    <TextInput label="Phone" name="primaryphone" type="tel" maxlength={60} autoComplete="tel" />
    <div className="formfoot">
      <Button type="submit" look="primary" data-save="">
        Create the account
      </Button>
    </div>
    <p className="hint">You can try everything for 30 days. Nothing is charged unless you subscribe.</p>
  </Form>
)

const Link = ({ maycreate }: { maycreate: boolean }) => (
  <Form url="/account/link">
    {!maycreate && (
      <p>
        New accounts are made by whoever runs this installation. Into one that exists you come by its key.
      </p>
    )}
    <TextInput
      label="Account key"
      name="key"
      maxlength={100}
      required
      hint="Its administrator finds it under Account details. They are asked to let you in."
    />
    <div className="formfoot">
      <Button type="submit" look="primary" data-save="">
        Ask to be let in
      </Button>
    </div>
  </Form>
)

export function WaitingRequests({ requests }: { requests: readonly OwnRequest[] }) {
  const shown = requests.filter(({ state }) => state !== 'accepted')
  const waits = shown.some(({ state }) => state === 'waiting')
  return (
    <div
      id="waiting"
      role="status"
      {...(waits && { 'hx-get': '/account/waiting', 'hx-trigger': 'every 4s', 'hx-swap': 'outerMorph' })}
    >
      {shown.map((one) => (
        <Request key={one.id} {...one} />
      ))}
    </div>
  )
}

function Request({ id, name, state, createdutc }: OwnRequest) {
  const waiting = state === 'waiting'
  return (
    <div className="asked">
      <Icon name={waiting ? 'clock' : 'info'} />
      <div>
        <strong>{waiting ? `${name} has been asked to let you in` : `${name} did not let you in`}</strong>
        <p className="hint">
          {waiting ? (
            <>
              Asked <DateTime iso={createdutc} relative />. This page opens {name} as soon as an administrator
              says yes; they have been told.
            </>
          ) : (
            'Its administrator can invite you by e-mail.'
          )}
        </p>
        {waiting && (
          <Form
            url={`/account/waiting/${id}/withdraw`}
            guarded={false}
            hx-target="#waiting"
            hx-swap="outerMorph"
          >
            <Button type="submit" small>
              Take back
            </Button>
          </Form>
        )}
      </div>
    </div>
  )
}
