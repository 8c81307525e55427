import { Button } from '#views/ui/button.tsx'
import { Dialog } from '#views/ui/dialog.tsx'
import { TextArea, TextInput } from '#views/ui/inputs.tsx'
import { Banner } from '#views/ui/small.tsx'
import { LinkedText, type WordsLink } from '#views/ui/words-link.tsx'

type MailDialogProps = {
  url: string
  /** As in "Estimate NW11042". */
  name: string
  to: string
  subject: string
  message: string
  /** Said above the form, such as that the one original goes out. */
  hint?: string
  /** Until when, where no server takes mails now. */
  waits?: string
  settings?: WordsLink
  /** Where what went out in another way is marked as sent. */
  sent?: string
}

export const MailDialog = ({
  url,
  name,
  to,
  subject,
  message,
  hint,
  waits,
  settings,
  sent,
}: MailDialogProps) => (
  <Dialog
    title={`E-mail ${name}`}
    url={url}
    submit="Send"
    actions={
      sent && (
        <Button hx-post={sent} hx-swap="none" title="It was handed over on paper, or sent in another way">
          Mark as sent
        </Button>
      )
    }
  >
    {waits && (
      <Banner level="warning">
        <LinkedText text={`This mail waits ${waits}`} link={settings} />
      </Banner>
    )}
    {hint && <Banner level="info">{hint}</Banner>}
    <TextInput label="To" name="to" type="email" value={to} maxlength={250} required autoFocus={!to} />
    <TextInput label="Subject" name="subject" value={subject} maxlength={150} required />
    <TextArea
      label="Message"
      name="message"
      value={message}
      maxlength={4_000}
      hint={`${name}.pdf is attached. Answers come to your own e-mail address.`}
    />
  </Dialog>
)
