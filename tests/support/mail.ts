import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export type ReceivedMail = Email & {
  /** Who the envelope named, whatever the headers say. */
  mailfrom: string
  rcptto: string[]
  user: string
  secure: boolean
  raw: string
}

type Refusal = { code: number; message: string }
export type MailServerOptions = SMTPServerOptions & {
  /** A port to come back on, after `stop()`. */
  port?: number
  users?: Record<string, string>
  /** Answers a recipient with a refusal instead of taking the mail. */
  refuse?: (to: string) => Refusal | undefined
  /** Offers to change over to TLS, with a certificate that nobody vouches for. */
  starttls?: boolean
  /** Waits before it says that it took a mail. */
  delayms?: number
}

/** A real mail server on loopback that keeps what it took. `url` is what JOBLANE_SMTP wants. */
export async function startMailServer(options: MailServerOptions = {}) {
  const { port = 0, users, refuse, starttls = false, delayms = 0, ...rest } = options
  const mails: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: !users,
    disabledCommands: users ? [] : ['AUTH'],
    disableReverseLookup: true,
    closeTimeout: 200,
    allowInsecureAuth: true,
    hideSTARTTLS: !starttls,
    onAuth: ({ username, password }, _session, done) =>
      username && users?.[username] === password
        ? done(null, { user: username })
        : done(Object.assign(new Error('Invalid login'), { responseCode: 535 })),
    onRcptTo: ({ address }, _session, done) => {
      const refused = refuse?.(address)
      done(refused ? Object.assign(new Error(refused.message), { responseCode: refused.code }) : undefined)
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        const raw = Buffer.concat(chunks)
        const { mailFrom, rcptTo } = session.envelope
        mails.push({
          ...(await PostalMime.parse(raw)),
          mailfrom: mailFrom ? mailFrom.address : '',
          rcptto: rcptTo.map(({ address }) => address),
          user: String(session.user ?? ''),
          secure: session.secure,
          raw: raw.toString(),
        })
        setTimeout(done, delayms)
      })
    },
    ...rest,
  })
  server.on('error', () => {})
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  const at = (server.server.address() as AddressInfo).port
  return {
    port: at,
    url: `${rest.secure ? 'smtps' : 'smtp'}://127.0.0.1:${at}`,
    mails,
    /** What came for one address, the oldest first. */
    to: (address: string) => mails.filter(({ rcptto }) => rcptto.includes(address)),
    stop: () => new Promise<void>((done) => server.close(() => done())),
  }
}

export type MailServer = Awaited<ReturnType<typeof startMailServer>>

/** The addresses that a mail's text shows. */
export const linksIn = ({ text = '' }: Pick<Email, 'text'>) => text.match(/https?:\/\/\S+/g) ?? []
