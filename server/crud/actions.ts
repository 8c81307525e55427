import type { Tx } from '#db/tenants.ts'
import type { ClaimHolder } from '#server/access/claims.ts'
import { ById } from '#server/http/fields.ts'
import { dataReply, saved } from '#server/http/reply.ts'
import { action, type Route } from '#server/http/route.ts'
import { shownFields } from './dialog.tsx'
import type { FoundRecord } from './field.ts'
import { lackingHref, wayOut } from './lacking.ts'
import type { RecordValues } from './literal.ts'
import { presentResource, readResource } from './read.ts'
import type { Resource } from './resource.ts'
import { addResource, changeResource, setArchived } from './save.ts'
import { checkSeen } from './seen-fields.ts'

/** Does what follows from a change, and gives what is said of it beside that it is saved. */
export type AfterChange = (tx: Tx, before: FoundRecord, after: FoundRecord) => string | undefined

export function crudActions(r: Resource, afterChange?: AfterChange): Route[] {
  const { path, schemas, claims, noun } = r
  return [
    ...action(
      { api: `POST ${r.api}`, page: `POST ${path}` },
      {
        claim: claims.write,
        body: schemas.New,
        form: {
          body: schemas.NewForm,
          input: ({ body }) => ({ body: formValues(r, body as RecordValues) }),
        },
        reply: schemas.Reply,
        summary: `Adds one: ${noun}.`,
      },
      (tx, _, c) => {
        const { id, ...values } = c.body as RecordValues & { id?: string | null }
        checkSeen(r, c, values)
        return changedReply(r, c, addResource(r, tx, { ...values, id: id ?? undefined }), addedWords(r))
      },
      (made, c, message) => sayAdded(r, c, made as RecordValues, message),
    ),

    ...action(
      { api: `PATCH ${r.api}/:id`, page: `PATCH ${path}/:id` },
      {
        claim: claims.write,
        params: ById,
        body: schemas.Change,
        form: {
          body: schemas.ChangeForm,
          input: ({ params, body }, db) => ({
            body: formValues(r, body as RecordValues, readResource(r, db, params.id).record),
          }),
        },
        reply: schemas.Reply,
        summary: `Changes, archives or restores one: ${noun}.`,
      },
      (tx, _, c) => {
        const { archived, ...values } = c.body as RecordValues & { archived?: boolean; version?: number }
        checkSeen(r, c, values)
        const before = afterChange && readResource(r, tx.db, c.params.id)
        const changed = changeResource(r, tx, c.params.id, values, c)
        const said = before && afterChange(tx, before, changed)
        return changedReply(
          r,
          c,
          archived === undefined ? changed : setArchived(r, tx, c.params.id, archived),
          said ? `saved. ${said}` : 'saved',
        )
      },
      (_, _c, message) => saved(message, r.name),
    ),
    ...archiveActions(r),
  ]
}

// The specification words it for a client alone.
const addedWords = ({ noun }: Resource) => (noun === 'client' ? 'added successfully' : 'added')

const changedReply = (r: Resource, c: ClaimHolder, found: FoundRecord, done: string) =>
  dataReply(presentResource(r, found, c), { message: `${found.title} ${done}` })

function sayAdded(r: Resource, c: ClaimHolder, made: RecordValues, message: string) {
  const lack = Object.entries(r.fields).find(([name, { lacking }]) => lacking && !made[name])?.[1].lacking
  if (!lack) return saved(message, r.name)
  const { said, link } = wayOut(c, lack)
  const way = link && { ...link, href: lackingHref(link, String(made.id)) }
  return saved(`${message}. ${said}`, r.name, undefined, way)
}

// A record that others may refer to is archived, never deleted (decision D7).
const archiveActions = (r: Resource): Route[] =>
  action(
    { api: `DELETE ${r.api}/:id`, page: `POST ${r.path}/:id/archive` },
    { claim: r.claims.write, params: ById, reply: r.schemas.Reply, summary: `Archives one: ${r.noun}.` },
    (tx, _, c) => changedReply(r, c, setArchived(r, tx, c.params.id, true), 'archived'),
    (_, c, message) => saved(message, r.name, `${r.path}/${c.params.id}/restore`),
  )

/** A form leaves out every box that is not ticked; what the dialog did not show stays as it is. */
function formValues(r: Resource, body: RecordValues, record?: RecordValues): RecordValues {
  const values: RecordValues = { ...body }
  for (const name of shownFields(r, record ?? body, Boolean(record))) {
    const field = r.fields[name]
    if (field?.flag) values[name] = values[name] ?? false
    if (!field?.form) continue
    for (const part of Object.keys(field.form.schema)) delete values[part]
    values[name] = field.form.read(body)
  }
  return values
}
