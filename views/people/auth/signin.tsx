import { StrangersOutbox } from '#views/layout/banners.tsx'
import { Button, LinkButton } from '#views/ui/button.tsx'
import { Form } from '#views/ui/form.tsx'
import { TextInput } from '#views/ui/inputs.tsx'
import { Banner } from '#views/ui/small.tsx'
import { Tabs } from '#views/ui/tabs.tsx'
import { ChangePassword, type PasswordLink } from './changepassword.tsx'
import { Register } from './register.tsx'
import { RequestLinkForm } from './request-link.tsx'
import { ResendForm } from './resend.tsx'

export type Provider = { id: string; label: string; href: string }

type SignInProps = {
  next: string
  demo: boolean
  register: boolean
  /** Other ways in, such as Microsoft and Google; none where none is set up. */
  providers?: readonly Provider[]
  tab?: string
  /** Asks for a link instead of a password. */
  forgot?: boolean
  /** From the link of a mail: whose password is set. */
  link?: PasswordLink
}

export function SignInPage({ register, tab, link, ...rest }: SignInProps) {
  const tabs = [
    { id: 'signin', label: 'Sign in', panel: <SignIn {...rest} /> },
    ...(register ? [{ id: 'register', label: 'Register', panel: <Register /> }] : []),
    { id: 'changepassword', label: 'Change password', panel: <ChangePassword link={link} /> },
  ]
  return (
    <>
      <Banner level="error" id="nocookies" hidden>
        You need to update your web browser
        <small>It keeps no cookies, and signing in needs one. If it is up to date, allow them here.</small>
      </Banner>
      <StrangersOutbox />
      <Tabs label="Ways in" tabs={tabs.map((one) => ({ ...one, selected: one.id === tab }))} />
    </>
  )
}

function SignIn({ next, demo, forgot = false, providers = [] }: Omit<SignInProps, 'register'>) {
  return (
    <>
      <div data-mode="signin" hidden={forgot}>
        <h1>Sign in</h1>
        <Form url="/signin" guarded={false} data-needs="userName password">
          <input type="hidden" name="next" value={next} />
          <TextInput label="E-mail" name="userName" type="email" autoComplete="username" required autoFocus />
          <TextInput
            label="Password"
            name="password"
            type="password"
            autoComplete="current-password"
            maxlength={256}
            required
          />
          <div className="formfoot">
            <Button type="submit" look="primary" data-save="">
              Sign in
            </Button>
          </div>
        </Form>
        <ResendForm />
        <p className="elsewise">
          <a href="/signin?forgot=1" data-mode-to="forgot">
            Forgot your password?
          </a>
        </p>
        {providers.length > 0 && <Providers providers={providers} />}
        {demo && <p className="hint">This is the demo: the sign-ins are printed in the terminal.</p>}
      </div>
      <div data-mode="forgot" hidden={!forgot}>
        <h1>Forgot your password?</h1>
        <RequestLinkForm />
        <p className="elsewise">
          <a href="/signin" data-mode-to="signin">
            Back to sign in
          </a>
        </p>
      </div>
    </>
  )
}

const Providers = ({ providers }: { providers: readonly Provider[] }) => (
  <div className="providers">
    <span>or</span>
    {providers.map(({ id, label, href }) => (
      <LinkButton key={id} href={href}>
        {label}
      </LinkButton>
    ))}
  </div>
)
