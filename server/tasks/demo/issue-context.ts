import type { Tenants } from '#db/tenants.ts'
import { SYSTEM } from '#db/types.ts'
import type { IssueContext } from '#server/documents/issue-document.ts'
import { fullViewer } from './find.ts'

/** Of the filled account: by nobody, who may do all. */
export const demoIssueContext = <Snapshot>(
  tenants: Tenants,
  accountid: string,
  now: () => Date,
  print: IssueContext<Snapshot>['print'],
): IssueContext<Snapshot> => ({
  ...{ accountid, now, print },
  seq: () => tenants.position(accountid).seq,
  read: (run) => tenants.read(accountid, (db) => run(db, fullViewer(db))),
  write: (run) => tenants.write(accountid, SYSTEM, (tx) => run(tx, fullViewer(tx.db))),
})
