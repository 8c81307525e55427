import { Button } from '#views/ui/button.tsx'
import { Form } from '#views/ui/form.tsx'
import type { PasswordLink } from './changepassword.tsx'

/**
 * Where the link of a confirmation leads. A person presses the button: programs that open the links of every mail
 * to look for harm would otherwise use it up, and be signed in.
 */
export const ConfirmEmail = ({ userid, token }: PasswordLink) => (
  <>
    <h1>Confirm your e-mail</h1>
    <p>One more step, and you are signed in.</p>
    <Form url={`/confirmemail/${encodeURIComponent(userid)}`} guarded={false}>
      <input type="hidden" name="token" value={token} />
      <div className="formfoot">
        <Button type="submit" look="primary" data-save="" autoFocus>
          Confirm my e-mail
        </Button>
      </div>
    </Form>
  </>
)
