import { Button } from '#views/ui/button.tsx'
import { Form } from '#views/ui/form.tsx'

/** Where the link to a new address leads; a person presses the button, so that no scanner of mails uses it up. */
export const ConfirmNewAddress = ({ userid, token }: { userid: string; token: string }) => (
  <>
    <h1>Confirm your new e-mail address</h1>
    <p>From now on you sign in with the address that this link was sent to.</p>
    <Form url={`/account/email/${encodeURIComponent(userid)}`} guarded={false}>
      <input type="hidden" name="t" value={token} />
      <div className="formfoot">
        <Button type="submit" look="primary" data-save="" autoFocus>
          Confirm the address
        </Button>
      </div>
    </Form>
  </>
)
