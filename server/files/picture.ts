/** Pixels; `turn` is its EXIF orientation, 1 for upright. */
type Measures = { width: number; height: number; turn: number }

/** By the header, never the pixels; null when there is none to read. */
export function measurePicture(bytes: Uint8Array): Measures | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    if (view.getUint32(0) === 0x89504e47) return ofPng(view)
    return view.getUint16(0) === 0xffd8 ? ofJpeg(view) : null
  } catch (error) {
    // The header ends too early.
    if (error instanceof RangeError) return null
    throw error
  }
}

const ofPng = (view: DataView): Measures | null =>
  view.getUint32(12) === 0x49484452 ? validMeasures(view.getUint32(16), view.getUint32(20), 1) : null

/** Segments follow each other, each with its length; the frame header holds the size. */
function ofJpeg(view: DataView): Measures | null {
  let turn = 1
  for (let at = 2; ; ) {
    const marker = view.getUint16(at)
    if (marker < 0xffc0 || marker === 0xffda) return null
    if (isFrame(marker)) return validMeasures(view.getUint16(at + 7), view.getUint16(at + 5), turn)
    if (marker === 0xffe1) turn = orientation(view, at + 4) ?? turn
    at += 2 + Math.max(2, view.getUint16(at + 2))
  }
}

const isFrame = (marker: number) =>
  marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker)

const validMeasures = (width: number, height: number, turn: number): Measures | null =>
  width > 0 && height > 0 ? { width, height, turn } : null

/** Tag 0x0112 of the first EXIF directory. */
function orientation(view: DataView, at: number): number | undefined {
  if (view.getUint32(at) !== 0x45786966) return
  const start = at + 6
  const little = view.getUint16(start) === 0x4949
  const first = start + view.getUint32(start + 4, little)
  const count = view.getUint16(first, little)
  for (let i = 0; i < Math.min(count, 100); i++) {
    const entry = first + 2 + i * 12
    if (view.getUint16(entry, little) !== 0x0112) continue
    const turn = view.getUint16(entry + 8, little)
    return turn >= 1 && turn <= 8 ? turn : undefined
  }
}
