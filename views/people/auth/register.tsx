import { Button } from '#views/ui/button.tsx'
import { FieldRow, Form } from '#views/ui/form.tsx'
import { TextInput } from '#views/ui/inputs.tsx'
import { PASSWORD_RULE } from './changepassword.tsx'

type Known = { firstname?: string; lastname?: string; email?: string }

export const Register = () => (
  <>
    <h1>Register</h1>
    <RegisterForm />
  </>
)

export function RegisterForm({ firstname, lastname, email }: Known) {
  return (
    <Form
      url="/signin/register"
      data-needs=""
      data-wait="Please wait... registering"
      data-failed="Registration failed. Please try again."
    >
      <FieldRow>
        <TextInput
          label="First name"
          name="firstname"
          value={firstname}
          maxlength={80}
          required
          autoComplete="given-name"
        />
        <TextInput
          label="Last name"
          name="lastname"
          value={lastname}
          maxlength={80}
          autoComplete="family-name"
        />
      </FieldRow>
      <TextInput
        label="E-mail"
        name="email"
        type="email"
        value={email}
        maxlength={250}
        required
        autoComplete="email"
      />
      <TextInput label="Phone" name="phone" type="tel" maxlength={40} autoComplete="tel" />
      <TextInput
        id="f-register-password"
        label="Password"
        name="password"
        type="password"
        maxlength={256}
        hint={PASSWORD_RULE}
        required
        autoComplete="new-password"
      />
      <TextInput
        id="f-register-confirmpassword"
        label="Confirm password"
        name="confirmpassword"
        type="password"
        maxlength={256}
        required
        autoComplete="new-password"
        data-same="password"
      />
      <div className="formfoot">
        <Button type="submit" look="primary" data-save="">
          Register
        </Button>
      </div>
    </Form>
  )
}
