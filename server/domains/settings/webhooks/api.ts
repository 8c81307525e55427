import { ById } from '#server/http/fields.ts'
import { listData } from '#server/http/reply.ts'
import { api, type Route } from '#server/http/route.ts'
import { presentWebhook, presentWebhooks, readEvents } from './present.ts'
import { readWebhook } from './save-webhook.ts'

const claim = 'settings.manage'

export const webhooksApi: Route[] = [
  api(
    'GET /api/webhooks',
    { claim, summary: 'Webhooks, each with what waits for it; never a secret.' },
    (c) => c.read((db) => listData(presentWebhooks(db))),
  ),

  api('GET /api/webhooks/:id', { claim, params: ById, summary: 'Reads one: webhook.' }, (c) =>
    c.read((db) => presentWebhook(db, readWebhook({ db }, c.params.id))),
  ),

  api(
    'GET /api/webhooks/:id/events',
    { claim, params: ById, summary: 'The newest 50 events of a webhook, with each attempt.' },
    (c) => c.read((db) => listData(readEvents(db, readWebhook({ db }, c.params.id).id))),
  ),
]
