import { headerText, parseEmail } from './address.ts'

export type Smtp = {
  host: string
  port: number
  /** TLS from the first byte; otherwise the line begins in the clear and changes over when the server can. */
  implicit: boolean
  user: string
  password: string
  from: { name: string; address: string }
  replyto?: string
  /** Takes a certificate that nobody vouches for: only by the installation's own setting. */
  anycertificate?: boolean
  /** May not lie inside this installation's own network: an account named it. */
  outside?: boolean
  /** Its password was encrypted under another key and cannot be read: nothing is sent until it is typed again. */
  lost?: boolean
}

export class LostPassword extends Error {}

const LOCAL = /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/

/** A password goes over an open line only to this machine itself. */
export const needsTls = ({ host, user }: Pick<Smtp, 'host' | 'user'>) => user !== '' && !LOCAL.test(host)

/** `?certificate=any` takes a self-signed one. Null when it is no such address; never repeated, it holds a password. */
export function parseSmtp(text: string): Omit<Smtp, 'from'> | null {
  const url = URL.parse(text)
  if (!url || !['smtp:', 'smtps:'].includes(url.protocol) || !url.hostname) return null
  if (!['', '/'].includes(url.pathname) || url.hash) return null
  const { certificate, ...unknown } = Object.fromEntries(url.searchParams)
  if (Object.keys(unknown).length > 0 || ![undefined, 'any'].includes(certificate)) return null
  const implicit = url.protocol === 'smtps:'
  try {
    return {
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: Number(url.port) || (implicit ? 465 : 587),
      implicit,
      user: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
      ...(certificate ? { anycertificate: true } : {}),
    }
  } catch {
    return null
  }
}

export function parseFrom(text: string): Smtp['from'] | null {
  const [, name = '', inside = ''] = /^([^<>]*)<([^<>]*)>$/.exec(text.trim()) ?? []
  const address = parseEmail(inside || text)
  return address ? { name: headerText(name.replaceAll('"', '')), address } : null
}
