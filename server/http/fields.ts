import { type TSchema, Type } from '@sinclair/typebox'
import { t } from 'elysia'
import { cleanLine, cleanLines } from '#server/clean-text.ts'
import { invalid, Problem } from '#server/errors.ts'
import type { Cents, Quantity, Rate } from '#server/money/decimal.ts'
import { parseCents, parsePercent, parseQuantity, parseRate, undoubted } from '#server/money/decimal.ts'
import { decimalError, decimalPattern, QUANTITY_PLACES } from '#views/ui/field-rules.ts'
import {
  askHoursOrMinutes,
  isHoursOrMinutes,
  MAX_MINUTES,
  MINUTES_ERROR,
  parseTypedMinutes,
} from '#views/ui/parse-minutes.ts'

export type { Static, StaticDecode, TSchema } from '@sinclair/typebox'
export { t }

/** The id of a record that does not exist yet (decision A2). */
export const EMPTY_ID = '00000000-0000-0000-0000-000000000000'

/** Every date there is, and no 31 November. Years have four digits, so that the day after can be written too. */
const DATE =
  '^(?:[12][0-9]{3}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))|(?:[12][0-9](?:0[48]|[2468][048]|[13579][26])|(?:1[26]|2[048])00)-02-29)$'

export const object: typeof t.Object = (properties, options) =>
  t.Object(properties, { additionalProperties: false, ...options })

type TextOptions = { required?: boolean; label?: string; multiline?: boolean }

/** One line, unless it is `multiline`: what stands in a name or a subject cannot begin another one. */
export const text = (max: number, options: TextOptions = {}) =>
  t
    .Transform(
      t.String({
        maxLength: max,
        ...(options.required ? { pattern: '[^\\s\\u0000-\\u001f\\u007f]' } : {}),
        error: options.required
          ? `needs between 1 and ${max} characters`
          : `may have at most ${max} characters`,
      }),
    )
    .Decode((value) => (options.multiline ? cleanLines(value) : cleanLine(value)))
    .Encode((value) => value)

export const reference = () =>
  t
    .Transform(
      t.Union([t.Null(), t.String({ pattern: '^$|^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' })], {
        error: 'is not the id of a record',
      }),
    )
    .Decode((value) => (!value || value === EMPTY_ID ? null : value.toLowerCase()))
    .Encode((value) => value)

/** The id in a path. Anything that cannot be an id is answered like an id that is not there. */
export const id = () => t.String({ maxLength: 100 })

export const ById = t.Object({ id: id() })

/** Yes or no: JSON booleans, and what a checkbox sends (`on`, or an empty text). */
export const flag = () =>
  t
    .Transform(
      t.Union(
        [
          t.Boolean(),
          t.Literal('on'),
          t.Literal('true'),
          t.Literal('1'),
          t.Literal('false'),
          t.Literal('0'),
          t.Literal(''),
        ],
        {
          error: 'must be yes or no',
        },
      ),
    )
    .Decode((value) => value === true || value === 'on' || value === 'true' || value === '1')
    .Encode((value) => value)

