import { Button } from '#views/ui/button.tsx'
import { FieldRow, Form } from '#views/ui/form.tsx'
import { TextInput } from '#views/ui/inputs.tsx'

export function Setup({ single }: { single: boolean }) {
  return (
    <>
      <h1>Set up Joblane</h1>
      <p>You become its administrator. The code is in the terminal that started Joblane.</p>
      <Form url="/setup">
        <TextInput label="Code from the terminal" name="code" required autoComplete="off" autoFocus />
        {single ? <Business name="accountname" required /> : <Accounts />}
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

function Accounts() {
  return (
    <>
      <Business
        name="businessname"
        hint="Gets an account of its own. Leave it empty to look after the platform alone."
      />
      <TextInput
        label="Name of the platform’s account"
        name="accountname"
        value="Platform"
        maxlength={120}
        hint="Its people see the Back office, where every business is listed."
        required
      />
    </>
  )
}

const Business = (props: { name: string; required?: boolean; hint?: string }) => (
  <TextInput label="Name of your business" maxlength={120} autoComplete="organization" {...props} />
)
