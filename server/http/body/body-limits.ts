import { Problem } from '#server/errors.ts'
import { LOGO_BYTES, logoTooLarge, PICTURE_BYTES, pictureTooLarge } from '#server/files/image-problem.ts'
import type { Route } from '#server/http/route.ts'

/** What a body may hold before it is parsed: each is refused while it is read, whatever its schema says. */
export type BodyLimits = {
  bytes: number
  /** Objects and lists within each other; the schemas need 3. */
  depth: number
  /** Members of all objects and lists of a JSON body together; the longest list of prices has 10 009. */
  values: number
  /** Different names of members of a JSON body: each takes the parser much longer than one that comes again. */
  names: number
  /** Fields of a form, or parts of one with files; the form with the most people has 504. */
  fields: number
  /** Of one text; the longest that a schema takes has 20 000. */
  characters: number
  /** What file a form may hold. */
  file?: UploadKind
}

const MB = 1024 * 1024

/** What a form holds around its file. */
const FORM_BYTES = 64 * 1024

/** Of `any` file the settings say how large it may be, and the server holds to that by itself. */
const files = {
  any: { bytes: Number.POSITIVE_INFINITY, tooLarge: () => new Problem(413, 'This is too large.') },
  picture: { bytes: PICTURE_BYTES, tooLarge: pictureTooLarge },
  logo: { bytes: LOGO_BYTES, tooLarge: logoTooLarge },
}
export type UploadKind = keyof typeof files

/** How long a body may be, and how it is refused. */
export const lengthLimit = ({ bytes, file }: BodyLimits, isForm: boolean) =>
  isForm && file
    ? { most: files[file].bytes + FORM_BYTES, refusal: files[file].tooLarge }
    : { most: bytes, refusal: () => tooLarge(bytes) }

const personLimits: BodyLimits = {
  // The longest list of lines, four times over.
  bytes: 2 * MB,
  depth: 16,
  values: 20_000,
  names: 1_000,
  fields: 2_000,
  characters: 1024 * 1024,
}

/** Of who has not signed in: a name, an address and a password. */
export const strangerLimits: BodyLimits = {
  bytes: 64 * 1024,
  depth: 4,
  values: 100,
  names: 100,
  fields: 100,
  characters: 64 * 1024,
}

/** Characters of the name of a field. */
export const MAX_NAME = 200

export const bodyLimits = ({ claim, options }: Pick<Route, 'claim' | 'options'>): BodyLimits =>
  claim === null ? strangerLimits : { ...personLimits, file: options.upload }

const tooLarge = (bytes: number) =>
  new Problem(413, `This is too large: a request may have at most ${bytes / 1024} kB here.`)

export const tooManyValues = (most: number, what: string) =>
  new Problem(413, `This is too large: a request may have at most ${most} ${what} here.`)

export const textTooLong = (most: number) =>
  new Problem(413, `This is too large: a text may have at most ${most} characters here.`)

export const nameTooLong = () =>
  new Problem(400, `The name of a field may have at most ${MAX_NAME} characters.`)

export const unreadable = () => new Problem(400, 'The request body could not be read.')
