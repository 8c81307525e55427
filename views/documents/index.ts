import { attachments } from './attachments.tsx'
import { card } from './card.tsx'
import { deliverynote } from './deliverynote.tsx'
import { estimate } from './estimate.tsx'
import { forecast } from './forecast.tsx'
import { invoice, proforma } from './invoice.tsx'
import { joblist } from './joblist.tsx'
import type { DocumentView } from './parts.tsx'
import { pickinglist } from './pickinglist.tsx'
import { purchaseorder } from './purchaseorder.tsx'
import { receipt } from './receipt.tsx'
import { report } from './report.tsx'
import { claimlist, rolelist } from './rights.tsx'
import { statementDocument } from './statement.tsx'

export const documentViews = {
  estimate,
  card,
  proforma,
  invoice,
  joblist,
  pickinglist,
  deliverynote,
  purchaseorder,
  receipt,
  attachments,
  rolelist,
  claimlist,
  forecast,
  report,
  statement: statementDocument,
}

export type DocumentName = keyof typeof documentViews
export type DataOf<Name extends DocumentName> =
  (typeof documentViews)[Name] extends Pick<DocumentView<infer Data>, 'paper' | 'content'> ? Data : never
