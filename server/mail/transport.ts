import { eq } from 'drizzle-orm'
import { isOnlyBusiness } from '#db/queries/platform/accounts.ts'
import { accounts } from '#db/schema/platform/platform.ts'
import type { Services } from '#server/services.ts'
import { headerText, parseEmail } from './address.ts'
import { resolveSmtpHost } from './resolve-smtp-host.ts'
import { LostPassword, needsTls, type Smtp } from './smtp.ts'

type SmtpServices = Pick<Services, 'platform' | 'encryption' | 'config'>

const IMPLICIT_TLS_PORT = 465
const SUBMISSION_PORT = 587

export function findSmtp({ platform, encryption, config }: SmtpServices, accountid: string): Smtp | null {
  const account = platform.read((db) => db.select().from(accounts).where(eq(accounts.id, accountid)).get())
  if (!account?.smtpserver) return null
  const port = account.smtpport ?? SUBMISSION_PORT
  const own = parseEmail(account.primaryemail)
  // Most servers send only in the name of whoever signed in.
  const address = parseEmail(account.smtpusername) ?? own
  if (!address) return null
  return {
    host: account.smtpserver,
    port,
    implicit: port === IMPLICIT_TLS_PORT,
    user: account.smtpusername,
    ...decryptPassword(encryption, account.smtppassword),
    from: { name: headerText(account.name), address },
    ...(own && own !== address ? { replyto: own } : {}),
    outside: !config.smtpprivate,
  }
}

/** A data folder that came without its `secret.key` holds passwords that nobody can open: the rest of it still stands. */
function decryptPassword(
  encryption: SmtpServices['encryption'],
  encrypted: string | null,
): Pick<Smtp, 'password' | 'lost'> {
  try {
    return { password: encrypted ? encryption.decrypt(encrypted) : '' }
  } catch {
    return { password: '', lost: true }
  }
}

/** Whether the account's own server may take the mail where the platform has none. */
export const mayBeOwn = (
  { platform }: Pick<SmtpServices, 'platform'>,
  accountid: string | undefined,
  proves?: string,
): boolean =>
  accountid !== undefined && (!proves || platform.read((db) => isOnlyBusiness(db, accountid, proves)))

/**
 * @param proves whom a link in it lets set a password: whoever manages an account reads what goes over its server, so
 * such a mail takes the platform's; without one, the only business's, to those who belong to nothing else.
 */
export function smtpFor(services: SmtpServices, accountid: string | undefined, proves?: string): Smtp | null {
  const { platform, config } = services
  const isOwn = !(proves && config.smtp) && mayBeOwn(services, accountid, proves)
  const own = accountid && isOwn ? findSmtp(services, accountid) : null
  if (own || !config.smtp || !accountid) return own ?? config.smtp
  const account = platform.read((db) => db.select().from(accounts).where(eq(accounts.id, accountid)).get())
  const replyto = parseEmail(account?.primaryemail ?? '')
  return {
    ...config.smtp,
    from: { ...config.smtp.from, name: headerText(account?.name ?? '') || config.smtp.from.name },
    ...(replyto ? { replyto } : {}),
  }
}

export type Transport = Awaited<ReturnType<typeof transportTo>>

/** Close it when nothing is left to send. @throws InsideNetwork, LostPassword, or what the look-up threw */
export async function transportTo(smtp: Smtp, connections: number) {
  if (smtp.lost) throw new LostPassword()
  const { host, servername } = await resolveSmtpHost(smtp)
  const { createTransport } = await import('nodemailer')
  return createTransport({
    pool: true,
    maxConnections: connections,
    host,
    port: smtp.port,
    secure: smtp.implicit,
    requireTLS: needsTls(smtp),
    ...(smtp.user ? { auth: { user: smtp.user, pass: smtp.password } } : {}),
    tls: { rejectUnauthorized: !smtp.anycertificate, ...(servername ? { servername } : {}) },
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    dnsTimeout: 10_000,
    socketTimeout: 60_000,
    // What a mail says may never become a file of this machine or an address fetched from it.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}
