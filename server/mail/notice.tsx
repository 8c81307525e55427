import { NoticeMail } from '#views/mails/notice.tsx'
import { composeMail } from './compose.tsx'
import type { Mail, MailNotice } from './queue.ts'

export function noticeMail(url: string, json: string): Mail {
  const { to, type, message, open } = JSON.parse(json) as MailNotice
  const subject = [...message.replace(/\s+/g, ' ')].slice(0, 100).join('')
  const all = `${url}/notifications/all`
  return {
    to,
    ...composeMail(
      subject,
      <NoticeMail type={type} message={message} href={open ? url + open : all} settings={url} />,
    ),
  }
}
