import { CheckList } from '#views/crud/checklist.tsx'
import { Button } from '#views/ui/button.tsx'
import { Form } from '#views/ui/form.tsx'
import { Checkbox } from '#views/ui/inputs.tsx'
import { Panel } from '#views/ui/panel.tsx'
import { type Option, Select } from '#views/ui/select.tsx'

type NotificationPreferencesProps = {
  email: string
  zone: string
  sorts: readonly Option[]
  mail: readonly string[]
  digest: boolean
  digesthour: number
}

const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}))

export function NotificationPreferences({
  email,
  zone,
  sorts,
  mail,
  digest,
  digesthour,
}: NotificationPreferencesProps) {
  return (
    <Panel title="Notifications by mail">
      <Form url="/notifications/preferences" method="patch">
        <CheckList
          label="At once"
          name="mail"
          hint={`To ${email}. The bell shows everything, also what is mailed.`}
          options={sorts}
          chosen={mail}
          none=""
        />
        <Checkbox
          label="Once a day, what is unread"
          name="digest"
          checked={digest}
          hint="Each notification is mailed once: what came at once is not in it, and nothing is sent on a day without news."
        />
        <Select
          label="At"
          name="digesthour"
          value={String(digesthour)}
          options={hours}
          width="narrow"
          hint={`By the clock of ${zone.replaceAll('_', ' ')}.`}
        />
        <div className="formfoot">
          <Button type="submit" look="primary" data-save="">
            Save
          </Button>
        </div>
      </Form>
    </Panel>
  )
}
