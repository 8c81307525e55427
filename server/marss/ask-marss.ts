import { invalid, Problem } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { counted, wholeNumber } from '#views/format.ts'
import { marssKey } from './key.ts'
import { askItems, type MarssConfig, type MarssQuestion } from './protocol.ts'

// Specification 2, section 8, to the letter.
const SYNC_FAILED = 'Unable to sync, please confirm your API keys are correctly configured.'
const KEY_REFUSED =
  'Marss could not be asked. Please confirm that your API keys are correctly configured, and try again.'

const TIMEOUT_MS = 20_000
/** Somebody waits for it who only wants to keep a key. */
const TRY_MS = 8_000
const MAX_BYTES = 8_000_000

type Failing = 'sync' | 'marss'

/** The keys are right, and its answer is more than is taken at once. */
class TooMuch extends Error {}

/** It answered with another status than that all is well. */
class BadStatus extends Error {
  constructor(readonly status: number) {
    super(`${status}`)
  }
}

/** What it sent is not what `protocol.ts` asks for. */
class Unreadable extends Error {}

const refusesKey = ({ status }: BadStatus) => [401, 403].includes(status)

function describeFailure(error: unknown, patience = TIMEOUT_MS): string {
  if (error instanceof Unreadable)
    return 'The answer of Marss could not be read: whoever runs this installation finds in its README what is expected.'
  if (error instanceof BadStatus)
    return refusesKey(error)
      ? KEY_REFUSED
      : error.status === 404
        ? 'Marss has nothing at the address that is set on this installation (404). Please tell whoever runs it.'
        : `Marss answered with an error (${error.status}). Please try again later.`
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return `Marss did not answer within ${patience / 1_000} seconds. Please try again later.`
  return 'Marss could not be reached. Please try again later.'
}

/** `part`: that it is not all that Marss has or sent. */
export type MarssAnswer<T> = { rows: T[]; part?: string }

/** With the key of the account. @throws 400 in one sentence: of the sync always the same, else with what went wrong */
export async function askMarss<T>(
  c: Pick<Context, 'services' | 'read'>,
  question: (config: MarssConfig) => MarssQuestion<T>,
  failing: Failing = 'marss',
): Promise<MarssAnswer<T>> {
  const { config, encryption } = c.services
  const key = c.read((db) => marssKey(db, encryption))
  const fail = (said: string) => new Problem(400, failing === 'sync' ? SYNC_FAILED : said, { code: failing })
  if (!config.marssurl || !key) throw fail(KEY_REFUSED)
  try {
    return await ask(config, key, question(config))
  } catch (error) {
    if (error instanceof TooMuch) throw new Problem(400, error.message, { code: failing })
    throw fail(describeFailure(error))
  }
}

/**
 * Asks what the sync will ask, by a key that is not kept yet. Gives what Marss answered, and whether that was its items.
 * @throws 400 of the field `key` where Marss refuses it
 */
export async function tryMarssKey(
  config: MarssConfig,
  key: string,
): Promise<{ isTried: boolean; said: string }> {
  try {
    const { rows } = await ask(config, key, askItems(config), TRY_MS)
    return { isTried: true, said: `Marss answered with ${counted(rows.length, 'item')}.` }
  } catch (error) {
    if (error instanceof BadStatus && refusesKey(error))
      throw invalid({ key: `Marss refused this key (${error.status}), so it is not kept.` })
    if (error instanceof TooMuch) return { isTried: true, said: error.message }
    return { isTried: false, said: describeFailure(error, TRY_MS) }
  }
}

/** For a page, which stands without an answer and says why. */
export async function tryMarss<T>(
  asked: Promise<MarssAnswer<T>>,
): Promise<MarssAnswer<T> & { refused?: string }> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof Problem) return { rows: [], refused: error.message }
    throw error
  }
}

async function ask<T>(
  { marsskeyheader }: MarssConfig,
  key: string,
  { address, body, list, most, read }: MarssQuestion<T>,
  patience = TIMEOUT_MS,
): Promise<MarssAnswer<T>> {
  const response = await fetch(address, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      [marsskeyheader]: key,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
    // A key goes to the address that was set, and nowhere else.
    redirect: 'error',
    signal: AbortSignal.timeout(patience),
  })
  if (!response.ok) throw new BadStatus(response.status)
  const json = parseJson(await readBounded(response))
  const rows = Array.isArray(json) ? json : (json as Record<string, unknown> | null)?.[list]
  if (!Array.isArray(rows)) throw new Unreadable('The answer is no list.')
  if (rows.length > most)
    throw new TooMuch(
      `Marss answered with ${wholeNumber(rows.length)} ${list}, and no more than ${wholeNumber(most)} are taken at once. None was taken.`,
    )
  const part = Array.isArray(json)
    ? undefined
    : describePart(json as Record<string, unknown>, rows.length, list)
  const readable = rows.map((row) => read(row ?? {})).filter((row) => row.length > 0)
  const left = rows.length - readable.length
  const unread =
    left > 0 &&
    `${wholeNumber(left)} of the ${wholeNumber(rows.length)} ${list} that Marss sent could not be read, and ${left === 1 ? 'was' : 'were'} left out.`
  return { rows: readable.flat(), part: [part, unread].filter(Boolean).join(' ') || undefined }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Unreadable('The answer is no JSON.', { cause: error })
  }
}

/** Of a list that comes in pages only the first is read: nothing is known of how the others are asked for. */
function describePart({ total, next, page, pages }: Record<string, unknown>, came: number, list: string) {
  if (Number(total) > came)
    return `Marss answered with ${wholeNumber(came)} of ${wholeNumber(Number(total))} ${list}: the others were not in its answer, and did not come in.`
  if (next || Number(pages) > Number(page ?? 1))
    return `Marss says that it has more ${list} than the ${wholeNumber(came)} of its answer: the others did not come in.`
}

async function readBounded(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.byteLength
    if (size > MAX_BYTES)
      throw new TooMuch(
        `The answer of Marss is larger than ${MAX_BYTES / 1_000_000} MB, and no more is taken at once. None of it was taken.`,
      )
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
