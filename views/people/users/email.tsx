import { CheckList } from '#views/crud/checklist.tsx'
import { Dialog } from '#views/ui/dialog.tsx'
import { TextArea, TextInput } from '#views/ui/inputs.tsx'

type EmailDialogProps = { people: readonly { id: string; name: string; email: string }[]; more: number }

export const EmailDialog = ({ people, more }: EmailDialogProps) => (
  <Dialog
    title="E-mail people"
    subtitle="Each gets a mail of their own, with your address to answer to."
    url="/admin/users/email"
    submit="Send"
  >
    <TextInput label="Subject" name="subject" maxlength={150} required autoFocus />
    <TextArea label="Message" name="message" maxlength={10_000} required rows={7} />
    <CheckList
      label="To"
      name="userids"
      hint={
        more > 0 ? `The first ${people.length} of the list; narrow it to reach the other ${more}.` : undefined
      }
      options={people.map(({ id, name, email }) => ({
        value: id,
        label: name === email ? email : `${name} (${email})`,
      }))}
      chosen={people.map(({ id }) => id)}
      none="Nobody in the list can be written to."
    />
  </Dialog>
)
