import { showsMails } from '#server/config.ts'
import type { Services } from '#server/services.ts'
import type { WordsLink } from '#views/ui/words-link.tsx'
import { mayBeOwn, smtpFor } from './transport.ts'
import type { MailBox } from './waiting-mails.ts'

type MailServices = Pick<Services, 'platform' | 'encryption' | 'config'>
/** As `smtpFor` asks for it: whose mail it is, and whom a link in it lets set a password. */
type Sender = { accountid?: string; proves?: string }

const settings: WordsLink = { words: 'Account, Configuration', href: '/account?tab=configuration' }

/** For who may open the page that the words name. */
export const linkMailSettings = (c: { can(claim: 'account.manage'): boolean }): WordsLink | undefined =>
  c.can('account.manage') ? settings : undefined

/** Undefined when a server takes the mail, or the terminal shows it. */
export function mailWaitsUntil(services: MailServices, { accountid, proves }: Sender): string | undefined {
  if (showsMails(services.config) || smtpFor(services, accountid, proves)) return
  return mayBeOwn(services, accountid, proves)
    ? `until a mail server is set under ${settings.words}. After a week you are told that it was not sent.`
    : 'until whoever runs this installation sets a mail server.'
}

/** Of whoever asks: by what mails that wait are read, and whether they wait for a server. */
export const openMailBox = (services: MailServices & Pick<Services, 'url'>, accountid: string): MailBox => ({
  encryption: services.encryption,
  url: services.url,
  noserver: mailWaitsUntil(services, { accountid }) !== undefined,
})

/** `mailid`: null where it is not one that a person takes back. */
type QueuedMail = Sender & { what: string; to: string; mailid: string | null }
/** `undo`: the address that takes it back. */
export type QueuedNotice = { message: string; level: 'success' | 'warning'; undo?: string }

/** Nobody waits for one that no server takes. */
export function describeQueuedMail(services: MailServices, mail: QueuedMail): QueuedNotice {
  const { what, to, mailid } = mail
  const until = mailWaitsUntil(services, mail)
  const undo = mailid ? `/mail/waiting/${mailid}/takeback` : undefined
  return until
    ? { message: `${what} to ${to} waits ${until}`, level: 'warning', undo }
    : { message: `${what} is on its way to ${to}.`, level: 'success' }
}
