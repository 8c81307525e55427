import type { Encoding, Separator } from './csv-file.ts'

export function decodeText(bytes: Uint8Array): { text: string; encoding: Encoding } {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decodeAs('utf-16le', bytes)
  try {
    return decodeAs('utf-8', bytes)
  } catch {
    return decodeAs('windows-1252', bytes)
  }
}

function decodeAs(encoding: Encoding, bytes: Uint8Array) {
  const text = new TextDecoder(encoding, { fatal: encoding === 'utf-8' }).decode(bytes)
  // One kind of line end, because the parser counts a quoted CR LF as two lines.
  return { encoding, text: text.replace(/\r\n?/g, '\n').replace(/^sep=.\n/, '') }
}

/** The separator that the header has most of, outside quotes; a comma when it has none. */
export function guessSeparator(text: string): Separator {
  const header =
    text
      .slice(0, 65_536)
      .trimStart()
      .replace(/"(?:[^"]|"")*"/g, '')
      .split('\n', 1)[0] ?? ''
  const count = (separator: Separator) => header.split(separator).length
  return ([',', ';', '\t'] as const).reduce((best, next) => (count(next) > count(best) ? next : best))
}
