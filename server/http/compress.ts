import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { Lru } from '#server/cache.ts'
import { countBytes, joinPieces, knownContent, type PageBytes, type PagePieces } from './pieces.ts'
import { sendAtOnce } from './send-at-once.ts'
import { joinFrame } from './zstd-frame.ts'

/** Below this a compressed answer is hardly shorter, and later. */
const WORTHWHILE = 1_024

/**
 * From this on, in bytes, it is compressed in a thread, so that nobody waits a millisecond for it. To hand a shorter one
 * to a thread costs more of the processor than to compress it: 0.4 ms against 0.1 for a page of 50 kB.
 */
const LONG = 512 * 1_024

type Encoder = (bytes: PageBytes) => Uint8Array | Promise<Uint8Array>

const gzipInThread = promisify<PageBytes, { level: number }, Uint8Array>(gzip)

const encoders: Record<'zstd' | 'gzip', { short: Encoder; long: Encoder }> = {
  zstd: {
    short: (bytes) => Bun.zstdCompressSync(bytes, { level: 1 }),
    long: (bytes) => Bun.zstdCompress(bytes, { level: 1 }),
  },
  gzip: {
    short: (bytes) => Bun.gzipSync(bytes, { level: 1, library: 'libdeflate' }),
    long: (bytes) => gzipInThread(bytes, { level: 2 }),
  },
}

/** A page with no secret of its own has nothing that a stranger could guess from its length. */
export async function compressReply(request: Request, response: Response): Promise<Response> {
  const { headers, status } = response
  if (!isText(headers)) return response
  const content = knownContent(response) ?? (await response.bytes())
  headers.append('vary', 'Accept-Encoding')
  const encoding = chooseCompression(request.headers.get('accept-encoding') ?? '')
  if (encoding === 'zstd' && isPieces(content) && countBytes(content) < LONG) {
    headers.set('content-encoding', encoding)
    return sendAtOnce(joinFrame(content), { status, headers })
  }
  const bytes = isPieces(content) ? joinPieces(content) : toBytes(content)
  if (!encoding || bytes.length < WORTHWHILE) return sendAtOnce(bytes, { status, headers })
  headers.set('content-encoding', encoding)
  const { short, long } = encoders[encoding]
  const compressed = await (bytes.length < LONG ? short : long)(bytes)
  return sendAtOnce(compressed as PageBytes, { status, headers })
}

const isPieces = (content: string | PageBytes | PagePieces): content is PagePieces => Array.isArray(content)

const toBytes = (content: string | PageBytes): PageBytes =>
  typeof content === 'string' ? Buffer.from(content) : content

const isText = (headers: Headers) =>
  /^(text\/html|application\/json)/.test(headers.get('content-type') ?? '') &&
  !headers.has('content-encoding') &&
  !headers.has('content-disposition')

type Encoding = keyof typeof encoders

/** Browsers say a few things between them. */
const chosen = new Lru<string, { encoding: Encoding | undefined }>(50)

function chooseCompression(accepted: string): Encoding | undefined {
  const known = chosen.get(accepted)
  if (known) return known.encoding
  const encoding = findCompression(accepted)
  chosen.set(accepted, { encoding })
  return encoding
}

function findCompression(accepted: string): Encoding | undefined {
  const taken = accepted.split(',').map((one) => one.trim().toLowerCase())
  return (['zstd', 'gzip'] as const).find((name) =>
    taken.some(
      (one) => one === name || (one.startsWith(`${name};q=`) && Number(one.slice(name.length + 3)) > 0),
    ),
  )
}
