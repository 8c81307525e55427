import { describe, expect, test } from 'bun:test'
import { makePdf, makePreview } from '#server/pdf/engine.ts'
import { amount, formatRand } from '#views/format.ts'
import { plain, readPdf } from './read.ts'
import { logo, organisation, sampleCard, sampleEstimate, sampleInvoice } from './samples.ts'

const read = async (print: Parameters<typeof makePdf>[0]) => readPdf(await makePdf(print))
const estimateOf = (lines: number) => sampleEstimate(lines, 0)

describe('a page', () => {
  test('is A4, upright or on its side', async () => {
    const { pages } = await read({ document: 'estimate', data: estimateOf(3) })
    expect(pages[0]).toMatchObject({ width: expect.closeTo(595.28, 1), height: expect.closeTo(841.89, 1) })
  })

  test('carries its fonts, so that it looks the same everywhere', async () => {
    const file = Buffer.from(await makePdf({ document: 'estimate', data: estimateOf(12) })).toString('latin1')
    const count = (pattern: RegExp) => file.match(pattern)?.length ?? 0
    expect(count(/\/Type \/FontDescriptor/g)).toBe(2)
    expect(count(/\/FontFile2/g)).toBe(2)
    const names = Array.from(file.matchAll(/\/BaseFont \/(\S+)/g), ([, name]) => name)
    expect(names.every((name) => /^[A-Z]{6}\+Inter-(Regular|Semibold)$/.test(name ?? ''))).toBe(true)
  })

  test('stays small: a page under 30 kB, a further line under 120 bytes', async () => {
    const data = { ...organisation, logo: undefined }
    const short = await makePdf({ document: 'estimate', data: { ...estimateOf(12), organisation: data } })
    const long = await makePdf({ document: 'estimate', data: { ...estimateOf(1000), organisation: data } })
    expect(short.length).toBeLessThan(30_000)
    expect((long.length - short.length) / 988).toBeLessThan(120)
  })

  test('names itself in the file', async () => {
    expect((await read({ document: 'invoice', data: sampleInvoice(1) })).title).toBe('Tax invoice INV-0117')
  })
})

describe.each([12, 1000])('an estimate of %d lines', (count) => {
  test('prints every line, its amounts and the totals', async () => {
    const data = estimateOf(count)
    const { text } = await read({ document: 'estimate', data })
    const words = new Set(text.split('\n'))
    const running = text.replaceAll('\n', ' ')
    const lost = data.lines.filter(
      ({ description, total }) => !running.includes(`${description} `) || !words.has(plain(amount(total))),
    )
    expect(lost).toEqual([])
    expect(text).toContain(plain(formatRand(data.totals.total)))
    expect(text).toContain(plain(formatRand(data.totals.vat)))
  })

  test('numbers its pages and repeats the head of the table wherever there are rows', async () => {
    const { pages } = await read({ document: 'estimate', data: estimateOf(count) })
    expect(pages.length).toBe(count === 12 ? 1 : pages.length)
    pages.forEach((page, index) => {
      expect(page.text).toContain(`Page ${index + 1} of ${pages.length}`)
      const rows = page.words.filter((word) => / no\. \d+$/.test(word.text))
      const head = page.words.find((word) => word.text === 'Unit price')
      if (rows.length) expect(head?.y).toBeLessThan(Math.min(...rows.map((row) => row.y)))
    })
  })
})

