import { TestMail } from '#views/mails/test.tsx'
import { composeMail } from './compose.tsx'
import { composeMessage } from './message.ts'
import type { Smtp } from './smtp.ts'
import { readSmtpError } from './smtp-error.ts'
import { transportTo } from './transport.ts'

/** Takes at most half a minute. */
export async function sendTestMail(smtp: Smtp, to: string): Promise<{ ok: boolean; message: string }> {
  const opened = transportTo(smtp, 1)
  try {
    const transport = await opened
    const mail = { to, ...composeMail('Your mail settings work', <TestMail host={smtp.host} />) }
    const about = {
      id: Bun.randomUUIDv7(),
      createdutc: new Date().toISOString(),
      host: smtp.from.address.replace(/.*@/, ''),
    }
    await transport.sendMail({ ...composeMessage(mail, smtp, about), signal: AbortSignal.timeout(30_000) })
    return { ok: true, message: `The server ${smtp.host} took a test mail to ${to}.` }
  } catch (error) {
    return { ok: false, message: `No test mail was sent. ${readSmtpError(error).sentence}` }
  } finally {
    opened.then((transport) => transport.close({ force: true })).catch(() => {})
  }
}
