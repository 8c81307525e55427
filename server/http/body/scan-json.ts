import { Problem } from '#server/errors.ts'
import { type BodyLimits, MAX_NAME, nameTooLong, textTooLong, tooManyValues } from './body-limits.ts'

const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const BACKSLASH = 0x5c
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/** One pass that makes nothing: whether it is JSON the parser says. @throws 400, 413 */
export function scanJson(text: string, { depth, values, names, characters }: BodyLimits) {
  const countName = nameCounter(names)
  let level = 0
  let members = 0
  let start = 0
  let written = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      const end = endOfText(text, at + 1)
      start = at + 1
      written = end - start
      if (written > characters) throw textTooLong(characters)
      at = end
    } else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      if (++level > depth) throw tooDeep(depth)
      if (++members > values) throw tooManyValues(values, 'values')
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) level--
    else if (code === COMMA) {
      if (++members > values) throw tooManyValues(values, 'values')
    } else if (code === COLON) {
      if (written > MAX_NAME) throw nameTooLong()
      countName(text, start, written)
    }
  }
}

/** Looks at the names only where there are so many that they might all be different. */
function nameCounter(most: number) {
  let count = 0
  const found = new Set<string>()
  return (text: string, start: number, length: number) => {
    if (++count <= most) return
    if (found.add(text.slice(start, start + length)).size > most) throw tooManyValues(most, 'names')
  }
}

function endOfText(text: string, start: number): number {
  let at = start
  while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1
  return at
}

const tooDeep = (depth: number) =>
  new Problem(400, `The request body may have at most ${depth} lists and objects within each other.`)
