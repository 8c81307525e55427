import { Button } from '#views/ui/button.tsx'
import { EmptyState } from '#views/ui/small.tsx'

/** Signed in, but in no account: somebody has to give this person a seat. */
export function NoAccount({ email }: { email: string }) {
  return (
    <EmptyState
      icon="building"
      text="You do not belong to an account yet."
      hint={`Ask the administrator of your company to add ${email}.`}
    >
      <form method="post" action="/signout">
        <Button type="submit">Log out</Button>
      </form>
    </EmptyState>
  )
}
