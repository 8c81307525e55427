import { MailButton } from './frame.tsx'

type ExpiryFacts = { account: string; days: number; subscribed: boolean }

/** One sentence: the mail’s subject and the notification. `days`: before the end; 0: it is over. */
export function expiryText({ account, days, subscribed }: ExpiryFacts): string {
  if (days === 0 && subscribed)
    return `The payment for ${account} has not arrived, and the account has expired`
  if (days === 0) return `${account} has expired`
  return `${account} expires ${days === 1 ? 'within a day' : `in ${days} days`}`
}

export const ExpiryMail = ({ words, href }: { words: string; href: string }) => (
  <>
    <p>{words}.</p>
    <p>
      When an account has expired everything in it stays, can be read, printed and exported. Only changes wait
      until it is renewed.
    </p>
    <MailButton href={href}>Subscription options</MailButton>
  </>
)
