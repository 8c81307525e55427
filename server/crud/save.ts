import { type AnyTable, bumpVersion, isTaken, matchesValues, nameById } from '#db/queries/crud.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import type { ClaimHolder } from '#server/access/claims.ts'
import { invalid, Problem } from '#server/errors.ts'
import { recordHistory } from '#server/history.ts'
import { insert, type RecordTable, updateRecord } from '#server/records.ts'
import { versionConflict } from '#server/version-conflict.ts'
import type { FoundRecord } from './field.ts'
import type { RecordValues } from './literal.ts'
import { presentResource, readResource } from './read.ts'
import type { Resource } from './resource.ts'

/** @throws a refusal that names each wrong field */
export function addResource(r: Resource, tx: Tx, input: RecordValues & { id?: string }): FoundRecord {
  const { id, ...values } = prepareValues(r, tx, input, null)
  const { columns, linked } = splitLinked(r, values)
  const row = insert(tx, r.table as RecordTable, { ...columns, id } as never)
  saveLinked(r, tx, row.id as string, linked)
  return publishRow(r, tx, row.id as string)
}

/** @throws a refusal that names each wrong field, 404, or a `VersionConflict` */
export function changeResource(
  r: Resource,
  tx: Tx,
  id: string,
  input: RecordValues & { version?: number },
  c: ClaimHolder,
): FoundRecord {
  const before = readResource(r, tx.db, id)
  const { version, ...given } = input
  if (version !== undefined && version !== before.record.version)
    throw versionConflict(presentResource(r, before, c), before.record, given, (name, value) =>
      formatField(r, tx, name, value),
    )
  const { columns, linked } = splitLinked(r, prepareValues(r, tx, given, before))
  const after = updateRecord(tx, r.table as RecordTable, id, columns as never, (field, value) =>
    formatField(r, tx, field, value),
  )
  const hasChanged = saveLinked(r, tx, id, linked)
  if (hasChanged && after.version === before.record.version) bumpVersion(tx.db, r.table, id, tx.now)
  return publishRow(r, tx, id)
}

/** @throws when the literal says why the record must stay in use */
export function setArchived(r: Resource, tx: Tx, id: string, archived: boolean): FoundRecord {
  const { record } = readResource(r, tx.db, id)
  const reason = archived && !record.archived ? r.onArchive?.(tx, record) : undefined
  if (reason) throw new Problem(400, reason, { code: 'inuse' })
  updateRecord(tx, r.table as RecordTable, id, { archived } as never)
  return publishRow(r, tx, id)
}

function publishRow(r: Resource, tx: Tx, id: string): FoundRecord {
  tx.invalidateCaches()
  tx.publish('RecordChanged', [{ table: r.name, id }])
  return readResource(r, tx.db, id)
}

function prepareValues(r: Resource, tx: Tx, input: RecordValues, before: FoundRecord | null): RecordValues {
  const values = Object.fromEntries(
    Object.entries(input)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, value === null ? whenEmpty(r, name) : value]),
  )
  const wrong = Object.entries(values).flatMap(([name, value]) => {
    const sentence = findFieldFault(r, tx, name, value, before?.record)
    return sentence ? [[name, sentence]] : []
  })
  if (wrong.length > 0) throw invalid(Object.fromEntries(wrong))
  return r.beforeSave?.(tx, values, before?.record ?? null) ?? values
}

function whenEmpty(r: Resource, name: string): unknown {
  const column = (r.table as unknown as Record<string, { notNull: boolean; default: unknown } | undefined>)[
    name
  ]
  return column?.notNull ? (column.default ?? null) : null
}

function findFieldFault(
  r: Resource,
  { db }: Tx,
  name: string,
  value: unknown,
  before?: RecordValues,
): string | undefined {
  const field = r.fields[name]
  if (!field) return
  if (field.fixed && before && before[name] !== value) return 'It is decided when the record is made.'
  if (field.required && (value === null || value === '')) return 'This is required.'
  if (field.table && value && nameById(db, field.table, value) === '(unknown)')
    return 'This record could not be found.'
  if (field.table && field.only && value && !matchesValues(db, field.table, value as string, field.only))
    return 'This record cannot be chosen here.'
  // A record keeps what was archived since.
  if (field.table && value && before?.[name] !== value && isArchived(db, field.table, value as string))
    return 'This record is archived: restore it first, or choose another.'
  if (field.unique && value !== '' && isTaken(db, r.table, name, value, before?.id as string))
    return `Another ${r.noun} has this ${(field.head ?? field.label).toLowerCase()} already.`
  return field.check?.(value as never)
}

const isArchived = (db: TenantDb, table: AnyTable, id: string) =>
  'archived' in table && matchesValues(db, table, id, { archived: true })

function splitLinked(r: Resource, values: RecordValues) {
  const isLinked = ([name]: [string, unknown]) => Boolean(r.fields[name]?.linked)
  const entries = Object.entries(values)
  return {
    columns: Object.fromEntries(entries.filter((one) => !isLinked(one))) as RecordValues,
    linked: entries.filter(isLinked),
  }
}

function saveLinked(r: Resource, tx: Tx, id: string, values: [string, unknown][]): boolean {
  const changes = values.flatMap(([field, value]) => {
    const told = r.fields[field]?.linked?.save(tx, id, value, field)
    return told ? [{ field, ...told }] : []
  })
  recordHistory(tx, r.name, id, changes)
  return changes.length > 0
}

const formatField = (r: Resource, { db }: Tx, name: string, value: unknown): string =>
  r.fields[name]?.format(value, db) ?? (value === true ? 'yes' : value === false ? 'no' : String(value ?? ''))
