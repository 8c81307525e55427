import type { CrudRow, CrudTable } from '#db/queries/crud.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import type { Claim } from '#server/access/claims.ts'
import type { IconName } from '#views/ui/icon.tsx'
import type { ResourceField, ResourceFields } from './field.ts'

export type RecordValues = Record<string, unknown>

/** A tab that is asked for once it is shown: for records with these values, for people who hold the claim. */
type LoadedTab = { load: `/${string}`; when?: RecordValues; claim?: Claim }

type ListAction = { label: string; icon: IconName } & ({ post: `/${string}` } | { href: `/${string}` })

/** One plain resource: a list with search and archive, a dialog, and the calls `GET POST GET/:id PATCH DELETE`. */
export type Literal<Name extends string = string> = {
  /** As in "Add client" and "91 clients". */
  noun: string
  nouns: string
  table: CrudTable
  path: `/${string}`
  page: string
  icon: IconName
  subtitle: string
  claims: { read: Claim; write: Claim }
  fields: Record<Name, ResourceField>
  /**
   * The dialog's tabs: names of fields, side by side where they stand in a list of their own. An address instead
   * is asked for the tab's content once it is shown, for a record that exists; `:id` stands for its id.
   */
  tabs?: Record<string, readonly (Name | readonly Name[])[] | `/${string}` | LoadedTab>
  /** The list's columns; the first leads to the dialog. */
  columns: readonly Name[]
  marks?: readonly Name[]
  search: readonly Name[]
  sort: Name | `-${Name}`
  filters?: readonly Name[]
  split?: { by: Name; tabs: readonly { value: string; label: string }[] }
  /** Columns by whose exact value `GET /api/<table>/:id` finds a record too. */
  keys?: readonly string[]
  actions?: readonly ListAction[]
  /** May change what is saved, or refuse it. `before` is null for a new record. */
  beforeSave?: (tx: Tx, values: RecordValues, before: CrudRow['record'] | null) => RecordValues | undefined
  /** Why a record must stay in use, as a sentence. */
  refuseArchive?: (db: TenantDb, record: CrudRow['record']) => string | undefined
}

export type Plain = Literal<string> & { fields: ResourceFields }
