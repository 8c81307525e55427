import { Button } from '#views/ui/button.tsx'
import { FieldRow, Form } from '#views/ui/form.tsx'
import { TextInput } from '#views/ui/inputs.tsx'
import { type Option, Select } from '#views/ui/select.tsx'
import { zoneOption } from '#views/ui/zone-option.ts'

type SetupProps = {
  /** One account is platform and business. */
  single: boolean
  trades: readonly Option[]
  zones: readonly string[]
  /** Until the browser tells where it is. */
  zone: string
}

export function Setup({ single, trades, ...time }: SetupProps) {
  return (
    <>
      <h1>Set up Joblane</h1>
      <p>You become its administrator. The code is in the terminal that started Joblane.</p>
      <Form url="/setup">
        <TextInput label="Code from the terminal" name="code" required autoComplete="off" autoFocus />
        <Business
          name={single ? 'accountname' : 'businessname'}
          required={single}
          hint={single ? undefined : ALONE}
        />
        <Select
          label="What do you do?"
          name="trade"
          options={trades}
          placeholder="Choose what comes closest"
          required
          hint="Makes a board, job steps, a few items, texts on your papers and a first job to try. All of it can be changed."
        />
        <OnDocuments {...time} />
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
        {!single && <PlatformName />}
        <div className="formfoot">
          <Button type="submit" look="primary" data-save="">
            Begin
          </Button>
        </div>
      </Form>
    </>
  )
}

const ALONE = 'Leave it empty to run Joblane for other businesses only.'

const OnDocuments = ({ zones, zone }: Pick<SetupProps, 'zones' | 'zone'>) => (
  <details className="folded">
    <summary>Address, VAT number and bank account, for your documents</summary>
    <TextInput label="Address" name="addressline1" maxlength={200} autoComplete="address-line1" />
    <FieldRow>
      <TextInput label="City" name="city" maxlength={120} autoComplete="address-level2" />
      <TextInput label="Postal code" name="postalcode" maxlength={20} autoComplete="postal-code" />
    </FieldRow>
    <TextInput
      label="VAT number"
      name="vatnumber"
      maxlength={20}
      hint="10 digits; empty when not registered. Without it no VAT is charged."
    />
    <FieldRow>
      <TextInput label="Bank" name="bank" maxlength={120} />
      <TextInput
        label="Account number"
        name="accountnumber"
        maxlength={40}
        hint="Clients pay into it: your invoices print it. It can be added later."
      />
      <TextInput label="Branch code" name="branchcode" maxlength={20} />
    </FieldRow>
    <Select
      label="Time zone"
      name="zone"
      value={zone}
      options={zones.map(zoneOption)}
      hint="Where your days begin and end."
      data-own-zone=""
    />
  </details>
)

const PlatformName = () => (
  <details className="folded">
    <summary>For whoever runs this installation</summary>
    <TextInput
      label="Name of the platform’s account"
      name="accountname"
      value="Platform"
      maxlength={120}
      hint="Its people see the Back office, where every business is listed."
      required
    />
  </details>
)

const Business = (props: { name: string; required?: boolean; hint?: string }) => (
  <TextInput label="Name of your business" maxlength={120} autoComplete="organization" {...props} />
)
