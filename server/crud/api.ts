import { HistoryQuery, HistorySpan, historyIn, historyReply } from '#server/history-call.ts'
import { ById } from '#server/http/fields.ts'
import { data } from '#server/http/reply.ts'
import { api, type Route } from '#server/http/route.ts'
import { list, present, type Query, read, readByKey } from './read.ts'
import type { Resource } from './resource.ts'

/** The calls that read a plain resource (spec 2, section 7): its list, one record, its history. */
export function crudApi(r: Resource): Route[] {
  const { schemas, claims, noun, nouns } = r
  return [
    api(`GET ${r.api}`, { claim: claims.read, query: schemas.List, summary: `Lists ${nouns}.` }, (c) =>
      c.read((db) => {
        const { found, total } = list(r, db, c.query as Query)
        return data(
          found.map((one) => present(r, one)),
          { total },
        )
      }),
    ),

    api(
      `GET ${r.api}/:id`,
      { claim: claims.read, params: ById, query: HistorySpan, summary: `Reads one: ${noun}.` },
      (c) =>
        c.read((db) => {
          const found = readByKey(r, db, c.params.id)
          const { id } = found.record
          return { ...present(r, found), ...(r.history && { history: historyIn(c, db, r.name, id) }) }
        }),
    ),

    api(
      `GET ${r.api}/:id/history`,
      { claim: claims.read, params: ById, query: HistoryQuery, summary: `The changes of one: ${noun}.` },
      (c) =>
        c.read((db) => {
          read(r, db, c.params.id)
          return historyReply(c, db, r.name, c.params.id)
        }),
    ),
  ]
}
