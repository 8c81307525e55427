import { Button } from '#views/ui/button.tsx'
import { Form } from '#views/ui/form.tsx'
import { TextInput } from '#views/ui/inputs.tsx'

/** Asks for a mail with a link that sets a new password. `id` tells two of them on one page apart. */
export function RequestLinkForm({ id = 'f-reset-email' }: { id?: string }) {
  return (
    <>
      <p>Enter your e-mail address, and a link to choose a new password comes by mail.</p>
      <Form
        url="/signin/reset"
        guarded={false}
        data-needs="email"
        data-wait="Please wait... sending request"
        data-failed="There was a problem requesting your email reset, please try again."
      >
        <TextInput id={id} label="E-mail" name="email" type="email" autoComplete="username" required />
        <div className="formfoot">
          <Button type="submit" look="primary" data-save="">
            Send the link
          </Button>
        </div>
      </Form>
    </>
  )
}
