/** A repeat made a job that is to be invoiced, or what such an invoice waited for has come. */
export const REPEAT_INVOICES = 'RepeatInvoices'
