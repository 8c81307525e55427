import { formatPercent, formatRand, longDate } from '#views/format.ts'
import { estimateName } from './estimate-name.ts'
import { type DocumentView, portrait } from './parts.tsx'
import { priceDocumentContent, priceDocumentLayout } from './price-document.tsx'
import { headline } from './text-rows.ts'
import type { EstimateData } from './types.ts'

export const estimate: DocumentView<EstimateData> = {
  paper: portrait,
  layout: priceDocumentLayout,
  content: (data) => {
    const title = data.title ?? 'Estimate'
    return priceDocumentContent(data, {
      title,
      reference: data.number ?? data.reference ?? '',
      meta: [
        [`${title} number`, data.number],
        ['Revision', data.revision?.toString()],
        ['Date', longDate(data.date)],
        ['Valid until', longDate(data.validuntil)],
        ['Price', data.fixedprice ? 'Fixed' : ''],
        [
          'Deposit on acceptance',
          data.onacceptance &&
            `${formatRand(data.onacceptance.amount)} (${formatPercent(data.onacceptance.percent)})`,
        ],
        ['Of it received', data.onacceptance?.received ? formatRand(data.onacceptance.received) : ''],
        ['Planned for', data.visit ?? ''],
        ['Our reference', data.reference],
      ],
      tolabel: 'For',
      headline: headline(data.totals.total, 'valid until', data.validuntil),
      grandlabel: data.organisation.vatnumber ? 'Total with VAT' : 'Total',
      grand: data.totals.total,
      summary: data.summary,
      // Of a deposit there is more to come.
      payreference: data.number && estimateName(data.number),
      pay: Boolean(data.onacceptance && (data.onacceptance.received ?? 0) < data.onacceptance.amount),
      accept: true,
    })
  },
}
