import type { Context } from './context.ts'

/** Below it the event loop makes a change sooner than a thread is asked. */
export const MANY_ENTRIES = 40

/** What a form of some forty rows sends. */
const MANY_FIELDS = 100

/** Entries of the longest list of a body; in a form the ids of records are one text, or each row has its fields. */
export function hasManyEntries({ body }: Pick<Context, 'body'>): boolean {
  if (typeof body !== 'object' || body === null) return false
  const values = Object.values(body)
  return values.length > MANY_FIELDS || [body, ...values].some(isMany)
}

const isMany = (value: unknown) =>
  typeof value === 'string'
    ? value.length > MANY_ENTRIES * ID_LENGTH && /^[\da-f-]{36},/.test(value)
    : Array.isArray(value) && value.length > MANY_ENTRIES

const ID_LENGTH = 37
