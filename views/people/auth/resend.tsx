import { Button } from '#views/ui/button.tsx'

const ID = 'resend'

/** Orders the confirmation mail once more. It stands apart, so that a password that was typed is not sent along. */
export const ResendForm = () => (
  <form id={ID} hx-post="/signin/resend" hx-swap="none" method="post" action="/signin/resend" />
)

/** Stands under the sentence that says that an address is not confirmed yet. */
export const Resend = ({ email }: { email: string }) => (
  <Button small type="submit" form={ID} name="email" value={email}>
    Resend
  </Button>
)
