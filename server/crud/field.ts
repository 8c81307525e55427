import type { ReactNode } from 'react'
import type { AnyTable, CrudRow } from '#db/queries/crud.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import type { Claim } from '#server/access/claims.ts'
import type { TSchema } from '#server/http/fields.ts'
import type { FieldKind } from '#server/record-fields.ts'
import type { Option } from '#views/ui/select.tsx'
import type { Lacking } from './lacking.ts'

export type Options = {
  label: string
  head?: string
  hint?: string
  required?: boolean
  width?: 'narrow' | 'half'
  wide?: boolean
  short?: boolean
  unique?: boolean
  /** Set when the record is made, by the tab it is made on, and never changed after. */
  fixed?: boolean
  later?: boolean
  /** An amount in rand. */
  money?: boolean
  when?: Record<string, unknown>
  initial?: unknown
  /** Left out of exported lists: no value of its own, or one that means nothing outside. */
  unexported?: boolean
  importable?: boolean
  /** Claims of which one is needed to read or change it; without any, that of the record is enough. */
  seenby?: readonly Claim[]
  synonyms?: readonly string[]
  check?: (value: never) => string | undefined
}

export type FoundRecord = CrudRow & { linked: Record<string, unknown> }

export type FieldCell = { name: string; value: unknown; found: FoundRecord }

export type Control = Options & {
  name: string
  value: unknown
  shown: string
  options: readonly Option[]
  autoFocus?: boolean
  id?: string
}

type LinkedRows = {
  read(db: TenantDb, ids: readonly string[]): Map<string, unknown>
  /** @throws by the field's name */
  save(tx: Tx, id: string, value: unknown, name: string): { oldvalue: string; newvalue: string } | null
}

export type ResourceField = Options & {
  kind?: FieldKind
  schema?: TSchema
  form?: { schema: Record<string, TSchema>; read(body: Record<string, unknown>): unknown }
  json(at: FieldCell): unknown
  /** What `json` makes, where that is not the value of its column. */
  reply?: TSchema
  /** For whoever has none of `seenby`: its JSON without what they may not see. They may change the rest. */
  redacted?(json: unknown): unknown
  format(value: unknown, db: TenantDb): string
  input(control: Control): ReactNode
  cell(at: FieldCell): ReactNode
  /** On the page of its record, where that is not its cell. */
  fact?(value: string): ReactNode
  numeric?: boolean
  flag?: boolean
  table?: AnyTable
  /** Columns of that record which JSON carries beside its name. */
  shows?: readonly string[]
  choices?: AnyTable
  only?: Record<string, unknown>
  options?: readonly Option[]
  linked?: LinkedRows
  lacking?: Lacking
}

export type ResourceFields = Record<string, ResourceField>
