export type ValueKind =
  | 'rate'
  | 'quantity'
  | 'percent'
  | 'discount'
  | 'vat'
  | 'flag'
  | 'date'
  | 'minutes'
  | 'ratio'
  | 'colour'
  | 'account'
  | 'class'
  | 'role'
  | 'status'

/** Text has its most characters; `many` references stand in a table of their own. */
export type RecordField =
  | ValueKind
  | { text: number; email?: true; multiline?: boolean }
  | { references: string; createMissing?: true; many?: true }

export type RecordType = {
  table: string
  /** Fields that identify an existing record: of several groups the first whose fields are filled. */
  keys: readonly (readonly string[])[]
  unique?: readonly string[]
  fields: Record<string, RecordField>
  required: readonly string[]
  /** Fields that are no column of the table. */
  unstored?: readonly string[]
  /** Of a new record, where the file says nothing and the table has no default. */
  initial?: Record<string, number>
}
