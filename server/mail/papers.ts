import { listWaitingRecipients, withdrawWaiting } from '#db/queries/outbox.ts'
import type { Tx } from '#db/tenants.ts'
import type { Acting } from '#server/acting.ts'
import type { JobDocumentKind } from '#server/documents/document-kinds.ts'
import { recordHistory } from '#server/history.ts'

/** The record whose history tells of the mails with its papers. */
const recordOfOther = {
  invoice: 'invoices',
  invoicereminder: 'invoices',
  deliverynote: 'deliveries',
  purchaseorder: 'purchaseorders',
  statement: 'clients',
  reminder: 'clients',
} as const

/** One kind of paper of one record; two mails with the same one say the same anew. */
export type Paper = { kind: JobDocumentKind | keyof typeof recordOfOther; id: string }

export const paperKey = ({ kind, id }: Paper) => `${kind}/${id}`

const recordOf = ({ kind, id }: Paper) => ({
  entity: (recordOfOther as Partial<Record<Paper['kind'], string>>)[kind] ?? 'jobs',
  id,
})

export const NEWER_WRITTEN = 'A newer e-mail with it was written.'

/**
 * What waits with a paper is not sent: to one reader since a newer mail goes to them, else to anybody, or of `only`
 * these mails, for a reason.
 * Whoever calls it frees what these mails carried. What a server may have at this moment goes out.
 */
export function withdrawMails(
  tx: Tx,
  paper: Paper,
  { to, only, why = NEWER_WRITTEN }: { to?: string; only?: readonly string[]; why?: string },
): string[] {
  const gone = withdrawWaiting(tx.db, { about: paperKey(paper), to, only, why, now: tx.now })
  const { entity, id } = recordOf(paper)
  if (gone.length === 0) return []
  recordHistory(
    tx,
    entity,
    id,
    gone.map(({ recipient }) => ({
      field: 'e-mailed',
      oldvalue: '',
      newvalue: `not sent${recipient && ` to ${recipient}`}. ${why}`,
    })),
  )
  tx.publish('RecordChanged', [{ table: entity, id }])
  return gone.map((mail) => mail.id)
}

const list = new Intl.ListFormat('en-ZA')

/** Of the dialog that sends it once more. */
export function sayStillWaits(
  { read, services }: Pick<Acting, 'read' | 'services'>,
  paper: Paper,
  what: string,
  /** Whether its mails may hold a link. */
  linked = false,
): string | undefined {
  const now = services.clock().toISOString()
  const waiting = read((db) => listWaitingRecipients(db, { about: paperKey(paper), now }))
  if (waiting.length === 0) return
  const to = list.format(waiting)
  return `An e-mail with ${what} to ${to} still waits to be sent. Send it to the same address again, ${linked ? 'or replace or withdraw its link, ' : ''}and the one that still waits is not sent.`
}
