import { ById } from '#server/http/fields.ts'
import { dialogOver, saved } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { dialogOf } from './dialog.tsx'
import { exportRoute } from './export.ts'
import { chosenTab, listPage } from './list.tsx'
import type { Values } from './literal.ts'
import { lookupRoute } from './lookup.tsx'
import type { Query } from './read.ts'
import type { Resource } from './resource.ts'
import { setArchived } from './save.ts'

export function crudPages(r: Resource): Route[] {
  const { path, schemas, claims } = r
  return [
    page(`GET ${path}`, { claim: claims.read, query: schemas.List, cached: true }, (c) =>
      listPage(r, c, c.query as Query),
    ),

    exportRoute(r),

    page(`GET ${path}/new`, { claim: claims.write, query: schemas.List }, (c) =>
      dialogOver(
        c,
        c.read((db) => dialogOf(r, c, db, undefined, begunOn(r, c.query as Query))),
        () => listPage(r, c, c.query as Query),
      ),
    ),

    page(`GET ${path}/:id`, { claim: claims.read, params: ById }, (c) =>
      dialogOver(
        c,
        c.read((db) => dialogOf(r, c, db, c.params.id)),
        () => listPage(r, c),
      ),
    ),

    page(`POST ${path}/:id/restore`, { claim: claims.write, params: ById }, async (c) => {
      const { title } = await c.write((tx) => setArchived(r, tx, c.params.id, false))
      return saved(`${title} restored`, r.name)
    }),

    lookupRoute({ ...r, claim: claims.read }),
  ]
}

const begunOn = (r: Resource, query: Query): Values => (r.split ? { [r.split.by]: chosenTab(r, query) } : {})
