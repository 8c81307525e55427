import { isHour, unitWord } from './unit-words.ts'

const nbsp = '\u00a0'
const months = 'January February March April May June July August September October November December'.split(
  ' ',
)

/** Cents as `R 1 234,56` (en-ZA, no-break spaces); below zero `−R 1 234,56`. */
export function formatRand(cents: number): string {
  return sign(cents, `R${nbsp}${formatDecimals(Math.abs(cents), 2, 2)}`)
}

/** Cents as `1 234,56`: for a table column that names the rand in its head. */
export function amount(cents: number): string {
  return sign(cents, formatDecimals(Math.abs(cents), 2, 2))
}

const RAND = 10_000

/** Half a cent up; shown alone, what is booked is rounded in `server/money`. */
const toWholeCents = (tenthousandths: number) => tenthousandths + 50 - ((tenthousandths + 50) % 100)

/** Of a price below one rand, such as that of a screw, the fractions of a cent count. */
const roundRate = (tenthousandths: number) =>
  tenthousandths < RAND ? tenthousandths : toWholeCents(tenthousandths)

/** A price of one unit (ten-thousandths of a rand) as `R 12,50`; below one rand up to four decimals. */
export const formatRate = (tenthousandths: number) =>
  sign(tenthousandths, `R${nbsp}${formatDecimals(roundRate(Math.abs(tenthousandths)), 4, 2)}`)

/** A price of one unit without the `R`, for a table column. */
export const plainRate = (tenthousandths: number) =>
  sign(tenthousandths, formatDecimals(roundRate(Math.abs(tenthousandths)), 4, 2))

/** Half a cent up, as `extend` of server/money. */
const extendedCents = (millionths: number, tenthousandths: number) =>
  (BigInt(Math.abs(millionths)) * BigInt(tenthousandths) + 50_000_000n) / 100_000_000n

/** The price of one unit on paper: in as many decimals as its quantity needs to come to the amount beside it. */
export function lineRate(tenthousandths: number, millionths: number): string {
  const rate = Math.abs(tenthousandths)
  if (rate < RAND) return plainRate(tenthousandths)
  const cents = extendedCents(millionths, rate)
  const shown = [100, 10, 1]
    .map((step) => Math.floor((rate + step / 2) / step) * step)
    .find((figure) => extendedCents(millionths, figure) === cents)
  return sign(tenthousandths, formatDecimals(shown ?? rate, 4, 2))
}

/** What comes of a price, such as its VAT (ten-thousandths of a rand): always in cents. */
export const computedAmount = (tenthousandths: number) =>
  sign(tenthousandths, formatDecimals(toWholeCents(Math.abs(tenthousandths)), 4, 2))

/** A price of one unit to the last decimal, for the box in which it is typed and for its history. */
export const exactRate = (tenthousandths: number) =>
  sign(tenthousandths, formatDecimals(Math.abs(tenthousandths), 4, 2))

/** The same with its `R`, beside words. */
export const exactRand = (tenthousandths: number) => `R${nbsp}${exactRate(tenthousandths)}`

type UnitPrice = { rate: number; inclusiverate?: number }

/** A price of one unit without VAT, on pages and papers. What is left of a price with VAT has no end and is shown in cents. */
export const netUnitPrice = ({ rate, inclusiverate }: UnitPrice) =>
  inclusiverate === undefined ? exactRate(rate) : plainRate(rate)

/** Beside it, where it would not make the amount exactly: `R 9,99 each with VAT`. */
export const eachWithVat = ({ rate, inclusiverate }: UnitPrice) =>
  inclusiverate === undefined || inclusiverate === rate ? '' : `${exactRand(inclusiverate)} each with VAT`

const ONE = 1_000_000

/** Of a quantity, in millionths of its unit. */
export const isOrAre = (quantity: number) => (quantity === 1_000_000 ? 'is' : 'are')

/** So is what names no unit. */
const isEach = (unit: string) => ['', 'each'].includes(unit.trim().toLowerCase())

/** A quantity (millionths of a unit) to the last decimal, with its unit when given, as the trade writes it: `12,5 kg`, `2,5 hours`, `2` of what is counted singly. */
export function exactQuantity(millionths: number, unit = ''): string {
  const figure = sign(millionths, formatDecimals(Math.abs(millionths), 6, 0))
  return isEach(unit) ? figure : `${figure}${nbsp}${unitWord(unit, Math.abs(millionths) === ONE)}`
}

