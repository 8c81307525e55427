import { expect, test } from 'bun:test'
import { inflateSync } from 'node:zlib'
import { makePdf } from '#server/pdf/engine.ts'
import { readPdf } from './read.ts'
import { organisation, sampleEstimate } from './samples.ts'

/** Of 40 by 20 pixels, of which a camera says how it was held. */
const photo = (turn: number) =>
  Buffer.from(
    `\xff\xd8\xff\xe1\x00\x22Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0${String.fromCharCode(turn)}\0\0\0\0\0\0` +
      '\xff\xc0\x00\x11\x08\x00\x14\x00\x28\x03\x01\x11\x00\x02\x11\x00\x03\x11\x00\xff\xd9',
    'latin1',
  )

async function placeOf(turn: number): Promise<number[]> {
  const data = { ...sampleEstimate(1, 0), organisation: { ...organisation, logo: photo(turn) } }
  const file = Buffer.from(await makePdf({ document: 'estimate', data })).toString('latin1')
  const streams = Array.from(file.matchAll(/\/Length (\d+)>>\nstream\n/g), ({ 1: length, index, 0: head }) =>
    Buffer.from(file.slice(index + head.length, index + head.length + Number(length)), 'latin1'),
  )
  const texts = streams.flatMap((bytes) => (bytes[0] === 0x78 ? [inflateSync(bytes).toString('latin1')] : []))
  const [, matrix = ''] = /q ([-\d. ]+) cm \/I1 Do/.exec(texts.join('\n')) ?? []
  return matrix.split(' ').map(Number)
}

test('a picture fills the height of its box at the right, however the camera was held', async () => {
  const [upright, onItsSide, upsideDown] = [await placeOf(1), await placeOf(6), await placeOf(3)]
  const [wide = 0, , , high = 0, left = 0, foot = 0] = upright
  expect(wide / -high).toBeCloseTo(2, 3)
  // A quarter turn to the right: what was up is on the right, and the right is below.
  const [a, b = 0, c = 0, d, e = 0, f = 0] = onItsSide
  expect([a, d]).toEqual([0, 0])
  expect(b / c).toBeCloseTo(2, 3)
  expect(c + e).toBeCloseTo(left + wide, 2)
  expect(f).toBeCloseTo(foot + high, 2)
  expect(upsideDown).toEqual([-wide, 0, 0, -high, left + wide, foot + high].map((n) => expect.closeTo(n, 2)))
})

test('letters of other alphabets are text as well, beside the usual ones', async () => {
  const data = { ...sampleEstimate(1, 0), subject: 'Ωmega Ж Tshivenḓa ñandú' }
  const { text } = await readPdf(await makePdf({ document: 'estimate', data }))
  expect(text).toContain('Ωmega Ж Tshivenḓa ñandú')
})
