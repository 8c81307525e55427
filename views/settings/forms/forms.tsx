import { Button } from '#views/ui/button.tsx'
import { Form } from '#views/ui/form.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { Panel } from '#views/ui/panel.tsx'
import { VersionInput } from '#views/ui/version-input.tsx'

type FieldLine = { name: string; label: string; canrequire: boolean; state: string }
type FormsProps = { title: string; version: number; fields: readonly FieldLine[] }

const states = [
  { value: 'shown', label: 'Shown' },
  { value: 'required', label: 'Required' },
  { value: 'hidden', label: 'Hidden' },
]

export function Forms({ title, version, fields }: FormsProps) {
  return (
    <>
      <PageTitle
        title={title}
        subtitle="What the Details of a job ask for. Quick add asks for the description and what is required."
      />
      <section id="jobform" data-refresh="settings" data-url="/customise/forms">
        <Panel title="Job">
          <Form url="/customise/forms" method="patch">
            <VersionInput value={version} />
            <div className="formfields">
              {fields.map((field) => (
                <FieldStates key={field.name} {...field} />
              ))}
            </div>
            <p className="hint">
              A hidden field is still shown on a job that holds something in it. Jobs that exist are asked for
              a required field when their Details are saved next.
            </p>
            <Button type="submit" look="primary" data-save="">
              Save
            </Button>
          </Form>
        </Panel>
      </section>
    </>
  )
}

function FieldStates({ name, label, canrequire, state }: FieldLine) {
  return (
    <fieldset className="segments">
      <legend>{label}</legend>
      {states
        .filter(({ value }) => canrequire || value !== 'required')
        .map(({ value, label: word }) => (
          <label key={value}>
            <input type="radio" name={name} value={value} defaultChecked={value === state} />
            <span>{word}</span>
          </label>
        ))}
    </fieldset>
  )
}
