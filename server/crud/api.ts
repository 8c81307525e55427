import { HistoryQuery, HistorySpan, historyIn, historyReply } from '#server/history-call.ts'
import { ById } from '#server/http/fields.ts'
import { data } from '#server/http/reply.ts'
import { api, type Route } from '#server/http/route.ts'
import type { Values } from './literal.ts'
import { list, present, type Query, read, readByKey } from './read.ts'
import type { Resource } from './resource.ts'
import { add, change, setArchived } from './save.ts'

/** The generic calls of a plain resource (spec 2, section 7): list, create, read, change, archive, history. */
export const crudApi = (r: Resource): Route[] => [...readCalls(r), ...writeCalls(r)]

function readCalls(r: Resource): Route[] {
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

function writeCalls(r: Resource): Route[] {
  const { schemas, claims, noun } = r
  return [
    api(`POST ${r.api}`, { claim: claims.write, body: schemas.New, summary: `Adds one: ${noun}.` }, (c) =>
      c.write((tx) => {
        const { id: own, ...values } = c.body as Values & { id?: string | null }
        const found = add(r, tx, { ...values, id: own ?? undefined })
        return data(present(r, found), { message: `${found.title} added successfully` })
      }),
    ),

    api(
      `PATCH ${r.api}/:id`,
      {
        claim: claims.write,
        params: ById,
        body: schemas.Change,
        summary: `Changes, archives or restores one: ${noun}.`,
      },
      (c) =>
        c.write((tx) => {
          const { archived, ...values } = c.body as Values & { archived?: boolean; version?: number }
          const changed = change(r, tx, c.params.id, values)
          const found = archived === undefined ? changed : setArchived(r, tx, c.params.id, archived)
          return data(present(r, found), { message: `${found.title} saved` })
        }),
    ),

    // A record that others may refer to is archived, never deleted (decision D7).
    api(
      `DELETE ${r.api}/:id`,
      { claim: claims.write, params: ById, summary: `Archives one: ${noun}.` },
      (c) =>
        c.write((tx) => {
          const found = setArchived(r, tx, c.params.id, true)
          return data(present(r, found), { message: `${found.title} archived` })
        }),
    ),
  ]
}
