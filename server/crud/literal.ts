import type { CrudRow, CrudTable } from '#db/queries/crud.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import type { Claim } from '#server/access/claims.ts'
import type { Viewer } from '#server/access/viewer.ts'
import type { Cents } from '#server/money/decimal.ts'
import type { IconName } from '#views/ui/icon.tsx'
import type { ResourceField, ResourceFields } from './field.ts'

export type RecordValues = Record<string, unknown>

/** `of`: a field of another tab that it goes by, also while that is unsaved. */
type LoadedTab = { load: `/${string}`; when?: RecordValues; claim?: Claim; of?: string }

export type ListAction = {
  label: string
  icon: IconName
  href: `/${string}`
  /** Opens a dialog, and stands there while the account is connected to Xero. */
  xero?: true
  /** The page of one record, which the rows of the list open in place of its dialog. */
  ofrows?: true
}

/** Of each row of a list, read for all rows of a page at once, for whoever has the claim. */
export type RowSum = {
  head: string
  claim: Claim
  read: (db: TenantDb, viewer: Viewer, ids: readonly string[]) => ReadonlyMap<string, Cents>
}

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
  /** An address instead is asked for the tab's content once it is shown; `:id` stands for the record's id. */
  tabs?: Record<string, readonly (Name | readonly Name[])[] | `/${string}` | LoadedTab>
  columns: readonly (Name | RowSum)[]
  marks?: readonly Name[]
  search: readonly Name[]
  sort: Name | `-${Name}`
  filters?: readonly Name[]
  split?: { by: Name; tabs: readonly { value: string; label: string }[] }
  /** Columns by whose exact value `GET /api/<table>/:id` finds a record too. */
  keys?: readonly string[]
  /** Of the list; of one record where `:id` stands in the address. */
  actions?: readonly ListAction[]
  /** May change what is saved, or refuse it. `before` is null for a new record. */
  beforeSave?: (tx: Tx, values: RecordValues, before: CrudRow['record'] | null) => RecordValues | undefined
  /** Ends what goes on with the record, or says why it must stay in use. */
  onArchive?: (tx: Tx, record: CrudRow['record']) => string | undefined
}

export type ResourceLiteral = Literal<string> & { fields: ResourceFields }
