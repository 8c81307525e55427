import { ById, flag, object, type TSchema, t, text } from '#server/http/fields.ts'
import { dialogReply, saved } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { createFields } from './create-fields.ts'
import { resourceDialog } from './dialog.tsx'
import { exportRoute } from './export.ts'
import { chosenTab, resourceListPage } from './list.tsx'
import type { RecordValues } from './literal.ts'
import { type LookUp, lookupRoutes } from './lookup.tsx'
import type { ResourceQuery } from './read.ts'
import type { Resource } from './resource.ts'
import { setArchived } from './save.ts'

/** `brief`: of a record whose page has its other parts, the fields alone. `tab`: the one that is open at first. */
const Shown = object({ brief: t.Optional(flag()), tab: t.Optional(text(40)) })

export function crudPages(r: Resource): Route[] {
  const { path, schemas, claims, noun, nouns } = r
  return [
    page(
      `GET ${path}`,
      { claim: claims.read, query: schemas.List, cached: true, summary: `Lists ${nouns}.` },
      (c) => resourceListPage(r, c, c.query as ResourceQuery),
    ),

    exportRoute(r),

    page(
      `GET ${path}/new`,
      { claim: claims.write, query: begun(r), summary: `The empty dialog: ${noun}.` },
      (c) =>
        dialogReply(
          c,
          c.read((db) => resourceDialog(r, c, db, undefined, begunOn(r, c.query as ResourceQuery))),
          () => resourceListPage(r, c, c.query as ResourceQuery),
        ),
    ),

    page(
      `GET ${path}/:id`,
      { claim: claims.read, params: ById, query: Shown, summary: `The dialog of one: ${noun}.` },
      (c) =>
        dialogReply(
          c,
          c.read((db) => resourceDialog(r, c, db, c.params.id, {}, c.query)),
          () => resourceListPage(r, c),
        ),
    ),

    page(
      `POST ${path}/:id/restore`,
      { claim: claims.write, params: ById, summary: `Restores one: ${noun}.` },
      async (c) => {
        const { title } = await c.write((tx) => setArchived(r, tx, c.params.id, false))
        return saved(`${title} restored`, r.name)
      },
    ),

    ...lookupRoutes({ ...r, claim: claims.read, create: creation(r) }),
  ]
}

/** A new one may begin with the name that was looked for in vain. */
const begun = ({ schemas, fields }: Resource): TSchema =>
  fields.name ? object({ ...schemas.List.properties, name: t.Optional(text(120)) }) : schemas.List

const begunOn = (r: Resource, query: ResourceQuery & { name?: string }): RecordValues => ({
  ...(r.split && { [r.split.by]: chosenTab(r, query) }),
  ...(query.name && { name: query.name }),
})

export function creation({ name, fields, claims }: Resource): LookUp['create'] {
  const asked = createFields(name, fields)
  const { lacking } = Object.values(fields).find((field) => field.lacking) ?? {}
  return asked && { claim: claims.write, fields: asked, lacking }
}
