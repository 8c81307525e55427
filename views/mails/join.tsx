import { MailButton } from './frame.tsx'

type AskedProps = { name: string; email: string; account: string; href: string }

/** To an account's administrators: somebody with its key asks to be let in. */
export const JoinAsked = ({ name, email, account, href }: AskedProps) => (
  <>
    <p>
      {name} ({email}) has the key of {account} and asks to be let in.
    </p>
    <p>Nothing of {account} can be seen until one of you says yes. If you do not know this person, say no.</p>
    <MailButton href={href}>Look at the request</MailButton>
  </>
)

export const JoinAnswered = ({ account, letin, href }: { account: string; letin: boolean; href: string }) =>
  letin ? (
    <>
      <p>You are in: {account} has given you a place.</p>
      <MailButton href={href}>Open {account}</MailButton>
    </>
  ) : (
    <p>
      {account} did not let you in. If that surprises you, please ask its administrator for an invitation by
      e-mail.
    </p>
  )
