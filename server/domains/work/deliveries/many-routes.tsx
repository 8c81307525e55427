import { readPosition } from '#db/queries/position.ts'
import { someIds } from '#server/domains/work/jobs/input.ts'
import type { Context } from '#server/http/context.ts'
import { computeEtag, documentReply } from '#server/http/document-reply.ts'
import { ById, choice, object, t, text } from '#server/http/fields.ts'
import { fragment } from '#server/http/reply.ts'
import { api, asyncAction, page, type Route } from '#server/http/route.ts'
import { VERSION } from '#server/version.ts'
import { ManyAnswer, ManyDialog, ManyProgress } from '#views/work/deliveries/many.tsx'
import { printSome } from './print-some.ts'
import { findMany, manyJson, planMany, startMany, stopMany } from './run-many.ts'

const claim = 'delivery.write'
const status = () => choice('issued', 'delivered')
const name = () => t.Optional(text(120))
const ids = () =>
  t.Array(t.String({ maxLength: 40 }), { maxItems: 500, error: 'must be a list of at most 500 ids' })

export const manyDeliveries: Route[] = [
  page(
    'GET /deliveries/many/new',
    {
      claim,
      query: object({ ids: someIds(), status: status() }),
      summary: 'The dialog that asks before several delivery notes are issued or handed over.',
    },
    (c) => fragment(<ManyDialog status={c.query.status} ids={c.query.ids.split(',')} />),
  ),

  ...asyncAction(
    { api: 'POST /api/delivery/many', page: 'POST /deliveries/many' },
    {
      claim,
      body: object({ ids: ids(), status: status(), name: name() }),
      form: {
        body: object({ ids: someIds(), status: status(), name: name() }),
        input: ({ body }) => ({ body: { ...body, ids: body.ids.split(',') } }),
      },
      summary: 'Issues or hands over several delivery notes one after another, each whole or not at all.',
    },
    async (c) => {
      const planned = await c.write((tx, viewer) => planMany(c, tx.db, viewer, c.body))
      startMany(c, planned, c.body.name)
      return planned
    },
    ({ id }, c) => fragment(<ManyAnswer run={findMany(c, id)} />),
  ),

  api(
    'GET /api/delivery/many/:id',
    { claim, params: ById, summary: 'How far several delivery notes are, for whoever started it.' },
    (c) => manyJson(findMany(c, c.params.id)),
  ),

  page(
    'GET /deliveries/many/:id/progress',
    { claim, params: ById, summary: 'How far they are by now.' },
    (c) => progress(c, c.params.id),
  ),

  ...asyncAction(
    { api: 'POST /api/delivery/many/:id/stop', page: 'POST /deliveries/many/:id/stop' },
    {
      claim,
      params: ById,
      summary: 'Stops it after the note at work: those behind it stay as they are.',
    },
    (c) => c.write(() => manyJson(stopMany(c, c.params.id))),
    (_, c) => progress(c, c.params.id),
  ),

  page(
    'GET /render/deliverynotes',
    {
      claim: 'delivery.read',
      query: object({ ids: someIds() }),
      summary: 'Several issued delivery notes as one PDF: those that were handed out before as copies.',
    },
    async (c) => {
      const { bytes, name } = await printSome(c, c.query.ids.split(','))
      return documentReply(bytes, { name, etag: computeEtag(VERSION, c.query.ids, c.read(readPosition)) })
    },
  ),
]

const progress = (c: Context, id: string) => fragment(<ManyProgress run={findMany(c, id)} />)