describe('page breaks', () => {
  test('keep the totals together and with the last line, wherever they fall', async () => {
    const counts = Array.from({ length: 16 }, (_, index) => index + 10)
    const spread = await Promise.all(
      counts.map(async (count) => {
        const { pages } = await read({ document: 'estimate', data: estimateOf(count) })
        const of = (word: string) =>
          pages.findIndex((page) => page.text.split('\n').some((line) => line.endsWith(word)))
        return [of('Total without VAT'), of('Total with VAT'), of(` no. ${count}`)]
      }),
    )
    for (const [first, last, line] of spread) expect([last, line]).toEqual([first, first])
    expect(new Set(spread.flat()).size, 'some of them had to move').toBeGreaterThan(1)
  })

  test('bring along what is before it, where little would stand alone on the last page', async () => {
    const counts = Array.from({ length: 20 }, (_, index) => index + 8)
    const printed = await Promise.all(
      counts.map((count) => read({ document: 'estimate', data: { ...estimateOf(count), terms: 'Cash.' } })),
    )
    const lasts = printed
      .filter(({ pages }) => pages.length > 1)
      .map(({ pages }) => pages.at(-1)?.words ?? [])
    for (const words of lasts) {
      const ys = words.map(({ y }) => y).filter((y) => y > 60 && y < 780)
      expect(Math.max(...ys) - Math.min(...ys)).toBeGreaterThan(90)
    }
    expect(lasts.length).toBeGreaterThan(5)
  })

  test('no page of a job card begins with what is signed on it', async () => {
    const card = sampleCard()
    const [step] = card.steps
    const signoff = { name: 'Thandeka', when: '21 Nov 2026', signature: logo }
    const cards = Array.from({ length: 14 }, (_, many) => {
      const steps = Array.from({ length: many }, (_, at) => ({ ...step!, name: `Step ${at + 1}` }))
      return [
        { ...card, steps },
        { ...card, steps, signoff },
      ]
    }).flat()
    const printed = await Promise.all(cards.map((data) => read({ document: 'card', data })))
    const later = printed.flatMap(({ pages }) => pages.slice(1))
    const firsts = later.map(
      ({ words }) => words.filter(({ y }) => y > 60).toSorted((a, b) => a.y - b.y)[0]?.text,
    )
    expect(firsts.filter((text) => /^(Work done|Received in good order)/.test(text ?? ''))).toEqual([])
    expect(later.length).toBeGreaterThan(10)
  })

  test('nothing is printed over the foot or over another line', async () => {
    const { pages } = await read({ document: 'estimate', data: estimateOf(200) })
    for (const { words, text } of pages) {
      const foot = words.find((word) => word.text.startsWith('Page '))?.y ?? 0
      const column = words.filter((word) => word.x < 50 && word.y < foot - 1).map((word) => word.y)
      expect(Math.max(...column)).toBeLessThan(foot - 12)
      const gaps = column.slice(1).map((y, index) => y - (column[index] ?? 0))
      expect(Math.min(...gaps.map(Math.abs)), text).toBeGreaterThan(8)
    }
  })

  test('a description longer than a page runs over several', async () => {
    const data = estimateOf(2)
    const long = Array.from({ length: 1500 }, (_, index) => `word${index}`)
    const [first, ...rest] = data.lines
    const lines = [{ ...first!, description: long.join(' ') }, ...rest]
    const { pages, text } = await read({ document: 'estimate', data: { ...data, lines } })
    expect(pages.length).toBeGreaterThan(2)
    expect(text.split(/\s+/)).toEqual(expect.arrayContaining(long))
    expect(text.split(plain(amount(first?.total ?? 0))).length, 'its amounts are printed once').toBe(2)
  })

  test('long terms break between paragraphs and lose none', async () => {
    const terms = Array.from({ length: 90 }, (_, index) => `Clause ${index + 1}. The client agrees.`)
    const { pages, text } = await read({
      document: 'estimate',
      data: { ...estimateOf(5), terms: terms.join('\n') },
    })
    expect(pages.length).toBeGreaterThan(2)
    for (const clause of terms) expect(text).toContain(clause)
  })
})

describe('a long description', () => {
  test('wraps inside its column and makes its row higher', async () => {
    const data = estimateOf(2)
    const [first, second] = data.lines
    const description =
      'Kiaat counter top with a drip groove, oiled three times, with a cut-out for the sink and hob'
    const { pages } = await read({
      document: 'estimate',
      data: { ...data, lines: [{ ...first!, description }, second!] },
    })
    const words = pages[0]?.words ?? []
    const start = words.findIndex((word) => word.text.startsWith('Kiaat counter'))
    const lines = words.filter(
      (word) => word.x < 50 && word.y >= words[start]!.y && word.y < words[start]!.y + 40,
    )
    expect(lines.length).toBeGreaterThan(2)
    expect(lines.every((line) => line.width <= 178)).toBe(true)
    expect(words.find((word) => word.text === second?.description)?.y).toBeGreaterThan(lines.at(-2)!.y)
  })
})

describe('a preview', () => {
  test('is a PNG of the first page, as wide as asked', async () => {
    const png = Buffer.from(await makePreview({ document: 'estimate', data: estimateOf(12) }, 320))
    expect(png.subarray(1, 4).toString()).toBe('PNG')
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([320, 453])
  })

  test('an image of an unknown kind is left out', async () => {
    const data = {
      ...estimateOf(1),
      organisation: { ...organisation, logo: new TextEncoder().encode('<svg/>') },
    }
    expect((await makePreview({ document: 'estimate', data }, 100)).length).toBeGreaterThan(500)
    expect((await read({ document: 'estimate', data })).text).toContain('Drakensberg Joinery')
  })
})
