import { Button } from '#views/ui/button.tsx'
import { FieldRow, Form } from '#views/ui/form.tsx'
import { TextInput } from '#views/ui/inputs.tsx'

/** The first start: makes the account of whoever runs this installation. */
export function Setup() {
  return (
    <>
      <h1>Set up Joblane</h1>
      <p>
        You make the first account and its administrator. The code is in the terminal that started Joblane.
      </p>
      <Form url="/setup">
        <TextInput label="Code from the terminal" name="code" required autoComplete="off" autoFocus />
        <TextInput
          label="Account name"
          name="accountname"
          maxlength={120}
          required
          autoComplete="organization"
        />
        <FieldRow>
          <TextInput label="First name" name="firstname" maxlength={80} required autoComplete="given-name" />
          <TextInput label="Last name" name="lastname" maxlength={80} autoComplete="family-name" />
        </FieldRow>
        <TextInput label="E-mail" name="email" type="email" maxlength={250} required autoComplete="email" />
        <TextInput
          label="Password"
          name="password"
          type="password"
          hint="At least 8 characters with letters and numbers."
          required
          autoComplete="new-password"
        />
        <div className="formfoot">
          <Button type="submit" look="primary" data-save="">
            Create the account
          </Button>
        </div>
      </Form>
    </>
  )
}
