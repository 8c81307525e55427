import { withLinkSite } from '#server/access/link-site.ts'
import type { PublicContext } from '#server/http/context.ts'
import { object, t } from '#server/http/fields.ts'
import { dataReply, noSwapReply, publicView, snackbarHeaders } from '#server/http/reply.ts'
import { refuseForeignOrigin } from '#server/http/request-origin.ts'
import { publicAction, type Route } from '#server/http/route.ts'
import { mailWaitsUntil, type QueuedNotice } from '#server/mail/queued-mail.ts'
import { NoticePage } from '#views/people/auth/notice-page.tsx'
import { EmailInput, Registration } from './input.ts'
import { CONFIRMATION_SENT, RESET_SENT } from './messages.ts'
import { registerPerson } from './register-person.ts'
import { requestReset, resendConfirmation } from './request-link.ts'
import { requireSelfRegistration } from './require-self-registration.ts'

/** The specification's sentence, where a server takes the mail. Whether one does tells nothing of who is known. */
const readNotice = ({ services }: PublicContext, sent: string): QueuedNotice => {
  const until = mailWaitsUntil(services, {})
  return until
    ? { message: `The mail waits ${until} Ask them to let you in.`, level: 'warning' }
    : { message: sent, level: 'success' }
}

function mailNotice(c: PublicContext, sent: string) {
  const { message, level } = readNotice(c, sent)
  if (c.htmx) return noSwapReply(snackbarHeaders(message, { mailsent: true, level }))
  const title = level === 'success' ? 'A mail is on its way' : 'The mail waits'
  return publicView(
    <NoticePage title={title} text={message} way={{ href: '/signin', label: 'Back to sign in' }} />,
    { title },
  )
}

function readOwnForm<B>({ request, body }: PublicContext<unknown, unknown, B>) {
  refuseForeignOrigin(request)
  return { body }
}

export const authActions: Route[] = [
  ...publicAction(
    { api: 'POST /api/auth/register', page: 'POST /signin/register' },
    {
      body: Registration,
      form: { body: Registration, input: readOwnForm },
      summary: 'Register; a link to confirm the address comes by mail.',
    },
    async (c) => {
      requireSelfRegistration(c.services)
      await registerPerson(withLinkSite(c), c.body, c.meta.address)
      return dataReply(null, { message: readNotice(c, CONFIRMATION_SENT).message })
    },
    (_, c) => mailNotice(c, CONFIRMATION_SENT),
  ),

  ...publicAction(
    { api: 'GET /api/auth/confirm/resend/:x', page: 'POST /signin/resend' },
    {
      params: object({ x: t.String({ maxLength: 250 }) }),
      form: { body: EmailInput, input: (c) => ({ params: { x: readOwnForm(c).body.email } }) },
      summary: 'Mail the confirmation again; x is the e-mail.',
    },
    async (c) => {
      await resendConfirmation(withLinkSite(c), c.params.x, c.meta.address)
      return dataReply(null, { message: readNotice(c, CONFIRMATION_SENT).message })
    },
    (_, c) => mailNotice(c, CONFIRMATION_SENT),
  ),

  ...publicAction(
    { api: 'POST /api/auth/passwordreset', page: 'POST /signin/reset' },
    {
      body: EmailInput,
      form: { body: EmailInput, input: readOwnForm },
      summary: 'Mail a link that sets a new password.',
    },
    async (c) => {
      await requestReset(withLinkSite(c), c.body.email, c.meta.address)
      return dataReply(null, { message: readNotice(c, RESET_SENT).message })
    },
    (_, c) => mailNotice(c, RESET_SENT),
  ),
]
