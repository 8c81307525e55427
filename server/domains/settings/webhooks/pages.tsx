import { listWebhookRetries, type Webhook } from '#db/queries/settings/webhooks.ts'
import { claims as claimLabels } from '#server/access/claims.ts'
import type { Context } from '#server/http/context.ts'
import { ById } from '#server/http/fields.ts'
import { dialogReply, view } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { pageTitle } from '#server/resources.ts'
import { eventKinds, webhookClaims, webhookKinds } from '#server/webhooks/event-kinds.ts'
import { WEBHOOKS_PAGE } from '#server/webhooks/record-attempt.ts'
import { readZone } from '#server/zone.ts'
import { WebhookDialog } from '#views/settings/webhooks/dialog.tsx'
import { Webhooks } from '#views/settings/webhooks/list.tsx'
import { presentWebhook, presentWebhooks, readEvents } from './present.ts'
import { readWebhook } from './save-webhook.ts'

const KEY = 'pages.customise.webhooks'
const manage = { claim: 'settings.manage' } as const

const listPage = (c: Context) =>
  c.read((db) => {
    const title = pageTitle(db, KEY)
    const retries = listWebhookRetries(db)
    const rows = presentWebhooks(db).map((row) => ({ ...row, retryutc: retries.get(row.id) ?? null }))
    return view(
      <Webhooks title={title} rows={rows} zone={readZone(db)} url={c.url.pathname + c.url.search} />,
      { title, page: KEY },
    )
  })

/** Only what the person may read themselves can be chosen. */
const dialogFor = (c: Context, webhook?: Webhook) =>
  c.read((db) => {
    const events = webhook ? readEvents(db, webhook.id) : []
    const now = c.now().toISOString()
    return (
      <WebhookDialog
        webhook={webhook && presentWebhook(db, webhook)}
        insecure={c.services.config.webhookprivate}
        kinds={webhookKinds
          .filter((kind) => c.can(eventKinds[kind].claim))
          .map((kind) => ({ value: kind, label: eventKinds[kind].label, note: kind }))}
        claims={webhookClaims.filter(c.can).map((claim) => ({ value: claim, label: claimLabels[claim] }))}
        events={events}
        sending={webhook?.state === 'on' && events.some(({ nextutc }) => nextutc !== null && nextutc <= now)}
        zone={readZone(db)}
      />
    )
  })

export const webhooksPages: Route[] = [
  page(
    `GET ${WEBHOOKS_PAGE}`,
    { ...manage, summary: 'Webhooks: which programs are told of changes.' },
    listPage,
  ),

  page(`GET ${WEBHOOKS_PAGE}/new`, { ...manage, summary: 'The empty dialog of a webhook.' }, (c) =>
    dialogReply(c, dialogFor(c), () => listPage(c)),
  ),

  page(`GET ${WEBHOOKS_PAGE}/:id`, { ...manage, params: ById, summary: 'A webhook, with its log.' }, (c) =>
    dialogReply(
      c,
      dialogFor(
        c,
        c.read((db) => readWebhook({ db }, c.params.id)),
      ),
      () => listPage(c),
    ),
  ),
]
