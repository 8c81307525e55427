import { MailButton } from './frame.tsx'

const Hello = ({ name }: { name: string }) => <p>Hello{name ? ` ${name}` : ''},</p>

type LinkProps = { name: string; href: string }

export const ConfirmationMail = ({ name, href }: LinkProps) => (
  <>
    <Hello name={name} />
    <p>Somebody, hopefully you, registered with this e-mail address. Please confirm that it is yours.</p>
    <MailButton href={href}>Confirm my e-mail</MailButton>
    <p>The link works once, for seven days. If it was not you, leave it: nothing more will happen.</p>
  </>
)

export const Reset = ({ name, href }: LinkProps) => (
  <>
    <Hello name={name} />
    <p>
      Somebody, hopefully you, asked for a new password. Until you use this link, your password stays as it
      is.
    </p>
    <MailButton href={href}>Choose a new password</MailButton>
    <p>The link works once, for one hour. If it was not you, leave it: nothing more will happen.</p>
  </>
)

type RegisteredProps = { name: string; href: string; reset: string }

/** To the owner of an address that somebody registered again. */
export const AlreadyRegistered = ({ name, href, reset }: RegisteredProps) => (
  <>
    <Hello name={name} />
    <p>
      Somebody, hopefully you, registered with this e-mail address. You are registered already: nothing was
      changed, and you sign in as before.
    </p>
    <MailButton href={href}>Sign in</MailButton>
    <p>If it was not you, you need do nothing.</p>
    <p>
      You do not remember your password? <a href={reset}>Ask for a new one</a>
    </p>
  </>
)

export const PasswordSet = ({ name, href }: LinkProps) => (
  <>
    <Hello name={name} />
    <p>
      Your password was changed just now, and everywhere else you were signed out. If it was not you, ask for
      a new password at once, and tell your administrator.
    </p>
    <MailButton href={href}>Ask for a new password</MailButton>
  </>
)
