import { Button } from '#views/ui/button.tsx'
import { FieldRow, Form } from '#views/ui/form.tsx'
import { Checkbox, TextInput } from '#views/ui/inputs.tsx'
import { type Option, Select } from '#views/ui/select.tsx'
import { zoneOption } from '#views/ui/zone-option.ts'

type SetupProps = {
  /** One account is platform and business. */
  single: boolean
  trades: readonly Option[]
  vatcategories: readonly Option[]
  zones: readonly string[]
  /** Until the browser tells where it is. */
  zone: string
  /** How many accounts were unpacked into this folder; strangers see the page too, so none is named. */
  here: number
}

export function Setup({ here, ...props }: SetupProps) {
  const isHere = here > 0
  const becomes = props.single && here === 1
  return (
    <>
      <h1>Set up Joblane</h1>
      <div className="stack">
        <p>You become its administrator. The code is in the terminal that started Joblane.</p>
        {isHere && <AlreadyHere accounts={here} becomes={becomes} />}
      </div>
      <Form url="/setup">
        <TextInput label="Code from the terminal" name="code" required autoComplete="off" autoFocus />
        {!isHere && <NewBusiness {...props} />}
        <FieldRow>
          <TextInput label="First name" name="firstname" maxlength={80} required autoComplete="given-name" />
          <TextInput label="Last name" name="lastname" maxlength={80} autoComplete="family-name" />
        </FieldRow>
        <TextInput label="E-mail" name="email" type="email" maxlength={250} required autoComplete="email" />
        <TextInput
          label="Password"
          name="password"
          type="password"
          hint={`At least 8 characters with letters and numbers.${isHere ? ' If you have a password here already, enter that one.' : ''}`}
          required
          autoComplete={isHere ? 'current-password' : 'new-password'}
        />
        {!props.single && !isHere && <ForOthers />}
        {isHere && !becomes && <PlatformName />}
        <div className="formfoot beginning">
          {!isHere && (
            <p className="hint" role="status">
              Making your board, items and first job…
            </p>
          )}
          <Button type="submit" look="primary" data-save="">
            Begin
          </Button>
        </div>
      </Form>
    </>
  )
}

/** `becomes`: the account is made the platform's. */
const AlreadyHere = ({ accounts, becomes }: { accounts: number; becomes: boolean }) => (
  <p>
    {accounts === 1 ? 'An account is here already.' : `${accounts} accounts are here already.`}{' '}
    {becomes
      ? 'You become the administrator of it too.'
      : 'If you are one of its people, give the e-mail address that you have there, and you get in. With another address you see the Back office alone.'}
  </p>
)

const NewBusiness = ({ single, trades, ...time }: Omit<SetupProps, 'here'>) => (
  <>
    <TextInput
      label="Name of your business"
      name={single ? 'accountname' : 'businessname'}
      maxlength={120}
      autoComplete="organization"
      required={single}
    />
    <Select
      label="What do you do?"
      name="trade"
      options={trades}
      placeholder="Choose what comes closest"
      required
      hint="Makes a board, job steps, a few items, texts on your papers and a first job to try. All of it can be changed. The prices are examples: put in your own before you quote."
    />
    <OnDocuments {...time} />
  </>
)

const OnDocuments = ({
  zones,
  zone,
  vatcategories,
}: Pick<SetupProps, 'zones' | 'zone' | 'vatcategories'>) => (
  <details className="folded">
    <summary>Address, telephone, VAT number and bank account, for your documents</summary>
    <TextInput label="Address" name="addressline1" maxlength={200} autoComplete="address-line1" />
    <FieldRow>
      <TextInput label="City" name="city" maxlength={120} autoComplete="address-level2" />
      <TextInput label="Postal code" name="postalcode" maxlength={20} autoComplete="postal-code" />
    </FieldRow>
    <FieldRow>
      <TextInput label="Telephone" name="number" type="tel" maxlength={60} autoComplete="tel" />
      <TextInput
        label="Clients write to"
        name="businessemail"
        type="email"
        maxlength={250}
        hint="An e-mail address. It stands on your papers with the telephone, and where clients answer them."
      />
    </FieldRow>
    <TextInput
      label="VAT number"
      name="vatnumber"
      maxlength={20}
      hint="10 digits; empty when not registered. Without it no VAT is charged."
    />
    <Select
      label="VAT category"
      name="vatcategory"
      value="A"
      options={vatcategories}
      hint="How long your VAT periods are: it stands on the letter from SARS. Most small businesses have A or B."
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

/** Whoever keeps one business never opens it. */
const ForOthers = () => (
  <details className="folded">
    <summary>I also run Joblane for other businesses</summary>
    <Checkbox
      label="I have no business of my own here"
      name="forothers"
      hint="Then the name of your business stays empty, and no board is made."
    />
    <PlatformName />
  </details>
)

const PlatformName = () => (
  <TextInput
    label="What you call the place where all businesses are listed"
    name="accountname"
    value="Platform"
    maxlength={120}
    hint="You change to it by the account switcher in the header."
    required
  />
)
