import { Button } from '#views/ui/button.tsx'
import { FieldRow, Form } from '#views/ui/form.tsx'
import { FileInput, TextInput } from '#views/ui/inputs.tsx'
import { Panel } from '#views/ui/panel.tsx'
import { Banner } from '#views/ui/small.tsx'
import { VersionInput } from '#views/ui/version-input.tsx'
import { WaitingMails, type WaitingMailsProps } from './waiting-mails.tsx'

export type AccountView = {
  id: string
  version: number
  name: string
  reference: string
  primaryemail: string
  primaryphone: string
  logofile: string | null
  smtpserver: string
  smtpport: number | null
  smtpusername: string
  smtppasswordset: boolean
}

type MailServerProps = {
  account: AccountView
  testto: string
  mailwaits: boolean
  /** The installation has a mail server too. */
  platformsends: boolean
}
type ConfigurationProps = MailServerProps & { waiting: WaitingMailsProps }

export const Configuration = ({ waiting, ...props }: ConfigurationProps) => (
  <div className="settings">
    <Settings {...props} />
    {(props.mailwaits || waiting.mails.length > 0) && (
      <Panel title="Waiting mails">
        <WaitingMails {...waiting} />
      </Panel>
    )}
    <Panel title="Logo">
      <AccountLogoField logofile={props.account.logofile} />
    </Panel>
  </div>
)

export function Settings(props: MailServerProps) {
  const { account } = props
  return (
    <Form url="/account" method="patch" id="settings" hx-target="this" hx-swap="outerHTML">
      <VersionInput value={account.version} />
      <AccountPanel account={account} />
      <MailServerPanel {...props} />
      <div className="formfoot">
        <Button type="submit" look="primary" data-save="">
          Save
        </Button>
      </div>
    </Form>
  )
}

const AccountPanel = ({ account }: { account: AccountView }) => (
  <Panel title="Account">
    <TextInput label="Name" name="name" value={account.name} maxlength={120} required />
    <TextInput label="Reference" name="reference" value={account.reference} maxlength={120} />
    <FieldRow>
      <TextInput
        label="Primary e-mail"
        name="primaryemail"
        type="email"
        value={account.primaryemail}
        maxlength={250}
      />
      <TextInput
        label="Primary phone"
        name="primaryphone"
        type="tel"
        value={account.primaryphone}
        maxlength={60}
      />
    </FieldRow>
    <p className="hint keyline">
      Account key <code>{account.id}</code>
      <br />
      Whoever has it can ask to be let in; you decide.
    </p>
  </Panel>
)

const MailServerPanel = ({ account, testto, mailwaits, platformsends }: MailServerProps) => (
  <Panel title="Mail server">
    {mailwaits && (
      <Banner level="warning">
        No mail server is set: what you send waits for a week at most, and goes out once one is. If none is by
        then, whoever wrote it is told that it was not sent.
      </Banner>
    )}
    <p className="hint">
      {platformsends
        ? 'Mails of this account go out over your own server. Leave it empty to send them over the platform’s.'
        : 'Mails of this account go out over your own server: the platform has none.'}
    </p>
    <FieldRow>
      <TextInput
        label="Server"
        name="smtpserver"
        value={account.smtpserver}
        maxlength={250}
        placeholder="mail.example.co.za"
      />
      <TextInput
        label="Port"
        name="smtpport"
        inputMode="numeric"
        value={account.smtpport}
        width="narrow"
        hint="587, or 465 for TLS from the start"
      />
    </FieldRow>
    <FieldRow>
      <TextInput label="User name" name="smtpusername" value={account.smtpusername} maxlength={250} />
      <TextInput
        label="Password"
        name="smtppassword"
        type="password"
        autoComplete="new-password"
        placeholder={account.smtppasswordset ? 'Kept. Type to replace it.' : ''}
        hint="Kept encrypted, for this server and user alone, and never shown again."
      />
    </FieldRow>
    <div className="buttons">
      <Button icon="mail" hx-post="/account/testmail" hx-swap="none" disabled={!account.smtpserver}>
        Send a test mail
      </Button>
      <span className="hint">
        {account.smtpserver
          ? `To ${testto}, with the settings as they are saved.`
          : 'Once a server is saved.'}
      </span>
    </div>
  </Panel>
)

export function AccountLogoField({ logofile }: { logofile: string | null }) {
  return (
    <div id="logo" className="field logopart">
      <FileInput
        label="Logo"
        hidelabel
        name="file"
        hint="PNG or JPEG, at most 2 MB. Stands in the header for everybody in the account."
        accept="image/png,image/jpeg"
        form="f-file-alone"
        hx-post="/account/logo"
        hx-encoding="multipart/form-data"
        hx-include="this"
        hx-target="#logo"
        hx-swap="outerHTML"
      />
      {logofile && <img src={`/account/logo?v=${logofile}`} alt="The logo now" />}
    </div>
  )
}