export const integer = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`
  return t
    .Transform(
      // TypeBox's own integer: Elysia's is a union with text, whose error would lose the field's name.
      t.Union(
        [Type.Integer({ minimum: min, maximum: max }), t.String({ pattern: '^\\s*-?[0-9]{1,9}\\s*$' })],
        { error },
      ),
    )
    .Decode((value) => {
      const number = Number(value)
      return number < min || number > max ? unread<number>(`It ${error}.`) : number
    })
    .Encode((value) => value)
}

export const minutesField = () =>
  t
    .Transform(
      t.Union([t.Null(), Type.Integer({ minimum: 0, maximum: MAX_MINUTES }), t.String({ maxLength: 20 })], {
        error: MINUTES_ERROR,
      }),
    )
    .Decode((value) => {
      if (typeof value !== 'string') return value
      const typed = value.trim()
      if (isHoursOrMinutes(typed)) return unread<number>(askHoursOrMinutes(typed))
      return typed ? (parseTypedMinutes(typed) ?? unread<number>(`It ${MINUTES_ERROR}.`)) : null
    })
    .Encode((value) => value)

const TIME = '(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]+)?'
const OFFSET = '(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):?[0-5][0-9])'

/** By RFC 3339, on a day that there is: 30 February would be taken for 2 March. */
export const instantField = () =>
  t.String({
    format: 'date-time',
    pattern: `${DATE.slice(0, -1)}[Tt ]${TIME}${OFFSET}$`,
    error: 'must be an instant like 2026-11-25T08:00:00Z',
  })

const DATE_MARK = 'x-date'

export const isDateSchema = (schema: TSchema | undefined): boolean =>
  schema?.[DATE_MARK] === true || schema?.anyOf?.some(isDateSchema) === true

export const date = () =>
  t
    .Transform(
      t.Union([t.Null(), t.Literal(''), t.String({ pattern: DATE })], {
        error: 'must be a date like 2026-11-21, in the years 1000 to 2999',
        [DATE_MARK]: true,
      }),
    )
    .Decode((value) => value || null)
    .Encode((value) => value)

/** A value that its field could not take: decoding does not know the field's name, `refuseInvalidInput` does. */
class Unread {
  constructor(readonly sentence: string) {}
}
const unread = <T>(sentence: string) => new Unread(sentence) as T

function read<T>(run: () => T): T {
  try {
    return run()
  } catch (error) {
    if (error instanceof Problem) return unread<T>(error.message)
    throw error
  }
}

/** Refuses what could not be read of a request's input, each field by its name. @throws 400 */
export function refuseInvalidInput({
  params,
  query,
  body,
}: {
  params?: unknown
  query?: unknown
  body?: unknown
}) {
  const found: NamedWords[] = []
  for (const input of [params, query, body]) findUnread(input, found)
  const [first] = found
  if (!first) return
  const [name, words] = first
  throw invalid(Object.fromEntries(found), words.startsWith('It ') ? `${name}: ${words}` : words)
}

type NamedWords = [name: string, words: string]

// Every request goes through it, and most bring nothing that could not be read.
function findUnread(value: unknown, found: NamedWords[], path = '') {
  if (typeof value !== 'object' || value === null || value instanceof Blob) return
  if (value instanceof Unread) found.push([path, value.sentence])
  else
    for (const [name, part] of Object.entries(value)) findUnread(part, found, path ? `${path}.${name}` : name)
}

const decimal = <T>(places: number, parse: (value: string | number) => T) =>
  t
    .Transform(
      t.Union([Type.Number(), t.String({ maxLength: 40, pattern: decimalPattern(places) }), t.Null()], {
        // A figure that is too large `server/money` refuses in words of its own.
        error: decimalError(places),
      }),
    )
    .Decode((value): T | null =>
      value === null || value === '' || /^\s+$/.test(String(value)) ? null : read(() => parse(value)),
    )
    .Encode((value) => value as never)

/** A rate in rand with up to 4 decimals (comma or dot); null when empty. */
export const rate = () => decimal<Rate>(4, (value) => parseRate(undoubted(value)))

/** A quantity with up to 6 decimals (comma or dot); null when empty. */
export const quantity = () => decimal<Quantity>(QUANTITY_PLACES, (value) => parseQuantity(value))

/** An amount in rand with up to 2 decimals; null when empty. */
export const rand = () => decimal<Cents>(2, (value) => parseCents(undoubted(value)))

export const percent = () => decimal(4, (value) => parsePercent(value))

export const choice = <const V extends string>(...values: V[]) =>
  t.Union(values.map((value) => t.Literal(value)) as never, {
    error: `must be one of ${values.join(', ')}`,
  }) as unknown as ReturnType<typeof t.Unsafe<V>>

/** As the specification writes some of them, with a capital. */
export const choiceInAnyCase = (...values: string[]) =>
  t
    .Transform(
      t.String({
        pattern: `^(${values.map(inAnyCase).join('|')})$`,
        error: `must be one of ${values.join(', ')}`,
      }),
    )
    .Decode((value) => value.toLowerCase())
    .Encode((value) => value)

const inAnyCase = (value: string) => value.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`)

export const choiceOrAll = <const V extends string>(...values: V[]) =>
  t.Union([t.Literal(''), choice(...values)], { error: `must be one of ${values.join(', ')}` })

/** Any of them, each once. A form sends one text for one tick, and an empty one beside them so that none can be told. */
export const choices = <const V extends string>(...values: readonly V[]) => {
  const some = `a list of any of ${values.join(', ')}`
  const one = choiceOrAll(...values)
  return t
    .Transform(
      t.Union([one, t.Array(one, { maxItems: 2 * values.length + 1 })], { error: `must be ${some}` }),
    )
    .Decode((value) => [...new Set([value].flat() as V[])].filter(Boolean))
    .Encode((value) => value)
}

export const colour = () =>
  t.String({ pattern: '^$|^#[0-9a-fA-F]{6}$', error: 'must be a colour like #3366cc' })

/** What every list takes (decision A3). */
export const listQuery = {
  skip: t.Optional(integer(0, 10_000_000)),
  take: t.Optional(integer(1, 500)),
  search: t.Optional(text(200)),
  archived: t.Optional(flag()),
  sort: t.Optional(t.String({ pattern: '^-?[a-z]{1,30}$', error: 'must be a column name' })),
  exact: t.Optional(flag()),
}

/** Of a request that says all in its address. */
export const NoBody = t.Optional(object({}))

/** One file, as a part of a form. What is none is refused by who reads it, in words of its own. */
export const FileUpload = object({ file: t.Optional(t.Unknown()) })

/** The version of the record that the person saw (decision A6). */
export const version = () => t.Optional(integer(1, 1_000_000_000))

const MOST_LINES = 500

/** Of a list: the lines of one document, or quantities of them. */
export const documentLines = {
  maxItems: MOST_LINES,
  error: `must be a list of at most ${MOST_LINES} lines`,
}
