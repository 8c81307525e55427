import { makePdf } from '#server/pdf/engine.ts'
import { sampleDeliverynote } from '#tests/pdf/samples.ts'
import { drawDeliverynoteByHand } from './deliverynote-by-hand.ts'
import { median, timed } from './load.ts'
import { type Row, row } from './table.ts'

/** A note of 200 lines by our engine and drawn by hand with pdfkit, new data every time, in turns. */
export async function benchDeliverynote(): Promise<Row[]> {
  const [ours, reference]: number[][] = [[], []]
  for (let round = -8; round < 30; round++) {
    const data = sampleDeliverynote(200, (round + 8) * 211)
    const byHand = await timed(() => drawDeliverynoteByHand(data))
    const byUs = await timed(() => makePdf({ document: 'deliverynote', data }))
    // The first rounds compile templates and code.
    if (round < 0) continue
    reference?.push(byHand)
    ours?.push(byUs)
  }
  const what = 'delivery note of 200 lines as PDF, against pdfkit by hand'
  return [row({ what, ours: median(ours), reference: median(reference), unit: 'ms', reach: 'at most 1.2' })]
}
