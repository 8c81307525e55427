import type { Webhook } from '#db/queries/settings/webhooks.ts'
import { invalid } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { ById } from '#server/http/fields.ts'
import { dataReply, fragment, noSwapReply, saved, snackbarHeaders } from '#server/http/reply.ts'
import { action, asyncAction, type Route } from '#server/http/route.ts'
import { liesInside } from '#server/inside-network.ts'
import { WEBHOOKS_PAGE } from '#server/webhooks/record-attempt.ts'
import { SecretDialog } from '#views/settings/webhooks/secret.tsx'
import { ByEvent, NewWebhook, WebhookChange, WebhookForm } from './input.ts'
import { presentWebhook, type WebhookView } from './present.ts'
import {
  addWebhook,
  changeWebhook,
  checkWebhookUrl,
  queueTest,
  removeWebhook,
  resendEvent,
  rotateSecret,
  switchWebhook,
} from './save-webhook.ts'

// A key that leaked must not make itself a way by which everything is told to somebody.
const manage = { claim: 'settings.manage', needsSignIn: true } as const
const SHOWN_ONCE = 'This secret was made by the same request before, and shown in its first answer alone.'

/** @throws 400 */
async function checkUrl({ services }: Context, url: string) {
  const { webhookprivate } = services.config
  const host = checkWebhookUrl(url, webhookprivate)
  if (!webhookprivate && (await liesInside(host)))
    throw invalid({ url: 'This address lies inside the network of this installation.' })
}

type Secretive = WebhookView & { secret?: string }

/** Answered this once: what an Idempotency-Key keeps of it has no secret. */
async function withSecret(c: Context, make: Parameters<Context['write']>[0]): Promise<Secretive> {
  let shownOnce: string | undefined
  const kept = await c.write((tx, viewer) => {
    const { webhook, secret } = make(tx, viewer) as { webhook: Webhook; secret: string }
    shownOnce = secret
    return dataReply(presentWebhook(tx.db, webhook), { message: SHOWN_ONCE })
  })
  return { ...kept.data, ...(shownOnce !== undefined && { secret: shownOnce }) }
}

const shown = ({ url, secret }: Secretive) =>
  fragment(<SecretDialog url={url} secret={secret} />, {
    headers: snackbarHeaders('Webhook saved', { refresh: { table: 'webhooks' } }),
  })

export const webhooksActions: Route[] = [
  ...asyncAction(
    { api: 'POST /api/webhooks', page: `POST ${WEBHOOKS_PAGE}` },
    {
      ...manage,
      secret: true,
      body: NewWebhook,
      form: { body: WebhookForm, input: ({ body: { version: _, ...body } }) => ({ body }) },
      summary: 'Tells another program what changes, by signed events. Its secret is in this answer alone.',
    },
    async (c) => {
      const { id, ...values } = c.body
      await checkUrl(c, values.url)
      const { encryption } = c.services
      return withSecret(c, (tx) => addWebhook(tx, encryption, c.person, { ...values, id: id ?? undefined }))
    },
    (value) => shown(value),
  ),

  ...asyncAction(
    { api: 'PATCH /api/webhooks/:id', page: `PATCH ${WEBHOOKS_PAGE}/:id` },
    {
      ...manage,
      params: ById,
      body: WebhookChange,
      form: { params: ById, body: WebhookForm, input: ({ body }) => ({ body }) },
      summary: 'Changes a webhook, or switches it off and on; who changes what it is told answers for it.',
    },
    async (c) => {
      if (c.body.url !== undefined) await checkUrl(c, c.body.url)
      return c.write((tx) => presentWebhook(tx.db, changeWebhook(tx, c.person, c.params.id, c.body)))
    },
    () => saved('Webhook saved', 'webhooks'),
  ),

  ...action(
    { api: 'DELETE /api/webhooks/:id', page: `POST ${WEBHOOKS_PAGE}/:id/remove` },
    {
      ...manage,
      params: ById,
      summary: 'Removes a webhook: it is told nothing more, and its secret is gone.',
    },
    (tx, _, c) => ({ id: removeWebhook(tx, c.params.id).id }),
    () => saved('Webhook removed', 'webhooks'),
  ),

  ...asyncAction(
    { api: 'POST /api/webhooks/:id/secret', page: `POST ${WEBHOOKS_PAGE}/:id/secret` },
    {
      ...manage,
      secret: true,
      params: ById,
      summary: 'Gives it a new secret, in this answer alone. For 24 hours events are signed by both.',
    },
    (c) => withSecret(c, (tx) => rotateSecret(tx, c.services.encryption, c.params.id)),
    (value) => shown(value),
  ),

  ...action(
    { api: 'POST /api/webhooks/:id/test', page: `POST ${WEBHOOKS_PAGE}/:id/test` },
    { ...manage, params: ById, summary: 'Sends it an event of type `test`.' },
    (tx, _, c) => ({ id: queueTest(tx, c.params.id) }),
    () =>
      noSwapReply(
        snackbarHeaders('A test waits to be sent: the log says what came of it', {
          level: 'info',
          refresh: { table: 'webhooks' },
        }),
      ),
  ),

  ...action(
    {
      api: 'POST /api/webhooks/:id/events/:eventid/resend',
      page: `POST ${WEBHOOKS_PAGE}/:id/events/:eventid/resend`,
    },
    { ...manage, params: ByEvent, summary: 'Sends an event once more, under the same id.' },
    (tx, _, c) => ({ id: resendEvent(tx, c.params.id, c.params.eventid) }),
    () =>
      noSwapReply(
        snackbarHeaders('It waits to be sent again: the log says what came of it', {
          level: 'info',
          refresh: { table: 'webhooks' },
        }),
      ),
  ),

  ...action(
    { api: 'POST /api/webhooks/:id/switch', page: `POST ${WEBHOOKS_PAGE}/:id/switch` },
    { ...manage, params: ById, summary: 'Switches a webhook off, or on again if it is off or was stopped.' },
    (tx, _, c) => presentWebhook(tx.db, switchWebhook(tx, c.person, c.params.id)),
    ({ state }) => saved(state === 'on' ? 'Webhook switched on' : 'Webhook switched off', 'webhooks'),
  ),
]
