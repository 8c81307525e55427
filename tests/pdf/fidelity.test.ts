import { describe, expect, test } from 'bun:test'
import { Resvg } from '@resvg/resvg-js'
import { fillPages, type PdfDocument } from '#server/pdf/engine.ts'
import { writeSvg } from '#server/pdf/write-svg.ts'
import { documentViews } from '#views/documents/index.ts'
import type { DocumentView } from '#views/documents/parts.tsx'
import { fullLayout } from './reference.tsx'
import {
  organisation,
  sampleCard,
  sampleDeliverynote,
  sampleEstimate,
  sampleInvoice,
  sampleJoblist,
  samplePickinglist,
} from './samples.ts'

const { vatnumber: _, ...unregistered } = organisation
const wrapped = sampleInvoice(4)
const long = 'Kiaat counter top with a drip groove, oiled three times, and a cut-out for the sink'

const prints: [string, PdfDocument][] = [
  ['an estimate', { document: 'estimate', data: sampleEstimate(12) }],
  ['a plain invoice', { document: 'invoice', data: { ...sampleInvoice(5), organisation: unregistered } }],
  [
    'an invoice with rows of several lines',
    {
      document: 'invoice',
      data: {
        ...wrapped,
        lines: wrapped.lines.map((line) => ({ ...line, description: long, discount: 50_000 })),
      },
    },
  ],
  ['a pro forma', { document: 'proforma', data: sampleInvoice(3) }],
  [
    'a job card',
    {
      document: 'card',
      data: {
        ...sampleCard(),
        critical: true,
        notes: [],
        output: [],
        fields: [],
        steps: sampleCard().steps.slice(0, 2),
      },
    },
  ],
  ['a picking list', { document: 'pickinglist', data: samplePickinglist() }],
  ['a delivery note', { document: 'deliverynote', data: sampleDeliverynote(8) }],
  ['a job list', { document: 'joblist', data: { ...sampleJoblist(8), money: true } }],
]

describe('the compiled template comes to the same page as the full layout', () => {
  test.each(prints)('%s', async (_name, print) => {
    const { pages, content, template } = await fillPages(print)
    expect(pages.length).toBe(1)
    const ours = raster(writeSvg(pages[0] ?? [], template.paper))
    const full = raster(await fullLayout(documentViews[print.document] as DocumentView<never>, content))
    expect(differing(ours, full, 64)).toBeLessThan(0.006)
    expect(differing(ours, full, 128)).toBeLessThan(0.0015)
  })
})

/** 100 dots an inch. */
function raster(svg: string): Buffer {
  return new Resvg(svg, { fitTo: { mode: 'zoom', value: 100 / 72 }, background: '#fff' }).render().pixels
}

/**
 * The share of pixels of which a channel differs by more than `most` of 255. What is left are letters a fraction of
 * a pixel beside each other: the layout kerns no pair with a space and snaps right-aligned text to quarter points.
 */
function differing(one: Buffer, other: Buffer, most: number): number {
  if (one.length !== other.length) return 1
  let count = 0
  for (let i = 0; i < one.length; i += 4)
    if ([0, 1, 2].some((channel) => Math.abs((one[i + channel] ?? 0) - (other[i + channel] ?? 0)) > most))
      count++
  return count / (one.length / 4)
}
