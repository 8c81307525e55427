import { RegisterForm } from '#views/people/auth/register.tsx'
import { Button, LinkButton } from '#views/ui/button.tsx'
import { Form } from '#views/ui/form.tsx'
import { TextInput } from '#views/ui/inputs.tsx'
import { type Option, Select } from '#views/ui/select.tsx'
import { Banner } from '#views/ui/small.tsx'

export const XeroSignUp = ({ refused }: { refused?: string }) => (
  <>
    <h1>Sign up with Xero</h1>
    {refused && <Banner level="warning">{refused}</Banner>}
    <p>
      Your account begins connected to Xero: your contacts, items and accounts come in from there, and your
      invoices go out to it.
    </p>
    <p className="hint">Xero asks you first which organisation Joblane may read and write.</p>
    <div className="formfoot">
      <LinkButton href="/signin" look="quiet">
        Sign in instead
      </LinkButton>
      <LinkButton href="/xero/signup" look="primary">
        Connect
      </LinkButton>
    </div>
  </>
)

type XeroCreateAccountProps = {
  firstname: string
  lastname: string
  email: string
  /** The e-mail of whoever is signed in. */
  signedin?: string
  next: string
  trades: readonly Option[]
}

export function XeroCreateAccount({ signedin, next, trades, ...person }: XeroCreateAccountProps) {
  if (!signedin) return <WhoAreYou {...person} next={next} />
  return (
    <>
      <h1>Create an account</h1>
      <p className="hint">You are signed in as {signedin}. The account begins connected to Xero.</p>
      <Form url={next}>
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
        <div className="formfoot">
          <Button type="submit" look="primary" data-save="">
            Create account
          </Button>
        </div>
      </Form>
    </>
  )
}

const WhoAreYou = ({ next, ...person }: Omit<XeroCreateAccountProps, 'signedin' | 'trades'>) => (
  <>
    <h1>Xero is connected</h1>
    <p>
      Now say who you are. A link to confirm your address comes by mail; sign in after it, and this goes on.
    </p>
    <p className="hint">
      Known here already? <a href={`/signin?next=${encodeURIComponent(next)}`}>Sign in</a>. What Xero gave is
      kept for a day.
    </p>
    <RegisterForm {...person} />
  </>
)
