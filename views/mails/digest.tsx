import type { CSSProperties } from 'react'
import { MailButton } from './frame.tsx'

type DigestProps = {
  name: string
  account: string
  unread: number
  lines: readonly { id: string; type: string; message: string; when: string; href?: string }[]
  url: string
}

const small: CSSProperties = { margin: 0, fontSize: 13, color: '#5b6577' }
const line: CSSProperties = { margin: '14px 0 0' }

export const levelPrefix = (type: string) =>
  type === 'warning' ? 'Warning: ' : type === 'error' ? 'Something is wrong: ' : ''

export function Digest({ name, account, unread, lines, url }: DigestProps) {
  const more = unread - lines.length
  return (
    <>
      <p>
        {name ? `Good day ${name}. ` : ''}
        {unread === 1 ? 'One notification has' : `${unread} notifications have`} come in {account} and
        {unread === 1 ? ' is' : ' are'} unread.
      </p>
      {lines.map(({ id, type, message, when, href }) => (
        <div key={id} style={line}>
          <p style={{ margin: 0 }}>
            {levelPrefix(type)}
            {href ? <a href={href}>{message}</a> : message}
          </p>
          <p style={small}>{when}</p>
        </div>
      ))}
      {more > 0 && <p style={{ ...small, ...line }}>And {more} more.</p>}
      <MailButton href={`${url}/notifications/all?unread=true`}>Read them</MailButton>
      <MailPreferencesLink url={url} />
    </>
  )
}

/** How to be mailed less: below every mail that comes because somebody chose it. */
export const MailPreferencesLink = ({ url }: { url: string }) => (
  <p style={small}>
    You chose to be told by mail. <a href={`${url}/account/profile?tab=preferences`}>Choose otherwise</a>
  </p>
)
