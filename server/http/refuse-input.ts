import { Problem } from '#server/errors.ts'

export type InputError = { path?: string; message?: string; schema?: { error?: unknown }; value?: unknown }

/** A sentence for each field; the refused values themselves are never written out. */
export function refuseInput(details: readonly InputError[]): Problem {
  const fields = new Map<string, string>()
  for (const detail of details) {
    const name = (detail.path ?? '').split('/').filter(Boolean).join('.')
    if (name && !fields.has(name)) fields.set(name, sentence(detail))
  }
  const [first] = fields
  if (first) return new Problem(400, first.join(': '), { fields: Object.fromEntries(fields) })
  const about = details.find(({ message = '' }) => /array/.test(message))
  return new Problem(
    400,
    about
      ? `The request body ${plainMessage(about.message ?? '')}.`
      : 'The request body must be an object with the named fields.',
  )
}

function sentence({ message = '', schema, value }: InputError): string {
  if (/Unexpected property/.test(message)) return 'This is not a known field.'
  if (/required property/i.test(message) || (value === undefined && /Expected/.test(message)))
    return 'This is required.'
  const own = typeof schema?.error === 'string' ? schema.error : null
  // An empty field, or a list whose first entry asks to choose: nobody wrote too much or the wrong thing.
  const empty = typeof value === 'string' && value.trim() === ''
  if (empty && own && /^(must be one of|needs between 1 and)/.test(own)) return 'This is required.'
  const said = own && !(isOtherKind(message) && !own.startsWith('must be')) ? own : plainMessage(message)
  return `It ${said}.`.replace(/^It It/, 'It')
}

/** What a field says of its length does not say what it is. */
const isOtherKind = (message: string) =>
  /^Expected (string|array|object|number|boolean|integer)$/.test(message)

// The schema library's own sentences, for fields that bring none.
const messagePatterns: [RegExp, string][] = [
  [/string length less or equal to (\d+)/, 'may have at most $1 characters'],
  [/string length greater or equal to (\d+)/, 'needs at least $1 characters'],
  [/array length to be less or equal to (\d+)/, 'may have at most $1 entries'],
  [/array length to be greater or equal to (\d+)/, 'needs at least $1 entry'],
  [/string to match/, 'is not written as it must be'],
  [/^Expected string/, 'must be text'],
  [/^Expected array/, 'must be a list'],
  [/^Expected (object|number|boolean|integer)/, 'must be of the kind $1'],
]

function plainMessage(message: string): string {
  const known = messagePatterns.find(([pattern]) => pattern.test(message))
  return known
    ? (known[0].exec(message)?.[0].replace(...known) ?? '')
    : 'is not one of the values it may have'
}
