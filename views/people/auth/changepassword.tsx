import { Button } from '#views/ui/button.tsx'
import { Form } from '#views/ui/form.tsx'
import { TextInput } from '#views/ui/inputs.tsx'
import { RequestLinkForm } from './request-link.tsx'

export const PASSWORD_RULE = 'At least 8 characters with letters and numbers.'

/** The link of a mail: whose it is, and its secret. */
export type PasswordLink = { userid: string; token: string }

export function ChangePassword({ link }: { link?: PasswordLink }) {
  return (
    <>
      <h1>Change password</h1>
      {link ? <SetPassword {...link} /> : <RequestLinkForm id="f-change-email" />}
    </>
  )
}

type InvitedProps = { invitation: { account: string; by: string }; link: PasswordLink }

/** What the link of an invitation opens for somebody new. */
export const InvitedPage = ({ invitation: { account, by }, link }: InvitedProps) => (
  <>
    <h1>Join {account}</h1>
    <p>
      {by ? `${by} invites you to ${account}.` : `${account} invites you.`} Choose a password, and you are in:
      with your e-mail address it is what you sign in with from then on.
    </p>
    <SetPassword {...link} saves="Accept and come in" />
    <p className="hint">If you do not know {account}, close this page: nothing happens.</p>
  </>
)

// The confirmation is longer than six characters and equals the password (spec 1, section 5).
const SetPassword = ({ userid, token, saves = 'Change password' }: PasswordLink & { saves?: string }) => (
  <Form url={`/confirmpasswordreset/${encodeURIComponent(userid)}`} data-needs="password confirmpassword">
    <input type="hidden" name="token" value={token} />
    <TextInput
      id="f-new-password"
      label="New password"
      name="password"
      type="password"
      maxlength={256}
      hint={PASSWORD_RULE}
      required
      autoComplete="new-password"
      autoFocus
    />
    <TextInput
      id="f-new-confirmpassword"
      label="Confirm password"
      name="confirmpassword"
      type="password"
      maxlength={256}
      required
      autoComplete="new-password"
      data-same="password"
      data-longer="6"
    />
    <div className="formfoot">
      <Button type="submit" look="primary" data-save="">
        {saves}
      </Button>
    </div>
  </Form>
)
