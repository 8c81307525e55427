import { InsideNetwork } from '#server/inside-network.ts'
import { LostPassword } from './smtp.ts'

type SendingError = {
  code?: string
  originalCode?: string
  command?: string
  response?: string
  responseCode?: number
  permanent?: boolean
  message?: string
}

export type SmtpError = {
  sentence: string
  /** `mail`: the server refused this one. `server`: it would refuse the next one too. */
  about: 'mail' | 'server'
  final: boolean
}

/** Only what a mail server says in its own form is repeated: another service's words are nobody's business here. */
function readServerMessage({ response = '', responseCode }: SendingError): string {
  const words = response.replace(/\s+/g, ' ').trim().slice(0, 300)
  return responseCode && /^\d{3}[ -]/.test(words) ? ` It said: ${words}` : ''
}

const CONNECTION: Record<string, string> = {
  ECONNREFUSED: 'Nothing answers on that port.',
  ECONNRESET: 'The server ended the connection.',
  EHOSTUNREACH: 'That server cannot be reached from here.',
  ENETUNREACH: 'That server cannot be reached from here.',
  ENOTFOUND: 'There is no server of that name.',
  EDNS: 'There is no server of that name.',
  ETIMEDOUT: 'The server did not answer in time.',
  ETLS: 'The server does not offer a safe (TLS) connection, or its certificate cannot be trusted.',
  EPROTOCOL: 'What answers there is not a mail server, or it expects another port.',
  ECONNECTION: 'The server ended the connection.',
  ENOAUTH: 'The server wants a user name and password.',
}

const CERTIFICATE = /CERT|SELF_SIGNED|ALTNAME|UNABLE_TO_VERIFY|self.signed certificate|unable to verify/

const EXPIRED = /CERT_HAS_EXPIRED|certificate has expired/

export function readSmtpError(thrown: unknown): SmtpError {
  const error = thrown as SendingError
  const { code = '', responseCode = 0, command = '', message = '' } = error
  const server = (sentence: string): SmtpError => ({
    sentence: sentence + readServerMessage(error),
    about: 'server',
    final: false,
  })
  if (thrown instanceof InsideNetwork)
    return server(
      'That mail server stands inside the network of this installation, where accounts may not send. Please ask whoever runs it.',
    )
  if (thrown instanceof LostPassword)
    return server(
      'The password of the mail server was saved under another key, as happens when a data folder is moved without its secret.key. Please type it again on the Account page.',
    )
  if (code === 'EAUTH') return server('The mail server did not accept the user name and password.')
  if (command === 'MAIL FROM') return server('The mail server does not send for this sender.')
  if ((code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode >= 400)
    return {
      sentence: `The mail server refused the mail.${readServerMessage(error)}`,
      about: 'mail',
      final: error.permanent ?? false,
    }
  const inner = error.originalCode ?? code
  if (EXPIRED.test(inner) || EXPIRED.test(message))
    return server('The certificate of the mail server has run out: whoever runs that server must renew it.')
  if (CERTIFICATE.test(inner) || CERTIFICATE.test(message))
    return server('The certificate of the mail server cannot be trusted.')
  return server(CONNECTION[inner] ?? CONNECTION[code] ?? 'The mail server could not be used.')
}
