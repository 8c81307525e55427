import { makePdf } from '#server/pdf/engine.ts'
import { sampleEstimate } from '#tests/pdf/samples.ts'
import { median, timed } from './load.ts'
import { drawnByHand } from './pdf-by-hand.ts'
import { type Row, row } from './table.ts'

/**
 * The same estimate by our engine and drawn by hand with pdfkit: the same fonts, words, places and rules, new data
 * every time, in turns. Both run in this thread; the worker adds a message each way.
 */
export async function benchPdf(): Promise<Row[]> {
  return [await measure(12, 60, 'at most 0.15'), await measure(1000, 12, 'at most 0.125')]
}

async function measure(lines: number, rounds: number, reach: string): Promise<Row> {
  const [ours, reference]: number[][] = [[], []]
  for (let round = -8; round < rounds; round++) {
    const data = sampleEstimate(lines, (round + 8) * 1009)
    const byHand = await timed(() => drawnByHand(data))
    const byUs = await timed(() => makePdf({ document: 'estimate', data }))
    // The first rounds compile templates and code.
    if (round < 0) continue
    reference?.push(byHand)
    ours?.push(byUs)
  }
  const what = `estimate of ${lines} lines as PDF, against pdfkit by hand`
  return row({ what, ours: median(ours), reference: median(reference), unit: 'ms', reach })
}
