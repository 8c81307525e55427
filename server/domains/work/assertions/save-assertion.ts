import { COMPLETE, REVIEW } from '#db/job-status.ts'
import { type AssertionRow, assertionById } from '#db/queries/work/assertions.ts'
import { assertions, boards } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import { assertionSentence } from '#server/domains/work/jobs/assertion-kinds.ts'
import { statusName } from '#server/domains/work/jobs/status.ts'
import { invalid, notFound } from '#server/errors.ts'
import { formatPlainValue, recordHistory } from '#server/history.ts'
import { findName, getRecord, insert, updateRecord } from '#server/records.ts'
import { versionConflict } from '#server/version-conflict.ts'

type Values = { kind?: string; boardid?: string | null; lane?: number; blocks?: boolean }

export type Assertion = {
  id: string
  version: number
  archived: boolean
  kind: string
  /** Completes "A job needs …". */
  needs: string
  board: { id: string; name: string } | null
  lane: number
  lanename: string
  blocks: boolean
}

export const presentAssertion = (db: TenantDb, row: AssertionRow): Assertion => ({
  id: row.id,
  version: row.version,
  archived: row.archived,
  kind: row.kind,
  needs: assertionSentence(row.kind),
  board: row.boardid ? { id: row.boardid, name: row.boardname ?? '(unknown)' } : null,
  lane: row.lane,
  lanename: statusName(db, row.lane),
  blocks: row.blocks,
})

export function readAssertion(db: TenantDb, id: string): Assertion {
  const row = assertionById(db, id)
  if (!row) throw notFound('rule')
  return presentAssertion(db, row)
}

export function addAssertion(tx: Tx, values: Required<Values> & { id?: string }): Assertion {
  check(tx.db, values)
  const { id } = insert(tx, assertions, values)
  recordHistory(tx, 'assertions', id, [
    { field: 'kind', oldvalue: '', newvalue: assertionSentence(values.kind) },
  ])
  return publishAssertion(tx, id)
}

export function changeAssertion(
  tx: Tx,
  id: string,
  values: Values & { archived?: boolean; version?: number },
): Assertion {
  const { version, ...given } = values
  const before = getRecord(tx.db, assertions, id)
  const formatField = (field: string, value: unknown) => formatValue(tx.db, field, value)
  if (version !== undefined && version !== before.version)
    throw versionConflict(readAssertion(tx.db, id), before, given, formatField)
  check(tx.db, given)
  updateRecord(tx, assertions, id, given, formatField)
  return publishAssertion(tx, id)
}

function check(db: TenantDb, { boardid, lane }: Values) {
  if (boardid) getRecord(db, boards, boardid, 'boardid')
  if (lane !== undefined && (lane < REVIEW || lane > COMPLETE))
    throw invalid({ lane: 'A rule guards one of the lanes 2 to 4: new jobs begin in the first.' })
}

function formatValue(db: TenantDb, field: string, value: unknown): string {
  if (field === 'kind') return assertionSentence(String(value))
  if (field === 'blocks') return value ? 'refuse the move' : 'ask once'
  if (field === 'lane') return statusName(db, Number(value))
  return field === 'boardid' ? findName(db, boards, value) : formatPlainValue(field, value)
}

function publishAssertion(tx: Tx, id: string): Assertion {
  tx.invalidateCaches()
  tx.publish('RecordChanged', [{ table: 'assertions', id }])
  return readAssertion(tx.db, id)
}