/** Where a figure alone would not say of what it is, as beside a field: `each`, `kg`. */
export const unitSymbol = (unit: string): string => (isEach(unit) ? 'each' : unit)

/** After the price of one, with the space before it: ` each`, ` per kg`. */
export function perUnit(unit: string): string {
  return isEach(unit) ? ' each' : ` per ${unit}`
}

/** As people read it: an odd part of an hour as `20 h 01` or `20 min`. */
export const formatQuantity = (millionths: number, unit?: string): string =>
  clockTime(millionths, unit) ?? exactQuantity(millionths, unit)

const sharePercent = (millionths: number, whole: number): string =>
  formatPercent(Math.round((millionths * 10_000) / whole) * 100)

/** Of a whole quantity, where no part of it is meant but a part of its price: `60 % of 1`. */
export const shareQuantity = (millionths: number, whole: number, unit?: string): string =>
  `${sharePercent(millionths, whole)} of ${exactQuantity(whole, unit)}`

type LineQuantity = { quantity: number; unit?: string; rate: number; of?: number }

/** Of a line at that rate (ten-thousandths of a rand): what times the rate comes to the amount beside it. */
export function lineQuantity({ quantity: millionths, unit, rate, of }: LineQuantity): string {
  if (of) return shareQuantity(millionths, of, unit)
  const minutes = wholeMinutes(millionths, unit)
  const cents = extendedCents(millionths, Math.abs(rate))
  const isSame =
    minutes !== undefined && (BigInt(minutes) * BigInt(Math.abs(rate)) + 3_000n) / 6_000n === cents
  return (isSame && clockTime(millionths, unit)) || exactQuantity(millionths, unit)
}

const HUNDREDTH = 10_000

/** Of hours in decimals that never end, of which the nearest millionths, up or down, are stored. */
function wholeMinutes(millionths: number, unit = ''): number | undefined {
  const size = Math.abs(millionths)
  if (size % HUNDREDTH === 0 || !isHour(unit)) return
  const minutes = Math.round((size * 60) / ONE)
  return Math.abs(minutes * ONE - size * 60) < 60 ? minutes : undefined
}

/** Hours that two decimals do not hold, and whole minutes do. */
export function clockTime(millionths: number, unit?: string): string | undefined {
  const minutes = wholeMinutes(millionths, unit)
  if (!minutes) return
  return sign(millionths, minutes < 60 ? `${minutes}${nbsp}min` : duration(minutes))
}

/** A count as `24 859`. */
export const wholeNumber = (count: number) => groupThousands(String(count))

/** `1 job`, `24 859 jobs`. */
export const counted = (count: number, one: string, many = `${one}s`) =>
  `${wholeNumber(count)} ${count === 1 ? one : many}`

/** A percentage (ten-thousandths of a percent: 155 000 is 15.5 %) as `15,5 %`. */
export function formatPercent(tenthousandths: number): string {
  return `${sign(tenthousandths, formatDecimals(Math.abs(tenthousandths), 4, 0))}${nbsp}%`
}

/** Of what one figure is of another, such as a margin: to the tenth of a percent. */
export const roundedPercent = (tenthousandths: number): string =>
  formatPercent(Math.round(tenthousandths / 1000) * 1000)

/** As its field takes it, beside its sign. */
export const percentText = (tenthousandths: number | null): string =>
  tenthousandths === null ? '' : formatPercent(tenthousandths).replace(/[\s\u00a0%]+$/, '')

type Vat = { vatrate: number; exempt?: boolean }

/** Of the sum of VAT at one rate. */
export const vatLabel = (vat: Vat): string =>
  vat.exempt ? 'Exempt from VAT' : `VAT ${formatPercent(vat.vatrate)}`

/** `Exempt` is not `0 %`, which is zero-rated. */
export const formatVat = ({ vatrate, exempt }: Vat): string => (exempt ? 'Exempt' : formatPercent(vatrate))

/** A size in bytes as people say it: `12 kB`, `3,4 MB`. */
export function fileSize(size: number): string {
  if (size < 1000) return `${size}${nbsp}B`
  if (size < 1_000_000) return `${Math.round(size / 1000)}${nbsp}kB`
  const tenths = Math.round(size / 100_000)
  return `${formatDecimals(tenths, 1, tenths < 1000 ? 1 : 0)}${nbsp}MB`
}

