import { randomUUIDv7 } from 'bun'
import { eq } from 'drizzle-orm'
import { accountById } from '#db/queries/platform/accounts.ts'
import { accountNoteById, type NoteLine } from '#db/queries/platform/backoffice.ts'
import { accountnotes } from '#db/schema/platform/index.ts'
import type { PlatformTx } from '#db/types.ts'
import { recordAudit as audit } from '#server/access/audit.ts'
import { conflict, invalid, notFound } from '#server/errors.ts'
import { presentAccountNote } from './present.ts'

type By = { userid: string; address: string }

/** @throws 400 without text (spec 1, section 5), 404 */
export function addNote(tx: PlatformTx, accountid: string, note: string, by: By): NoteLine {
  if (!accountById(tx.db, accountid)) throw notFound('account')
  if (!note) throw invalid({ note: 'A note needs some text.' })
  const id = randomUUIDv7()
  tx.db.insert(accountnotes).values({ id, accountid, note, userid: by.userid, added: tx.now }).run()
  audit(tx, 'operatornote', { ...by, accountid, detail: 'added' })
  return accountNoteById(tx.db, id) as NoteLine
}

export type NoteValues = { note?: string; hidden?: boolean; version?: number }

export function changeNote(tx: PlatformTx, id: string, { version, ...given }: NoteValues, by: By): NoteLine {
  const before = accountNoteById(tx.db, id)
  if (!before) throw notFound('note')
  if (version !== undefined && version !== before.version) throw conflict(presentAccountNote(before))
  if (given.note === '') throw invalid({ note: 'A note needs some text.' })
  const { note = before.note, hidden = before.hidden } = given
  if (note === before.note && hidden === before.hidden) return before
  tx.db
    .update(accountnotes)
    .set({ note, hidden, version: before.version + 1 })
    .where(eq(accountnotes.id, id))
    .run()
  const what = hidden === before.hidden ? 'changed' : hidden ? 'hidden' : 'unhidden'
  audit(tx, 'operatornote', { ...by, accountid: before.account, detail: what })
  return accountNoteById(tx.db, id) as NoteLine
}
