import { Button } from '#views/ui/button.tsx'
import { Form } from '#views/ui/form.tsx'
import { TextInput } from '#views/ui/inputs.tsx'

/** Sign in with e-mail and password; Enter submits. The button wakes once both fields hold something. */
export function SignIn({ next, demo }: { next: string; demo: boolean }) {
  return (
    <>
      <h1>Sign in</h1>
      <Form url="/signin" data-needs="userName password">
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
      {demo && <p className="hint">This is the demo: the sign-ins are printed in the terminal.</p>}
    </>
  )
}
