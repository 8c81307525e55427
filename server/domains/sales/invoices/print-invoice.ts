import type { Acting } from '#server/acting.ts'
import { type IssueContext, issueContext } from '#server/documents/issue-document.ts'
import { print, printMany } from '#server/documents/print.ts'
import type { Requester } from '#server/fair-queue.ts'
import type { FileStore } from '#server/files.ts'
import type { Snapshot } from './snapshot.ts'

export const printInvoice = (
  files: FileStore,
  requester: Requester,
  snapshot: Snapshot,
  { copy = false, width }: { copy?: boolean; width?: number } = {},
) => print(files, requester, { document: 'invoice', data: { ...snapshot, copy } }, width)

export const printInvoices = (files: FileStore, requester: Requester, snapshots: readonly Snapshot[]) =>
  printMany(
    files,
    requester,
    snapshots.map((snapshot) => ({ document: 'invoice', data: { ...snapshot, copy: false } })),
  )

export const issueInvoiceContext = (c: Acting): IssueContext<Snapshot> =>
  issueContext(c, (snapshot) => printInvoice(c.services.files, c.person, snapshot))
