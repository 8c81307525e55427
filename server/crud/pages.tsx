import { ById } from '#server/http/fields.ts'
import { dialogOver, saved } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { asFormErrors } from '#server/version-conflict.ts'
import { dialogOf, shownFields } from './dialog.tsx'
import { exportRoute } from './export.ts'
import { chosenTab, listPage } from './list.tsx'
import type { Values } from './literal.ts'
import { lookupRoute } from './lookup.tsx'
import { type Query, read } from './read.ts'
import type { Resource } from './resource.ts'
import { add, change, setArchived } from './save.ts'

/** The page of a plain resource: its list, its dialog under the record's own address, and the look-up of pickers. */
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

    page(`POST ${path}`, { claim: claims.write, body: schemas.NewForm }, async (c) => {
      const { title } = await c.write((tx) => add(r, tx, fromForm(r, c.body as Values)))
      return saved(`${title} added successfully`, r.name)
    }),

    page(`GET ${path}/:id`, { claim: claims.read, params: ById }, (c) =>
      dialogOver(
        c,
        c.read((db) => dialogOf(r, c, db, c.params.id)),
        () => listPage(r, c),
      ),
    ),

    page(`PATCH ${path}/:id`, { claim: claims.write, params: ById, body: schemas.ChangeForm }, async (c) => {
      const run = c.write((tx) => {
        const { record } = read(r, tx.db, c.params.id)
        return change(r, tx, c.params.id, fromForm(r, c.body as Values, record))
      })
      const { title } = await run.catch(asFormErrors)
      return saved(`${title} saved`, r.name)
    }),

    page(`POST ${path}/:id/archive`, { claim: claims.write, params: ById }, async (c) => {
      const { title } = await c.write((tx) => setArchived(r, tx, c.params.id, true))
      return saved(`${title} archived`, r.name, `${path}/${c.params.id}/restore`)
    }),

    page(`POST ${path}/:id/restore`, { claim: claims.write, params: ById }, async (c) => {
      const { title } = await c.write((tx) => setArchived(r, tx, c.params.id, false))
      return saved(`${title} restored`, r.name)
    }),

    lookupRoute({ ...r, claim: claims.read }),
  ]
}

/** What a new record has from the tab that it is begun on. */
const begunOn = (r: Resource, query: Query): Values => (r.split ? { [r.split.by]: chosenTab(r, query) } : {})

/** A form leaves out every box that is not ticked; what the dialog did not show stays as it is. */
function fromForm(r: Resource, body: Values, record?: Values): Values {
  const values: Values = { ...body }
  for (const name of shownFields(r, record ?? body, Boolean(record))) {
    const field = r.fields[name]
    if (field?.flag) values[name] = values[name] ?? false
    if (!field?.form) continue
    values[name] = field.form.read(body)
    for (const part of Object.keys(field.form.schema)) delete values[part]
  }
  return values
}
