import { MailButton } from './frame.tsx'

const Hello = ({ name }: { name: string }) => <p>Hello{name ? ` ${name}` : ''},</p>

type InvitationProps = {
  name: string
  by: string
  account: string
  href: string
  newperson: boolean
}

export const Invitation = ({ name, by, account, href, newperson }: InvitationProps) => (
  <>
    <Hello name={name} />
    <p>
      {by} invites you to <strong>{account}</strong>.{' '}
      {newperson
        ? 'Choose a password to begin. The link works once, for seven days.'
        : 'Sign in as you always do, and accept or decline. Until you accept, they see nothing of you.'}
    </p>
    <MailButton href={href}>{newperson ? 'Choose a password' : 'See the invitation'}</MailButton>
    <p>If you do not know {account}, you need do nothing.</p>
  </>
)

type ResetProps = { name: string; by: string; account: string; href: string }

export const ResetByAdministrator = ({ name, by, account, href }: ResetProps) => (
  <>
    <Hello name={name} />
    <p>
      {by} of {account} has asked for a link by which you set a new password. It works once, for one hour.
      Until you use it, your password stays as it is.
    </p>
    <MailButton href={href}>Set a new password</MailButton>
  </>
)

type AddressProps = { name: string; email: string; href: string }

export const ConfirmAddress = ({ name, email, href }: AddressProps) => (
  <>
    <Hello name={name} />
    <p>
      You asked to sign in as {email} from now on. Confirm that this address is yours. The link works once,
      for one day; until then you sign in as before.
    </p>
    <MailButton href={href}>Confirm the address</MailButton>
    <p>If it was not you, you need do nothing.</p>
  </>
)

export const NewAddress = ({ name, email }: { name: string; email: string }) => (
  <>
    <Hello name={name} />
    <p>
      From now on you sign in as {email}; this address no longer works for it. If it was not you, please tell
      your administrator at once.
    </p>
  </>
)

type MessageProps = { name: string; by: string; replyto: string; account: string; text: string }

/** What an administrator wrote to people of the account: plain words, paragraph by paragraph. */
export const PersonalMessage = ({ name, by, replyto, account, text }: MessageProps) => (
  <>
    <Hello name={name} />
    <p style={{ whiteSpace: 'pre-line' }}>{text}</p>
    <p>
      {by}, {account}
      <br />
      Please answer to {replyto}
    </p>
  </>
)
