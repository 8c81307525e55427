/** Below this a compressed answer is hardly shorter, and later. */
const WORTHWHILE = 1_024

const encoders = {
  zstd: (bytes: Uint8Array<ArrayBuffer>) => Bun.zstdCompressSync(bytes, { level: 1 }),
  gzip: (bytes: Uint8Array<ArrayBuffer>) => Bun.gzipSync(bytes, { level: 1, library: 'libdeflate' }),
}

/** A page with no secret of its own has nothing that a stranger could guess from its length. */
export async function compressReply(request: Request, response: Response): Promise<Response> {
  const encoding = chooseCompression(request.headers.get('accept-encoding') ?? '')
  const { headers, status, body } = response
  if (!encoding || !body || !isText(headers)) return response
  const bytes = new Uint8Array(await response.arrayBuffer())
  headers.append('vary', 'Accept-Encoding')
  if (bytes.length < WORTHWHILE) return new Response(bytes, { status, headers })
  headers.set('content-encoding', encoding)
  return new Response(new Uint8Array(encoders[encoding](bytes)), { status, headers })
}

const isText = (headers: Headers) =>
  /^(text\/html|application\/json)/.test(headers.get('content-type') ?? '') &&
  !headers.has('content-encoding') &&
  !headers.has('content-disposition')

function chooseCompression(accepted: string): keyof typeof encoders | undefined {
  const taken = accepted.split(',').map((one) => one.trim().toLowerCase())
  return (['zstd', 'gzip'] as const).find((name) =>
    taken.some(
      (one) => one === name || (one.startsWith(`${name};q=`) && Number(one.slice(name.length + 3)) > 0),
    ),
  )
}
