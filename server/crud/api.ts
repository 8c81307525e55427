import type { SQL } from 'drizzle-orm'
import { HistoryQuery, HistorySpan, historyIn, historyReply } from '#server/history-call.ts'
import { ById } from '#server/http/fields.ts'
import { data } from '#server/http/reply.ts'
import { api, type Route } from '#server/http/route.ts'
import { list, present, type ResourceQuery, read, readByKey } from './read.ts'
import type { Resource } from './resource.ts'

export const crudApi = (r: Resource): Route[] => [listCall(r), readCall(r), historyCall(r)]

/** `matches` takes the place of looking in the fields that `search` names, by an index of their own. */
export const listCall = (r: Resource, matches?: (search: string) => SQL): Route =>
  api(`GET ${r.api}`, { claim: r.claims.read, query: r.schemas.List, summary: `Lists ${r.nouns}.` }, (c) =>
    c.read((db) => {
      const { found, total } = list(r, db, c.query as ResourceQuery, matches)
      return data(
        found.map((one) => present(r, one)),
        { total },
      )
    }),
  )

const readOne = (r: Resource) => ({
  claim: r.claims.read,
  params: ById,
  query: HistorySpan,
  summary: `Reads one: ${r.noun}.`,
})

const readCall = (r: Resource): Route =>
  api(`GET ${r.api}/:id`, readOne(r), (c) => c.read((db) => present(r, readByKey(r, db, c.params.id))))

export const readCallWithHistory = (r: Resource): Route =>
  api(`GET ${r.api}/:id`, readOne(r), (c) =>
    c.read((db) => {
      const found = readByKey(r, db, c.params.id)
      return { ...present(r, found), history: historyIn(c, db, r.name, found.record.id) }
    }),
  )

export const historyCall = (r: Resource): Route =>
  api(
    `GET ${r.api}/:id/history`,
    { claim: r.claims.read, params: ById, query: HistoryQuery, summary: `The changes of one: ${r.noun}.` },
    (c) =>
      c.read((db) => {
        read(r, db, c.params.id)
        return historyReply(c, db, r.name, c.params.id)
      }),
  )
