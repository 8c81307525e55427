import { formatVat } from '#views/format.ts'
import { documentSums } from './document-sums.ts'

/** Credit notes count against: their lines are below zero. What a deposit request asks for is no sale. */
export const ISSUED = `i.state <> 'draft' AND i.kind IN ('invoice', 'creditnote') AND i.date BETWEEN :start AND :end`

/** Lines keep the item that they charged by their line of the job. */
export const LINES = `invoices i JOIN invoice_lines l ON l.invoiceid = i.id
  LEFT JOIN materials m ON m.id = l.materialid LEFT JOIN inventory v ON v.id = m.inventoryid`

/** What was invoiced, added up by one thing. */
export const salesBy = documentSums({
  group: 'Sales',
  claims: ['invoices.read'],
  where: ISSUED,
  listedin: 'sales-documents',
  about: (head) =>
    `Invoices less credit notes by ${head}, for documents dated in this period. Drafts and deposit requests are left out.`,
})

/** The kind of a document and the VAT of a line, in an address. */
export const CHARGED_AS = /^((invoice|creditnote)-(exempt|\d{1,7}))?$/

/** The same of the documents `i` and their lines `l`. */
export const CHARGED_SQL = `i.kind || '-' || iif(l.exempt, 'exempt', l.vatrate)`

export function nameCharged(charged: string): string {
  const [kind, supply] = charged.split('-')
  const rate = formatVat({ vatrate: Number(supply), exempt: supply === 'exempt' }).replace('\u00a0', ' ')
  return `${kind === 'creditnote' ? 'Credit notes' : 'Invoices'}, ${rate}`
}
