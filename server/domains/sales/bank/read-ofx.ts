import { isDate } from '#server/dates.ts'
import { invalid } from '#server/errors.ts'
import { decodeText } from '#server/import/index.ts'
import { asCents, DecimalError, parseCents } from '#server/money/decimal.ts'
import type { BankEntry } from './statement-line.ts'

/** A year of a small business; read in the thread that answers everybody, where ten thousand took half a second. */
export const MOST_LINES = 2_000

const entities: ReadonlyMap<string, string> = new Map(
  Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }),
)

/**
 * Both kinds of OFX are read by their tags: version 1 is SGML, in which a value need not be closed, version 2 is XML.
 * Nothing is expanded but the entities that each knows, so a document that declares its own is refused.
 * @throws 400 for another currency, a broken line, too many lines
 */
export function readOfx(bytes: Uint8Array): BankEntry[] {
  const { text } = decodeText(bytes)
  if (/<!(DOCTYPE|ENTITY)/i.test(text))
    throw refuse('This file declares entities of its own, which no bank does. Nothing was read.')
  const currency = readTag(text, 'CURDEF')
  if (currency && currency.toUpperCase() !== 'ZAR')
    throw refuse(`This statement is in ${currency.toUpperCase()}. Only statements in rand (ZAR) are taken.`)
  const parts = text.split(/<STMTTRN>/i).slice(1)
  if (parts.length === 0) throw refuse('No line of a statement was found in this file.')
  if (parts.length > MOST_LINES)
    throw refuse(
      `The file has more than ${MOST_LINES.toLocaleString('en-ZA')} lines. Split it into several files.`,
    )
  return parts.map((part, at) => readLine(part.split(/<\/STMTTRN>|<\/BANKTRANLIST>/i)[0] ?? '', at + 1))
}

const refuse = (sentence: string) => invalid({ file: sentence })

function readLine(text: string, nth: number): BankEntry {
  const own = readTag(text, 'CURSYM')
  if (own && own.toUpperCase() !== 'ZAR')
    throw refuse(`Line ${nth} is in ${own.toUpperCase()}. Only statements in rand (ZAR) are taken.`)
  // The first eight digits: a zone behind them would move the day.
  const posted = /^\d{8}/.exec(readTag(text, 'DTPOSTED'))?.[0] ?? ''
  const date = posted.replace(/(\d{4})(\d{2})(\d{2})/, '$1-$2-$3')
  if (!isDate(date)) throw refuse(`Line ${nth} has no day.`)
  const [name, memo] = [readTag(text, 'NAME'), readTag(text, 'MEMO')]
  return {
    ...{ date, row: nth },
    cents: readAmount(readTag(text, 'TRNAMT'), nth),
    description: [name, memo === name ? '' : memo].filter(Boolean).join(' ').slice(0, 300),
    reference: (readTag(text, 'REFNUM') || readTag(text, 'CHECKNUM')).slice(0, 120),
    bankid: readTag(text, 'FITID').slice(0, 255),
  }
}

function readAmount(text: string, nth: number) {
  try {
    return asCents(parseCents(text, 'amount'))
  } catch (error) {
    if (error instanceof DecimalError) throw refuse(`The amount of line ${nth} could not be read.`)
    throw error
  }
}

/** Up to the next tag or the end of its line. */
function readTag(text: string, tag: string): string {
  const from = text.search(new RegExp(`<${tag}>`, 'i'))
  if (from < 0) return ''
  const rest = text.slice(from + tag.length + 2, from + tag.length + 2_002)
  const value = rest.split(/[<\n]/, 1)[0] ?? ''
  return value
    .replace(/&(\w+);/g, (whole, name: string) => entities.get(name.toLowerCase()) ?? whole)
    .replace(/&#(\d{1,6});/g, (_, code: string) => String.fromCodePoint(Number(code) % 0x110000))
    .replace(/[\p{Cc}\p{Cs}]/gu, ' ')
    .trim()
}
