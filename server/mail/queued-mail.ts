import type { Services } from '#server/services.ts'
import type { WordsLink } from '#views/ui/words-link.tsx'
import { smtpFor } from './transport.ts'

type MailServices = Pick<Services, 'platform' | 'encryption' | 'config'>
/** As `smtpFor` asks for it: whose mail it is, and whom a link in it lets set a password. */
type Sender = { accountid?: string; proves?: string }

const settings: WordsLink = { words: 'Account, Configuration', href: '/account?tab=configuration' }

/** For who may open the page that the words name. */
export const linkMailSettings = (c: { can(claim: 'account.manage'): boolean }): WordsLink | undefined =>
  c.can('account.manage') ? settings : undefined

/** Undefined when a server takes the mail, or the terminal shows it. */
export function mailWaitsUntil(services: MailServices, { accountid, proves }: Sender): string | undefined {
  const { demo, development } = services.config
  if (demo || development || smtpFor(services, accountid, proves)) return
  return !accountid || (proves && smtpFor(services, accountid))
    ? 'until whoever runs this installation sets a mail server.'
    : `until a mail server is set under ${settings.words}.`
}

type QueuedMail = Sender & { what: string; to: string }
export type QueuedNotice = { message: string; level: 'success' | 'warning' }

/** Nobody waits for one that no server takes. */
export function describeQueuedMail(services: MailServices, mail: QueuedMail): QueuedNotice {
  const { what, to } = mail
  const until = mailWaitsUntil(services, mail)
  return until
    ? { message: `${what} to ${to} waits ${until}`, level: 'warning' }
    : { message: `${what} is on its way to ${to}.`, level: 'success' }
}
