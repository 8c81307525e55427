import { documentSums } from './document-sums.ts'

/** Approved invoices of suppliers, and their credit notes below zero: what is not approved is owed to nobody yet. */
export const APPROVED = `i.approvedutc IS NOT NULL AND i.cancelledutc IS NULL AND i.date BETWEEN :start AND :end`

export const CHARGED = `supplierinvoices i JOIN supplierinvoice_lines l ON l.invoiceid = i.id
  JOIN suppliers s ON s.id = i.supplier LEFT JOIN inventory v ON v.id = l.inventoryid`

/** What suppliers charged, added up by one thing. */
export const purchasesBy = documentSums({
  group: 'Purchasing',
  claims: ['supplierinvoices.read'],
  where: APPROVED,
  listedin: 'purchase-documents',
  about: (head) =>
    `Supplier invoices less their credit notes by ${head}, for documents dated in this period. What is not approved yet is left out.`,
})
