import { createHash, createHmac } from 'node:crypto'

type Stored = { bytes: Uint8Array; modified: Date }

export type S3StandIn = {
  address(prefix?: string): string
  objects: Map<string, Stored>
  /** What it was asked, newest last: method and key. */
  asked: string[]
  /** Puts answer so from now on, until it is taken away. */
  refuse: { status: number; code: string } | null
  /** How far its clock is from ours. */
  skewMs: number
  /** Added to the times that it gives its objects. */
  shiftMs: number
  /** More than these bytes it does not hold. */
  room: number
  stop(): void
}

export const S3_KEY = { id: 'AKIDEXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' }
export const s3Flags = ['--s3-key-id', S3_KEY.id, '--s3-secret', S3_KEY.secret]

const BUCKET = 'copies'
const SKEW_MS = 15 * 60_000

/** Speaks what a bucket speaks: signatures of version 4 in headers and addresses, conditional writes, lists in pages. */
export function startS3(): S3StandIn {
  const standIn: S3StandIn = {
    address: (prefix = 'office') =>
      `s3://${BUCKET}/${prefix}?endpoint=http://127.0.0.1:${server.port}&region=af-south-1`,
    ...{ objects: new Map(), asked: [], refuse: null, skewMs: 0, shiftMs: 0, room: Number.POSITIVE_INFINITY },
    stop: () => void server.stop(true),
  }
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: (request) => answer(standIn, request) })
  return standIn
}

async function answer(s3: S3StandIn, request: Request): Promise<Response> {
  const url = new URL(request.url)
  const [, bucket, ...rest] = url.pathname.split('/')
  const key = decodeURIComponent(rest.join('/'))
  s3.asked.push(`${request.method} ${key}`)
  const wrong = signatureFault(request, url, new Date(Date.now() + s3.skewMs))
  if (wrong) return refusal(403, wrong, 'Refused.')
  if (bucket !== BUCKET) return refusal(404, 'NoSuchBucket', 'The specified bucket does not exist')
  if (request.method === 'GET' && url.searchParams.has('list-type')) return list(s3, url.searchParams)
  if (s3.refuse && request.method === 'PUT') return refusal(s3.refuse.status, s3.refuse.code, 'Refused.')
  if (request.method === 'PUT') return put(s3, key, request)
  const found = s3.objects.get(key)
  if (request.method === 'DELETE') {
    s3.objects.delete(key)
    return new Response(null, { status: 204 })
  }
  return found
    ? new Response(found.bytes as Uint8Array<ArrayBuffer>)
    : refusal(404, 'NoSuchKey', 'No such key')
}

async function put(s3: S3StandIn, key: string, request: Request): Promise<Response> {
  const bytes = await request.bytes()
  if (request.headers.get('if-none-match') === '*' && s3.objects.has(key))
    return refusal(412, 'PreconditionFailed', 'At least one of the pre-conditions you specified did not hold')
  const held = [...s3.objects.values()].reduce((sum, one) => sum + one.bytes.length, 0)
  if (held + bytes.length > s3.room) return refusal(403, 'QuotaExceeded', 'The quota is exceeded')
  s3.objects.set(key, { bytes, modified: new Date(Date.now() + s3.shiftMs) })
  return new Response(null, { headers: { etag: `"${createHash('md5').update(bytes).digest('hex')}"` } })
}

function list(s3: S3StandIn, query: URLSearchParams): Response {
  const prefix = query.get('prefix') ?? ''
  const after = query.get('continuation-token') ?? ''
  const most = Math.min(Number(query.get('max-keys') ?? 1000), 1000)
  const keys = [...s3.objects.keys()]
    .filter((key) => key.startsWith(prefix) && !key.slice(prefix.length).includes('/') && key > after)
    .sort()
  const page = keys.slice(0, most)
  const more = keys.length > page.length
  const contents = page.map((key) => {
    const { bytes, modified } = s3.objects.get(key) as Stored
    return `<Contents><Key>${key}</Key><LastModified>${modified.toISOString()}</LastModified><Size>${bytes.length}</Size></Contents>`
  })
  const next = more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
  return xml(
    200,
    `<ListBucketResult><Name>${BUCKET}</Name><IsTruncated>${more}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`,
  )
}

const refusal = (status: number, code: string, message: string) =>
  xml(status, `<Error><Code>${code}</Code><Message>${message}</Message></Error>`)

const xml = (status: number, body: string) =>
  new Response(`<?xml version="1.0" encoding="UTF-8"?>${body}`, {
    status,
    headers: { 'content-type': 'application/xml' },
  })

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const hex = (text: string) => createHash('sha256').update(text).digest('hex')
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)

/** The code that Amazon answers, or null when the request was signed with the secret. */
function signatureFault(request: Request, url: URL, now: Date): string | null {
  const inAddress = url.searchParams.has('X-Amz-Signature')
  const part = inAddress ? fromAddress(url.searchParams) : fromHeader(request.headers)
  if (!part) return 'AccessDenied'
  const [keyid, day, region, service, end] = part.credential.split('/')
  if (keyid !== S3_KEY.id) return 'InvalidAccessKeyId'
  const at = Date.parse(part.date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (Math.abs(at - now.getTime()) > SKEW_MS) return 'RequestTimeTooSkewed'
  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
  const path = decodeURIComponent(url.pathname).split('/').map(encode).join('/')
  const headers = part.signed.split(';').map((name) => `${name}:${request.headers.get(name)?.trim()}\n`)
  const canonical = [
    request.method,
    path,
    query.join('&'),
    headers.join(''),
    part.signed,
    inAddress ? 'UNSIGNED-PAYLOAD' : request.headers.get('x-amz-content-sha256'),
  ].join('\n')
  const scope = `${day}/${region}/${service}/${end}`
  const text = ['AWS4-HMAC-SHA256', part.date, scope, hex(canonical)].join('\n')
  const key = [day, region, service, end].reduce<string | Buffer>(
    (secret, word) => hmac(secret, word ?? ''),
    `AWS4${S3_KEY.secret}`,
  )
  return hmac(key, text).toString('hex') === part.signature ? null : 'SignatureDoesNotMatch'
}

type SignedPart = { credential: string; signed: string; signature: string; date: string }

const fromAddress = (query: URLSearchParams): SignedPart => ({
  credential: query.get('X-Amz-Credential') ?? '',
  signed: query.get('X-Amz-SignedHeaders') ?? '',
  signature: query.get('X-Amz-Signature') ?? '',
  date: query.get('X-Amz-Date') ?? '',
})

function fromHeader(headers: Headers): SignedPart | null {
  const [, credential, signed, signature] =
    /^AWS4-HMAC-SHA256 Credential=(\S+), ?SignedHeaders=(\S+), ?Signature=(\w+)$/.exec(
      headers.get('authorization') ?? '',
    ) ?? []
  const date = headers.get('x-amz-date')
  return credential && signed && signature && date ? { credential, signed, signature, date } : null
}
