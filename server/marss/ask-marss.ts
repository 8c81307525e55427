import { Problem } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { wholeNumber } from '#views/format.ts'
import { marssKey } from './key.ts'
import type { MarssConfig, MarssQuestion } from './protocol.ts'

// Specification 2, section 8, to the letter.
const SYNC_FAILED = 'Unable to sync, please confirm your API keys are correctly configured.'
const ASK_FAILED =
  'Marss could not be asked. Please confirm that your API keys are correctly configured, and try again.'

const TIMEOUT_MS = 20_000
const MAX_BYTES = 8_000_000

type Failing = 'sync' | 'marss'

/** The keys are right, and its answer is more than is taken at once. */
class TooMuch extends Error {}

/** `part`: that it is not all that Marss has, where its answer says so. */
type Answer<T> = { rows: T[]; part?: string }

/** With the key of the account. @throws 400 in one sentence, whatever went wrong */
export async function askMarssPart<T>(
  c: Pick<Context, 'services' | 'read'>,
  question: (config: MarssConfig) => MarssQuestion<T>,
  failing: Failing = 'marss',
): Promise<Answer<T>> {
  const { config, encryption } = c.services
  const key = c.read((db) => marssKey(db, encryption))
  try {
    if (!config.marssurl || !key) throw new Error('There is no address or no key.')
    return await ask(config, key, question(config))
  } catch (error) {
    if (error instanceof TooMuch) throw new Problem(400, error.message, { code: failing })
    throw new Problem(400, failing === 'sync' ? SYNC_FAILED : ASK_FAILED, { code: failing })
  }
}

/** As `askMarssPart`, where no part is expected. @throws as that */
export const askMarss = async <T>(...asked: Parameters<typeof askMarssPart<T>>): Promise<T[]> =>
  (await askMarssPart<T>(...asked)).rows

/** For a page, which stands without an answer and says why. */
export async function tryMarss<T>(asked: Promise<T[]>): Promise<{ rows: T[]; refused?: string }> {
  try {
    return { rows: await asked }
  } catch (error) {
    if (error instanceof Problem) return { rows: [], refused: error.message }
    throw error
  }
}

async function ask<T>(
  { marsskeyheader }: MarssConfig,
  key: string,
  { address, body, list, most, read }: MarssQuestion<T>,
): Promise<Answer<T>> {
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
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (!response.ok) throw new Error(`${response.status}`)
  const json: unknown = JSON.parse(await readBounded(response))
  const rows = Array.isArray(json) ? json : (json as Record<string, unknown> | null)?.[list]
  if (!Array.isArray(rows)) throw new Error('The answer is no list.')
  if (rows.length > most)
    throw new TooMuch(
      `Marss answered with ${wholeNumber(rows.length)} ${list}, and no more than ${wholeNumber(most)} are taken at once. None was taken.`,
    )
  const part = Array.isArray(json)
    ? undefined
    : describePart(json as Record<string, unknown>, rows.length, list)
  return { rows: rows.flatMap((row) => read(row ?? {})), part }
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
