import { Button, LinkButton } from '#views/ui/button.tsx'
import { DateTime } from '#views/ui/datetime.tsx'

export type ShownInvitation = { accountid: string; account: string; invitedutc: string | null; by: string }

type InvitationsProps = { invitations: readonly ShownInvitation[] }

export const InvitationsPage = ({ email, invitations }: InvitationsProps & { email: string }) => (
  <>
    <h1>Invitations</h1>
    <p className="hint">You are signed in as {email}.</p>
    <Invitations invitations={invitations} />
    {invitations.length === 0 && <p>No invitation waits for you.</p>}
    <div className="wayout">
      <LinkButton look="quiet" href="/">
        Go on without
      </LinkButton>
    </div>
  </>
)

export function Invitations({ invitations }: InvitationsProps) {
  if (invitations.length === 0) return null
  return (
    <section className="panel">
      <header>
        <h2>Invitations</h2>
      </header>
      <p className="hint">An account that you accept sees your name, phone and picture.</p>
      <ul className="people">
        {invitations.map(({ accountid, account, invitedutc, by }) => (
          <li key={accountid}>
            <span>
              {account}
              {by && `, by ${by}`} {invitedutc && <DateTime iso={invitedutc} relative />}
            </span>
            <form method="post" action={`/account/invitations/${accountid}/accept`}>
              <Button type="submit" small look="primary">
                Accept
              </Button>
            </form>
            <form method="post" action={`/account/invitations/${accountid}/decline`}>
              <Button type="submit" small>
                Decline
              </Button>
            </form>
          </li>
        ))}
      </ul>
    </section>
  )
}
