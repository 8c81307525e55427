import { expect, test } from 'bun:test'
import { zstdDecompressSync } from 'node:zlib'
import fc from 'fast-check'
import { joinPieces, type PagePieces } from '#server/http/pieces.ts'
import { compressPiece, FOR_MANY, joinFrame } from '#server/http/zstd-frame.ts'

const SPACES = ' '.repeat(19)
/** As a decoder must have it: between two pieces of bytes stand some spaces. */
function spaced(pieces: PagePieces): string {
  let before = false
  return pieces
    .filter(({ length }) => length > 0)
    .map((piece) => {
      const spaces = before && typeof piece !== 'string' ? SPACES : ''
      before ||= typeof piece !== 'string'
      return spaces + (typeof piece === 'string' ? piece : new TextDecoder().decode(piece))
    })
    .join('')
}

const word = fc.constantFrom('<p>', '<li class="slot">', 'joblane', ' ', 'é', '</p>', 'aaaaaaaaaaaa', '1')
const text = fc.array(word, { maxLength: 400 }).map((words) => words.join(''))
const bytes = text.map((one) => Buffer.from(one.repeat(3)) as Uint8Array<ArrayBuffer>)

test('pieces that were compressed by themselves are one frame, which any decoder reads', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(bytes, text), { maxLength: 8 }), fc.boolean(), (pieces, many) => {
      if (many) for (const piece of pieces) if (typeof piece !== 'string') compressPiece(piece, FOR_MANY)
      const frame = joinFrame(pieces)
      const whole = spaced(pieces)
      expect(new TextDecoder().decode(Bun.zstdDecompressSync(frame))).toBe(whole)
      expect(zstdDecompressSync(frame).toString()).toBe(whole)
      expect(joinPieces(pieces).toString()).toBe(whole.replaceAll(SPACES, ''))
    }),
    { numRuns: 300 },
  )
})

test('pieces of several blocks, and such as cannot be compressed', () => {
  const long = Buffer.from('job card, stock ledger, invoice; '.repeat(12_000))
  const random = Buffer.from(crypto.getRandomValues(new Uint8Array(60_000)))
  const same = Buffer.alloc(200_000, 'a')
  const frame = joinFrame([long, random, same, 'text', long])
  const spaces = Buffer.from(SPACES)
  const whole = Buffer.concat([long, spaces, random, spaces, same, Buffer.from('text'), spaces, long])
  expect(Buffer.from(Bun.zstdDecompressSync(frame)).equals(whole)).toBe(true)
  expect(zstdDecompressSync(frame).equals(whole)).toBe(true)
})
