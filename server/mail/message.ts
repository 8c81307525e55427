import { headerText, parseEmail } from './address.ts'
import type { Mail } from './queue.ts'
import type { Smtp } from './smtp.ts'

/** The id is the outbox row's: sent twice, it is the same mail. */
type Envelope = { id: string; createdutc: string; host: string }

/** @throws when it has no one address to go to, which the queue refuses beforehand */
export function composeMessage(
  mail: Mail,
  smtp: Pick<Smtp, 'from' | 'replyto'>,
  { id, createdutc, host }: Envelope,
) {
  const to = parseEmail(mail.to)
  if (!to) throw new Error('The mail has no address to go to.')
  const replyto = (mail.replyto && parseEmail(mail.replyto)) || smtp.replyto
  return {
    messageId: `<${id}@${host}>`,
    date: new Date(createdutc),
    from: smtp.from,
    to: { name: '', address: to },
    ...(replyto ? { replyTo: { name: '', address: replyto } } : {}),
    subject: headerText(mail.subject),
    text: mail.text,
    html: mail.html,
    // Answering machines keep silent to what a machine wrote (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    attachments: (mail.attachments ?? []).map(({ filename, contenttype, base64 }) => ({
      filename: headerText(filename),
      contentType: headerText(contenttype),
      content: Buffer.from(base64, 'base64'),
    })),
  }
}
