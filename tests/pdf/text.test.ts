import { describe, expect, test } from 'bun:test'
import { create } from 'fontkit'
import { makePdf } from '#server/pdf/engine.ts'
import { regular, semibold } from '#server/pdf/fonts.ts'
import { wrapText } from '#server/pdf/wrap.ts'
import { plain, readPdf } from './read.ts'
import { sampleEstimate } from './samples.ts'

const estimate = sampleEstimate(2)

async function printed(description: string) {
  const [first, ...rest] = estimate.lines
  const lines = [{ ...first!, description }, ...rest]
  return readPdf(await makePdf({ document: 'estimate', data: { ...estimate, lines } }))
}

describe('text is printed as written', () => {
  test.each([
    ['Afrikaans', 'Môre se hêle dêur, geïnspireer'],
    ['isiZulu', 'Umsebenzi wokhuni oqediwe'],
    ['Tshivenda', 'Ṱhoho ya muḓi ḽiṅwe ṋamusi'],
    ['quotes and dashes', '“Left” and ‘right’ – 5′ 3″ … €20'],
    ['markup', '<script>alert(1)</script> & <b>'],
    ['Greek and Cyrillic', 'Ω 20 µm Жук'],
  ])('%s', async (_, text) => {
    const { text: read } = await printed(text)
    expect(read.replaceAll('\n', ' ')).toContain(text.normalize('NFC'))
  })

  test('decomposed letters are composed', async () => {
    expect((await printed('Cre\u0302che')).text).toContain('Crêche')
  })

  test.each([
    ['emoji', 'Door 👩🏽‍🔧 fitted ✅', 'Door □ fitted □'],
    ['another script', '木工', '□□'],
    ['control characters and soft hyphens', 'Dr\u0007iv\u00ade\u202e', 'Drive'],
    ['an accent that the font lacks', 'x\u0332y', 'xy'],
  ])('%s come out as something visible and harmless', (_, text, shown) => {
    expect(regular.printable(text)).toBe(shown)
  })

  test('a page with emoji is still a page', async () => {
    expect((await printed('Door 👩🏽‍🔧 fitted')).text).toContain('Door □ fitted')
  })

  test('an empty description keeps its row', async () => {
    const { pages } = await printed('')
    const total =
      pages[0]?.words.filter((word) => Math.abs(word.x + word.width - 547) < 2).map((word) => word.y) ?? []
    expect(total.length).toBeGreaterThan(3)
    expect((total[2] ?? 0) - (total[1] ?? 0)).toBeGreaterThan(15)
  })

  test('a word of 255 letters is broken, inside its column', async () => {
    const word = 'Wolkekrabber'.repeat(22).slice(0, 255)
    const { pages } = await printed(word)
    const pieces = pages[0]?.words.filter((piece) => word.includes(piece.text) && piece.text.length > 5) ?? []
    expect(pieces.map((piece) => piece.text).join('')).toBe(word)
    expect(pieces.every((piece) => piece.width <= 178)).toBe(true)
  })
})

describe('wrapping', () => {
  const broken = (text: string, width: number) => wrapText(text, width, regular).length
  const word = regular.shape('word').width

  test('breaks at newlines and keeps empty lines between', () => {
    expect(broken('', 1e9)).toBe(0)
    expect(broken('one', 1e9)).toBe(1)
    expect(broken('one\n\ntwo', 1e9)).toBe(3)
    expect(broken('one\r\ntwo', 1e9)).toBe(2)
  })

  test('breaks after spaces and hyphens, not at no-break spaces or in figures', () => {
    expect(broken('word word word', word * 1.5)).toBe(3)
    expect(broken('word-word', word * 1.5)).toBe(2)
    const figure = regular.shape('1\u00a0234,56').width
    expect(broken('R\u00a01\u00a0234,56 due', figure * 1.3)).toBe(2)
    expect(broken('2026-11-21 word', regular.shape('2026-11-21').width + 1)).toBe(2)
  })
})

describe('shaping', () => {
  test.each([
    ['regular', regular],
    ['semibold', semibold],
  ])('%s measures as the font engine does, kerning included', (_, face) => {
    const font = create(face.data)
    for (const text of [
      'AVATAR To. Wy',
      '“Tyre” P.O. 1 234,56',
      'LT Ya ŠAV, fi ffl',
      'R\u00a01\u00a0234,56',
    ]) {
      const { positions } = font.layout(text, undefined, 'latn')
      const width = (positions.reduce((sum, each) => sum + each.xAdvance, 0) * 1000) / font.unitsPerEm
      expect(face.shape(text).width, plain(text)).toBeCloseTo(width, 6)
    }
  })

  test('figures have one width, so that columns line up', () => {
    const widths = [...'0123456789'].map((figure) => regular.shape(figure).width)
    expect(new Set(widths).size).toBe(1)
  })
})
