import type { ReactNode } from 'react'
import { themes } from '#views/layout/theme.tsx'
import type { Theme } from '#views/layout/types.ts'
import { roleLabel } from '#views/people/role-label.ts'
import { PicturePart } from '#views/people/users/picture.tsx'
import { Button, LinkButton } from '#views/ui/button.tsx'
import { FieldRow, Form } from '#views/ui/form.tsx'
import { TextInput } from '#views/ui/inputs.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { Panel } from '#views/ui/panel.tsx'
import { Banner, Chip } from '#views/ui/small.tsx'
import { Tabs } from '#views/ui/tabs.tsx'
import { VersionInput } from '#views/ui/version-input.tsx'

type Person = {
  version: number
  name: string
  firstname: string
  lastname: string
  email: string
  phone: string
  picture: string | null
  roles: readonly { name: string }[]
}

type ProfileProps = {
  person: Person
  /** An address that waits for its link to be used. */
  newemail: string | null
  /** Somebody who always came by another provider has none. */
  haspassword: boolean
  account: string
  tab: string
  theme: Theme
  sessions: ReactNode
  keys: ReactNode
  accounts: ReactNode
  notifications?: ReactNode
}

const URL = '/account/profile'

export function Profile(props: ProfileProps) {
  const { person, account, tab, keys, accounts } = props
  const roles = person.roles.map(({ name }) => roleLabel(name)).join(', ')
  const tabs = [
    { id: 'details', label: 'Details', panel: <Details {...props} /> },
    { id: 'security', label: 'Sign-in', panel: <Security {...props} /> },
    { id: 'keys', label: 'API keys', panel: <Panel title={`API keys for ${account}`}>{keys}</Panel> },
    { id: 'accounts', label: 'Accounts', panel: <Panel title="My accounts">{accounts}</Panel> },
    { id: 'preferences', label: 'Preferences', panel: <Preferences {...props} /> },
  ]
  return (
    <div className="profile">
      <PageTitle
        title={person.name}
        subtitle={`${person.email} · ${roles ? `${roles} in ${account}` : account}`}
        actions={
          <LinkButton icon="qr-code" href="/applink">
            Link a phone
          </LinkButton>
        }
      />
      <Tabs label="Profile" tabs={tabs.map((one) => ({ ...one, selected: one.id === tab }))} />
    </div>
  )
}

const Save = ({ children = 'Save' }: { children?: string }) => (
  <div className="formfoot">
    <Button type="submit" look="primary" data-save="">
      {children}
    </Button>
  </div>
)

function Details({ person }: ProfileProps) {
  return (
    <Panel title="Your details">
      <PicturePart name={person.name} picture={person.picture} url={`${URL}/picture`} />
      <Form url={URL} method="patch">
        <VersionInput value={person.version} />
        <FieldRow>
          <TextInput
            label="First name"
            name="firstname"
            value={person.firstname}
            maxlength={80}
            autoComplete="given-name"
            required
          />
          <TextInput
            label="Last name"
            name="lastname"
            value={person.lastname}
            maxlength={80}
            autoComplete="family-name"
          />
        </FieldRow>
        <TextInput
          label="Phone"
          name="phone"
          type="tel"
          value={person.phone}
          maxlength={60}
          autoComplete="tel"
          hint="Colleagues in all your accounts see your name, phone and picture."
        />
        <Save />
      </Form>
    </Panel>
  )
}

function Security(props: ProfileProps) {
  return (
    <>
      {props.haspassword && <NewPassword email={props.person.email} />}
      {props.haspassword && <NewEmail {...props} />}
      {!props.haspassword && <NoPassword />}
      <div hx-get="/account/external" hx-trigger="load" hx-swap="outerHTML" />
      <Panel title="Where you are signed in">{props.sessions}</Panel>
    </>
  )
}

const NewPassword = ({ email }: { email: string }) => (
  <Panel title="Password">
    <Form url={`${URL}/password`} method="patch" data-needs="oldpassword password confirmpassword">
      <input type="hidden" autoComplete="username" value={email} />
      <TextInput
        label="Present password"
        name="oldpassword"
        type="password"
        autoComplete="current-password"
        maxlength={256}
        required
      />
      <FieldRow>
        <TextInput
          label="New password"
          name="password"
          type="password"
          autoComplete="new-password"
          maxlength={256}
          required
          hint="At least 8 characters with letters and numbers."
        />
        <TextInput
          label="New password again"
          name="confirmpassword"
          type="password"
          autoComplete="new-password"
          maxlength={256}
          required
        />
      </FieldRow>
      <p className="hint">Everywhere else you are signed out.</p>
      <Save>Change password</Save>
    </Form>
  </Panel>
)

const NewEmail = ({ person, newemail }: ProfileProps) => (
  <Panel title="E-mail address">
    {newemail && (
      <Banner level="info">
        <p>
          {newemail} waits to be confirmed by the link that was sent there. Until then you sign in as{' '}
          {person.email}.
        </p>
      </Banner>
    )}
    <Form url={URL} method="patch" data-needs="email password">
      <FieldRow>
        <TextInput
          label="New e-mail"
          name="email"
          type="email"
          id="f-newemail"
          maxlength={250}
          autoComplete="email"
          required
          hint={`Now: ${person.email}`}
        />
        <TextInput
          label="Password"
          name="password"
          type="password"
          id="f-emailpassword"
          autoComplete="current-password"
          maxlength={256}
          required
        />
      </FieldRow>
      <Save>Send a link to the new address</Save>
    </Form>
  </Panel>
)

const NoPassword = () => (
  <Panel title="Password">
    <p>
      You sign in by another provider and have no password here. To set one, log out and choose “Forgot your
      password?” on the sign-in page.
    </p>
  </Panel>
)

function Preferences({ theme, notifications }: ProfileProps) {
  return (
    <>
      <Panel title="Colours">
        <ThemeChoice theme={theme} />
        <p className="hint">Kept with you, in every browser that you sign in by.</p>
      </Panel>
      {notifications}
    </>
  )
}

/** The page script acts at once, here and in the person's menu. */
const ThemeChoice = ({ theme }: { theme: Theme }) => (
  <div className="themechoice" role="radiogroup" aria-label="Colours">
    {themes.map(({ value, label, icon }) => (
      <Button
        key={value}
        icon={icon}
        role="radio"
        aria-checked={value === (theme ?? '')}
        data-set-theme={value}
      >
        {label}
      </Button>
    ))}
  </div>
)

type AccountsProps = { accounts: readonly { id: string; name: string; hide: boolean }[]; open: string }

export const AccountsPart = ({ accounts, open }: AccountsProps) => (
  <div id="myaccounts" data-noguard="">
    <ul className="people">
      {accounts.map(({ id, name, hide }) => (
        <li key={id}>
          <span>
            {name} {id === open && <Chip level="success">Open now</Chip>} {hide && <Chip>Hidden</Chip>}
          </span>
          <Button
            small
            look="quiet"
            hx-patch={`${URL}/accounts/${id}`}
            hx-vals={JSON.stringify({ hide: !hide })}
            hx-target="#myaccounts"
            hx-swap="outerHTML"
          >
            {hide ? 'Show' : 'Hide'}
          </Button>
        </li>
      ))}
    </ul>
    <p className="hint">A hidden account stays yours; the switcher in the header leaves it out.</p>
  </div>
)
