import { afterAll, describe, expect, mock, spyOn, test } from 'bun:test'
import { Problem } from '#server/errors.ts'
import { FairQueue } from '#server/fair-queue.ts'
import { askWorker } from '#server/pdf/ask-worker.ts'
import type { PdfSource } from '#server/pdf/engine.ts'
import { pdfQueue, renderPdf, renderPreview } from '#server/pdf/render.ts'
import type { PdfRequest } from '#server/pdf/worker-messages.ts'
import { ThreadPool } from '#server/thread-pool.ts'
import { readPdf } from './read.ts'
import { sampleEstimate } from './samples.ts'

const print = (seed: number): PdfSource => ({ document: 'estimate', data: sampleEstimate(3, seed) })
const by = { accountid: 'a', userid: 'u' }
const log = spyOn(console, 'error').mockImplementation(mock())
afterAll(() => log.mockRestore())

describe('the worker', () => {
  test('makes PDFs and previews, and answers each question with its own document', async () => {
    const files = await Promise.all([1, 2, 3, 4].map((seed) => renderPdf(by, print(seed))))
    const titles = await Promise.all(files.map(async (file) => (await readPdf(file)).title))
    expect(titles).toEqual([43, 44, 45, 46].map((number) => `Estimate EST-00${number}`))
    const preview = await renderPreview(by, print(1), { width: 200 })
    expect(Buffer.from(preview).readUInt32BE(16)).toBe(200)
  })

  test('a preview is made once for each account, document and width', async () => {
    const preview = (accountid: string, seed: number, width = 60) =>
      renderPreview({ accountid, userid: 'u' }, print(seed), { width })
    const first = await preview('a', 1)
    expect(await preview('a', 1)).toBe(first)
    for (const other of [await preview('b', 1), await preview('a', 2), await preview('a', 1, 61)])
      expect(other).not.toBe(first)
    expect(await preview('b', 1)).toEqual(first)
  })

  test('a preview that was made is shown to who has no place left in the queue', async () => {
    const first = await renderPreview(by, print(1), { width: 62 })
    const entries = Array.from({ length: 20 }, () => pdfQueue.open(by))
    try {
      expect(renderPreview(by, print(1), { width: 63 })).rejects.toThrow('Too many documents')
      expect(await renderPreview(by, print(1), { width: 62 })).toBe(first)
    } finally {
      for (const entry of entries) entry.end()
    }
  })

  test('a document that cannot be made fails alone, without its inside', async () => {
    const bad = { document: 'estimate', data: { ...sampleEstimate(1), lines: null } } as unknown as PdfSource
    const [failed, fine] = await Promise.allSettled([renderPdf(by, bad), renderPdf(by, print(1))])
    expect(failed).toMatchObject({ reason: { status: 500, message: 'The document could not be made.' } })
    expect(fine.status).toBe('fulfilled')
    expect(log.mock.calls.flat().join(' ')).toContain('TypeError')
  })
})

/** A worker that does as it is told by the name of the document. */
const actor = `
  self.onmessage = ({ data }) => {
    const part = data.source.document
    if (part === 'die') process.exit(1)
    if (part === 'throw') setTimeout(() => { throw new Error('lost') })
    if (part === 'echo') self.postMessage({ bytes: new Uint8Array([data.width]) })
  }
  self.postMessage({ ready: true })
`
const address = URL.createObjectURL(new Blob([actor], { type: 'application/javascript' }))
const told = (part: string, width = 0) => ({ source: { document: part } as unknown as PdfSource, width })

/** One worker at a time. */
function asking(patienceMs: number, room = 10) {
  const workers = new ThreadPool(address, { patienceMs, idleMs: 1000, most: 1 })
  const refusal = () => new Problem(503, 'Too many.')
  const queue = new FairQueue({ places: 1, account: room, person: room, refusal })
  return (question: PdfRequest) => queue.run(by, () => askWorker(workers, question))
}

describe('a worker in trouble', () => {
  test.each(['die', 'throw'])('that does %s over one document is replaced for the next', async (part) => {
    const ask = asking(5000)
    const answers = await Promise.allSettled([ask(told(part)), ask(told('echo', 7))])
    expect(answers[0]).toMatchObject({
      status: 'rejected',
      reason: { status: 500, more: { code: 'pdffailed' } },
    })
    expect(answers[1]).toMatchObject({ status: 'fulfilled', value: Uint8Array.of(7) })
  })

  test('that keeps silent is given up and replaced', async () => {
    const ask = asking(300)
    const answers = await Promise.allSettled([ask(told('silence')), ask(told('echo', 8))])
    expect(answers[0]).toMatchObject({
      reason: { status: 503, message: expect.stringContaining('took too long'), more: { retryafter: 30 } },
    })
    expect(answers[1]).toMatchObject({ value: Uint8Array.of(8) })
  })

  test('takes no more than the room it has', async () => {
    const ask = asking(5000, 3)
    const answers = await Promise.allSettled([1, 2, 3, 4].map((width) => ask(told('echo', width))))
    expect(answers.map((answer) => answer.status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
    ])
    expect(answers[3]).toMatchObject({ reason: { status: 503 } })
  })
})
