import { HistoryQuery, HistoryReply, HistorySpan, historyIn, historyReply } from '#server/history-call.ts'
import { ById, t } from '#server/http/fields.ts'
import { dataReply } from '#server/http/reply.ts'
import { api, type Route } from '#server/http/route.ts'
import {
  listResources,
  presentResource,
  presentResources,
  type ResourceQuery,
  readByKey,
  readResource,
} from './read.ts'
import type { Resource } from './resource.ts'
import { hiddenFields } from './seen-fields.ts'

export const crudApi = (r: Resource): Route[] => [listCall(r), readCall(r), historyCall(r)]

export const listCall = (r: Resource): Route =>
  api(
    `GET ${r.api}`,
    {
      claim: r.claims.read,
      query: r.schemas.List,
      reply: t.Array(r.schemas.Reply),
      summary: `Lists ${r.nouns}.`,
    },
    (c) =>
      c.read((db) => {
        const { found, ...counted } = listResources(r, c, db, c.query as ResourceQuery)
        return dataReply(presentResources(r, found, c), counted)
      }),
  )

const readOne = (r: Resource) => ({
  claim: r.claims.read,
  params: ById,
  query: HistorySpan,
  reply: r.schemas.Reply,
  summary: `Reads one: ${r.noun}.`,
})

const readCall = (r: Resource): Route =>
  api(`GET ${r.api}/:id`, readOne(r), (c) =>
    c.read((db) => presentResource(r, readByKey(r, db, c.params.id), c)),
  )

export const readCallWithHistory = (r: Resource): Route =>
  api(
    `GET ${r.api}/:id`,
    { ...readOne(r), reply: t.Object({ ...r.schemas.Reply.properties, history: HistoryReply }) },
    (c) =>
      c.read((db) => {
        const found = readByKey(r, db, c.params.id)
        return {
          ...presentResource(r, found, c),
          history: historyIn(c, db, r.name, found.record.id, hiddenFields(r, c)),
        }
      }),
  )

export const historyCall = (r: Resource): Route =>
  api(
    `GET ${r.api}/:id/history`,
    {
      claim: r.claims.read,
      params: ById,
      query: HistoryQuery,
      reply: HistoryReply,
      summary: `The changes of one: ${r.noun}.`,
    },
    (c) =>
      c.read((db) => {
        readResource(r, db, c.params.id)
        return historyReply(c, db, r.name, c.params.id, hiddenFields(r, c))
      }),
  )
