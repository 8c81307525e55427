import { Button } from '#views/ui/button.tsx'

/** Stands under the sentence that says that an address is not confirmed yet. */
export const Resend = ({ email }: { email: string }) => (
  <Button small hx-post="/signin/resend" hx-vals={JSON.stringify({ email })} hx-swap="none">
    Resend
  </Button>
)
