import { longDate } from '#views/format.ts'
import { paperContent, paperLayout } from './paper.tsx'
import { type DocumentView, portrait } from './parts.tsx'
import { headline } from './text-rows.ts'
import type { EstimateData } from './types.ts'

export const estimate: DocumentView<EstimateData> = {
  paper: portrait,
  layout: paperLayout,
  content: (data) => {
    const title = data.title ?? 'Estimate'
    return paperContent(data, {
      title,
      reference: data.number ?? data.reference ?? '',
      meta: [
        [`${title} number`, data.number],
        ['Date', longDate(data.date)],
        ['Valid until', longDate(data.validuntil)],
        ['Our reference', data.reference],
      ],
      tolabel: 'For',
      headline: headline(data.totals.total, 'valid until', data.validuntil),
      grandlabel: data.organisation.vatnumber ? 'Total with VAT' : 'Total',
      grand: data.totals.total,
      summary: data.summary,
      accept: true,
    })
  },
}