/** A calendar date `2026-11-21` as `21 November 2026`; nothing for no date. */
export function longDate(date: string | null | undefined): string {
  const parts = splitDate(date)
  return parts ? `${parts.day} ${months[parts.month - 1]} ${parts.year}` : ''
}

/** The month of a calendar date `2026-11-21` as `November 2026`. */
export const longMonth = (date: string): string => longDate(date).replace(/^\d+ /, '')

/** A calendar date `2026-11-05` as `05 November 2026`: DD MMMM YYYY (decision F10); nothing for no date. */
export function fullDate(date: string | null | undefined): string {
  const long = longDate(date)
  return /^\d /.test(long) ? `0${long}` : long
}

/** A calendar date `2026-11-21` as `21 Nov 2026`; nothing for no date. */
export function shortDate(date: string | null | undefined): string {
  const parts = splitDate(date)
  return parts ? `${parts.day} ${months[parts.month - 1]?.slice(0, 3)} ${parts.year}` : ''
}

/** Minutes as `8 h 00`; nothing for none. */
export function duration(minutes: number | null | undefined): string {
  if (minutes === null || minutes === undefined) return ''
  const hours = String(Math.floor(minutes / 60)).replace(/\B(?=(\d{3})+$)/g, nbsp)
  return `${hours}${nbsp}h${nbsp}${String(minutes % 60).padStart(2, '0')}`
}

const isodate = /^\d{4}-\d\d-\d\d$/

/** A value that a history keeps, whose dates are read as all others. */
export const historyValue = (value: string): string => (isodate.test(value) ? shortDate(value) : value)

/** An instant (ISO 8601 UTC) on the clock of a zone, `21 Nov 2026, 14:05`; nothing for no instant. */
export function instant(iso: string | null | undefined, zone = 'Africa/Johannesburg'): string {
  if (!iso) return ''
  const { date, time } = local(iso, zone)
  return `${shortDate(date)}, ${time}`
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** Formatting costs many times a look-up, and the same instants are shown again and again. */
const locals = new Map<string, { date?: string; time?: string }>()
const MAX_LOCALS = 10_000

function local(iso: string, zone: string) {
  const key = `${zone} ${iso}`
  const known = locals.get(key)
  if (known) return known
  if (locals.size >= MAX_LOCALS) locals.clear()
  const read = readClock(iso, zone)
  locals.set(key, read)
  return read
}

function readClock(iso: string, zone: string): { date?: string; time?: string } {
  let clock = clocks.get(zone)
  if (!clock) {
    // Swedish writes ISO order, so that the parts need no sorting.
    clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
    clocks.set(zone, clock)
  }
  const [date, time] = clock.format(new Date(iso)).split(' ')
  return { date, time }
}

function splitDate(date: string | null | undefined) {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)/.exec(date ?? '') ?? []
  return year ? { year, month: Number(month), day: Number(day) } : undefined
}

/** Digits only, never a float: what is printed is what is stored. */
const groupThousands = (digits: string) => digits.replace(/\B(?=(\d{3})+$)/g, nbsp)

function formatDecimals(value: number, decimals: number, least: number): string {
  const digits = String(value).padStart(decimals + 1, '0')
  const whole = groupThousands(digits.slice(0, -decimals))
  const rest = digits.slice(-decimals)
  const shown = rest.slice(0, Math.max(least, rest.replace(/0+$/, '').length))
  return shown ? `${whole},${shown}` : whole
}

/** A minus sign, as people read it; files have figures, with a hyphen. */
function sign(value: number, text: string): string {
  return value < 0 ? `−${text}` : text
}

type Named = { firstname: string; lastname: string; email: string }

/** What somebody is called: their name, or while nobody has given one their e-mail. */
export const personName = ({ firstname, lastname, email }: Named) =>
  `${firstname} ${lastname}`.trim() || email

export const capitalise = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/** Of the machine: in a browser, of whoever looks. */
export const readOwnZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

export const bookedTime = ({ minutes, workers }: { minutes: number; workers: readonly string[] }) =>
  `${duration(minutes)} booked by ${workers.join(' and ')}`

/** In one line among others; cut, it ends in an ellipsis. */
export const shortText = (text: string, most = 60) => {
  const line = text.replace(/\s+/gu, ' ').trim()
  return line.length > most ? `${line.slice(0, most - 1).trimEnd()}…` : line
}
