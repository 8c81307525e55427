import { levelPrefix, MailPreferencesLink } from './digest.tsx'
import { MailButton } from './frame.tsx'

type NoticeProps = { type: string; message: string; href: string; settings: string }

export const NoticeMail = ({ type, message, href, settings }: NoticeProps) => (
  <>
    <p>
      {levelPrefix(type)}
      {message}
    </p>
    <MailButton href={href}>Have a look</MailButton>
    <MailPreferencesLink url={settings} />
  </>
)
