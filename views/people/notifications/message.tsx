import { CheckList } from '#views/crud/checklist.tsx'
import { Dialog } from '#views/ui/dialog.tsx'
import { TextArea, TextInput } from '#views/ui/inputs.tsx'
import { type Option, Radios, Select } from '#views/ui/select.tsx'

const levels = [
  { value: 'info', label: 'Information' },
  { value: 'success', label: 'Good news' },
  { value: 'warning', label: 'Warning' },
  { value: 'error', label: 'Something is wrong' },
]

export function MessageDialog({ groups, people }: { groups: readonly Option[]; people: readonly Option[] }) {
  return (
    <Dialog title="Send a notification" url="/notifications" submit="Send">
      <TextArea
        label="Message"
        name="message"
        maxlength={500}
        required
        autoFocus
        hint="Your name stands before it."
      />
      <Radios label="Level" name="type" value="info" options={levels} />
      <Select label="To" name="to" options={groups} placeholder="Only the people ticked below" />
      <CheckList label="People" name="userids" options={people} chosen={[]} none="Nobody else is here yet." />
      <TextInput
        label="Leads to"
        name="open"
        maxlength={500}
        placeholder="/invoices"
        hint="The address of a page here, if there is one to look at."
      />
    </Dialog>
  )
}
