import { Problem } from '#server/errors.ts'
import type { Route } from '#server/http/route.ts'

/** What a body may hold before it is parsed: each is refused while it is read, whatever its schema says. */
export type BodyLimits = {
  bytes: number
  /** Objects and lists within each other; the schemas need 3. */
  depth: number
  /** Members of all objects and lists of a JSON body together; the longest list of prices has 10 009. */
  values: number
  /** Fields of a form, or parts of one with files; the form with the most people has 504. */
  fields: number
  /** Of one text; the longest that a schema takes has 20 000. */
  characters: number
  /** Takes files: a form with them may be as large as the settings allow, which the server holds to by itself. */
  files: boolean
}

const personLimits: BodyLimits = {
  // The longest list of lines, four times over.
  bytes: 2 * 1024 * 1024,
  depth: 16,
  values: 20_000,
  fields: 2_000,
  characters: 1024 * 1024,
  files: false,
}

/** Of who has not signed in: a name, an address and a password. */
export const strangerLimits: BodyLimits = {
  bytes: 64 * 1024,
  depth: 4,
  values: 100,
  fields: 100,
  characters: 64 * 1024,
  files: false,
}

/** Characters of the name of a field. */
export const MAX_NAME = 200

export const bodyLimits = ({ claim, options }: Pick<Route, 'claim' | 'options'>): BodyLimits =>
  claim === null ? strangerLimits : { ...personLimits, files: Boolean(options.upload) }

export const tooLarge = (bytes: number) =>
  new Problem(413, `This is too large: a request may have at most ${bytes / 1024} kB here.`)

export const tooManyValues = (most: number, what: string) =>
  new Problem(413, `This is too large: a request may have at most ${most} ${what} here.`)

export const textTooLong = (most: number) =>
  new Problem(413, `This is too large: a text may have at most ${most} characters here.`)

export const nameTooLong = () =>
  new Problem(400, `The name of a field may have at most ${MAX_NAME} characters.`)

export const unreadable = () => new Problem(400, 'The request body could not be read.')
