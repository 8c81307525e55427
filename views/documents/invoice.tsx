import { fieldLabels } from '#views/field-labels.ts'
import { formatRand, longDate } from '#views/format.ts'
import { type DocumentView, portrait } from './parts.tsx'
import { type PriceDocumentTexts, priceDocumentContent, priceDocumentLayout } from './price-document.tsx'
import { headline } from './text-rows.ts'
import type { InvoiceData } from './types.ts'

/** VAT Act s20(4); plain without VAT for who is no vendor; a credit note (s21(3)) when it names an original. */
export const invoice: DocumentView<InvoiceData> = {
  paper: portrait,
  layout: priceDocumentLayout,
  content: (data) =>
    data.deposit
      ? depositContent(data, data.deposit)
      : priceDocumentContent(data, data.original ? creditWords(data) : invoiceTexts(data)),
}

/** A request for payment before the supply: no tax invoice, and it says so. */
export const proforma: DocumentView<InvoiceData> = {
  paper: portrait,
  layout: priceDocumentLayout,
  content: (data) => {
    const texts = invoiceTexts(data)
    const note = data.organisation.vatnumber ? 'This is not a tax invoice. One follows with the supply.' : ''
    const notes = [note, data.notes].filter(Boolean).join('\n')
    const title = data.title ?? 'Pro forma invoice'
    const number = data.title ? `${data.title} number` : 'Pro forma number'
    const meta: PriceDocumentTexts['meta'] = [[number, data.number], ...texts.meta.slice(1)]
    return priceDocumentContent(
      { ...data, notes },
      { ...texts, meta, title, reference: data.number ?? data.reference ?? '' },
    )
  },
}

function invoiceTexts(data: InvoiceData): PriceDocumentTexts {
  const deposits = data.deposits ?? []
  const before = (data.paid ?? 0) + deposits.reduce((sum, { amount }) => sum + amount, 0)
  const { since } = data
  const due = data.totals.total - before - (since ? since.paid - since.becamecredit + since.credited : 0)
  return {
    title: invoiceTitle(data),
    reference: data.number ?? 'draft',
    meta: [
      ['Invoice number', data.number ?? 'Draft'],
      ...invoiceMeta(data),
      [fieldLabels.due, longDate(data.duedate)],
    ],
    tolabel: 'Bill to',
    headline: invoiceHeadline(data, due),
    settled:
      before || since
        ? [
            [totalLabel(data), formatRand(data.totals.total)],
            ...deposits.map(({ number, amount }): [string, string] => [
              `Less deposit received, ${number}`,
              formatRand(-amount),
            ]),
            ['Paid', data.paid ? formatRand(-data.paid) : undefined],
            ['Paid since', since?.paid ? formatRand(-since.paid) : undefined],
            ['Became credit', since?.becamecredit ? formatRand(since.becamecredit) : undefined],
            ['Credited since', since?.credited ? formatRand(-since.credited) : undefined],
          ]
        : [],
    grandlabel: before || since ? 'Amount due' : totalLabel(data),
    grand: due,
    copymark: data.copy ? 'COPY' : '',
    pay: due > 0,
  }
}

function invoiceHeadline({ since, duedate, totals }: InvoiceData, due: number): string {
  if (since) return due > 0 ? headline(due, 'owed on', since.date) : `Nothing owed on ${longDate(since.date)}`
  return due > 0 ? headline(due, 'due by', duedate) : `${formatRand(totals.total)} paid`
}

function depositContent(data: InvoiceData, { vendor }: { vendor: boolean }) {
  const { number, duedate, totals } = data
  const note = vendor
    ? 'This is not a tax invoice. No VAT is charged until the deposit is taken off an invoice, or kept.'
    : 'This is not an invoice. The deposit is taken off the invoice of the job.'
  return priceDocumentContent(
    { ...data, notes: [note, data.notes].filter(Boolean).join('\n') },
    {
      title: data.title ?? 'Deposit request',
      reference: number ?? '',
      meta: [['Number', number], ...invoiceMeta(data), ['Pay by', longDate(duedate)]],
      tolabel: 'To',
      headline: headline(totals.total, 'by', duedate),
      grandlabel: 'Deposit',
      grand: totals.total,
      pay: true,
    },
  )
}

function creditWords(data: InvoiceData): PriceDocumentTexts {
  const { original, reason, totals } = data
  return {
    title: data.number ? 'Credit note' : 'Draft credit note',
    reference: data.number ?? 'draft',
    meta: [
      ['Credit note number', data.number ?? 'Draft'],
      ...invoiceMeta(data),
      ['Corrects invoice', original && `${original.number} of ${longDate(original.date)}`],
      ['Reason', reason],
    ],
    tolabel: 'Credit to',
    headline: `${formatRand(totals.total)} credited`,
    grandlabel: data.organisation.vatnumber ? 'Credit with VAT' : 'Credit',
    grand: totals.total,
    copymark: data.copy ? 'COPY' : '',
  }
}

function invoiceMeta(data: InvoiceData): PriceDocumentTexts['meta'] {
  return [
    ['Date of issue', longDate(data.date)],
    [fieldLabels.clientorder, data.order],
    ['Our reference', data.reference],
  ]
}

function invoiceTitle({ number, organisation }: InvoiceData): string {
  if (!number) return 'Draft invoice'
  return organisation.vatnumber ? 'Tax invoice' : 'Invoice'
}

function totalLabel({ organisation }: InvoiceData): string {
  return organisation.vatnumber ? 'Total with VAT' : 'Total'
}
