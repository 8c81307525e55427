import { Problem } from '#server/errors.ts'

/** Spec 2, "Sync item from an accounting service". */
export type SyncItem = {
  code: string
  name: string
  description: string
  make: string
  model: string
  barcode: string
}

// Specification 2, section 8, to the letter.
const FAILED = 'Unable to sync, please confirm your API keys are correctly configured.'

const TIMEOUT_MS = 20_000
const MAX_BYTES = 8_000_000
const MAX_ITEMS = 10_000

const syncFailed = () => new Problem(400, FAILED, { code: 'sync' })

/** `GET {url}/items`, the key as `X-Api-Key`. @throws 400 in the specification's words, whatever went wrong */
export async function fetchMarss(url: string, key: string): Promise<SyncItem[]> {
  if (!url || !key) throw syncFailed()
  const rows = await callMarss(`${url}/items`, key, 'items').catch(() => {
    throw syncFailed()
  })
  if (!Array.isArray(rows) || rows.length > MAX_ITEMS) throw syncFailed()
  return rows.map(parseSyncItem)
}

/** @throws whatever goes wrong */
export async function callMarss(address: string, key: string, name: string): Promise<unknown> {
  const response = await fetch(address, {
    headers: { accept: 'application/json', 'x-api-key': key },
    // A key goes to the address that was set, and nowhere else.
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (!response.ok) throw new Error(`${response.status}`)
  const json: unknown = JSON.parse(await readBounded(response))
  return Array.isArray(json) ? json : (json as Record<string, unknown> | null)?.[name]
}

async function readBounded(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.byteLength
    if (size > MAX_BYTES) throw new Error('The answer is too long.')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function parseSyncItem(row: unknown): SyncItem {
  const given = (row ?? {}) as Record<string, unknown>
  const text = (name: string, most: number) =>
    (typeof given[name] === 'string' || typeof given[name] === 'number' ? String(given[name]) : '')
      .replace(/\p{Cc}+/gu, ' ')
      .toWellFormed()
      .trim()
      .slice(0, most)
  return {
    code: text('code', 60) || text('itemID', 60),
    name: text('name', 200),
    description: text('description', 200),
    make: text('make', 120),
    model: text('model', 120),
    barcode: text('barcode', 80),
  }
}
