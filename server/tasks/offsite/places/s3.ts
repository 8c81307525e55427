import { S3Client } from 'bun'
import type { S3Address } from './address.ts'
import { byObjectName, type CopyPlace, PlaceProblem, type StoredObject } from './place.ts'

type S3Credentials = { keyid: string; secret: string }

const PATIENCE_MS = 5 * 60_000
const LISTED = 1000

/** Amazon’s, or whatever speaks its protocol. */
export function openS3(address: S3Address, { keyid, secret }: S3Credentials): CopyPlace {
  const { bucket, prefix, endpoint, region } = address
  const client = new S3Client({ accessKeyId: keyid, secretAccessKey: secret, bucket, endpoint, region })
  const key = (name: string) => (prefix ? `${prefix}/${name}` : name)
  const explained = <T>(run: () => Promise<T>) => inTime(run()).catch((error) => throwProblem(error, address))
  return {
    put: (name, bytes, { unlessThere = false } = {}) =>
      explained(async () => {
        if (unlessThere) return putUnlessThere(client, key(name), bytes)
        await client.write(key(name), bytes)
        return true
      }),
    get: (name) =>
      explained(async () => {
        try {
          return await client.file(key(name)).bytes()
        } catch (error) {
          if ((error as { code?: string }).code === 'NoSuchKey') return null
          throw error
        }
      }),
    list: (folder) => explained(() => listAll(client, `${key(folder)}/`, prefix ? prefix.length + 1 : 0)),
    remove: (name) => explained(() => client.delete(key(name))),
    close() {},
  }
}

/** By an address signed beforehand, since Bun’s client takes no conditions. A header that is not signed may be added. */
async function putUnlessThere(client: S3Client, key: string, bytes: Uint8Array): Promise<boolean> {
  const reply = await fetch(client.presign(key, { method: 'PUT', expiresIn: PATIENCE_MS / 1000 }), {
    method: 'PUT',
    body: bytes as Uint8Array<ArrayBuffer>,
    headers: { 'if-none-match': '*' },
  })
  const text = await reply.text()
  if (reply.ok) return true
  if (reply.status === 412 || reply.status === 409) return false
  const code = /<Code>([^<]*)<\/Code>/.exec(text)?.[1] ?? `HTTP ${reply.status}`
  throw Object.assign(new Error(/<Message>([^<]*)<\/Message>/.exec(text)?.[1] ?? code), { code })
}

async function listAll(client: S3Client, prefix: string, skipped: number): Promise<StoredObject[]> {
  const found: StoredObject[] = []
  let continuationToken: string | undefined
  do {
    const page = await client.list({ prefix, delimiter: '/', maxKeys: LISTED, continuationToken })
    for (const { key, size, lastModified } of page.contents ?? [])
      found.push({
        name: key.slice(skipped),
        bytes: size ?? 0,
        modifiedutc: new Date(lastModified ?? 0).toISOString(),
      })
    continuationToken = page.isTruncated ? page.nextContinuationToken : undefined
  } while (continuationToken)
  return found.sort(byObjectName)
}

function inTime<T>(work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const late = () => reject(Object.assign(new Error('no answer'), { code: 'Timeout' }))
  const timer = setTimeout(late, PATIENCE_MS)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}

type S3Error = { code?: string; message?: string }

function throwProblem({ code = '', message = '' }: S3Error, { bucket, endpoint }: S3Address): never {
  const at = endpoint ?? 'S3'
  // What is signed beforehand ends by the clock, too.
  if (
    /^RequestTimeTooSkewed$/.test(code) ||
    (!CERTIFICATE.test(code) && /expired|not yet valid/i.test(message))
  )
    throw new PlaceProblem(
      `The clock of this machine is not that of ${at}, which refuses for it. Set the clock, best by NTP.`,
    )
  const sentence = sentences.find(([codes]) => codes.test(code))?.[1]
  throw new PlaceProblem(
    sentence ? sentence(bucket, at) : `The bucket ${bucket} cannot be used: ${message || code}`,
  )
}

const CERTIFICATE = /CERT|SELF_SIGNED|ALTNAME|UNABLE_TO_VERIFY/

const sentences: [RegExp, (bucket: string, at: string) => string][] = [
  [
    /^(AccessDenied|HTTP 403|AllAccessDisabled|AccountProblem)$/,
    (bucket) =>
      `The bucket ${bucket} gives this key no permission. It must be allowed to list, read, write and delete there.`,
  ],
  [/^InvalidAccessKeyId$/, (_, at) => `${at} does not know the key id (JOBLANE_S3_KEY_ID).`],
  [/^SignatureDoesNotMatch$/, () => 'The secret (JOBLANE_S3_SECRET) does not belong to the key id.'],
  [/^(NoSuchBucket|HTTP 404)$/, (bucket, at) => `There is no bucket ${bucket} at ${at}.`],
  [
    /Quota|Insufficient|StorageFull|LimitExceeded|HTTP 507|^TooManyObjects/,
    (bucket) => `The bucket ${bucket} is full. Make room there, or raise its limit.`,
  ],
  [
    /^(Timeout|SlowDown|ServiceUnavailable|InternalError|RequestTimeout|HTTP 5\d\d)$/,
    (_, at) => `${at} does not answer at the moment.`,
  ],
  [
    /^CERT_HAS_EXPIRED$/,
    (_, at) =>
      `The certificate of ${at} has run out: have it renewed. If it has not, the clock of this machine is wrong.`,
  ],
  [CERTIFICATE, (_, at) => `The certificate of ${at} cannot be trusted by this machine.`],
  [
    /Connection|ECONN|ENOTFOUND|DNS|Refused|FailedToOpenSocket|Unreachable|UnknownError/i,
    (_, at) => `${at} cannot be reached. Check its address and the line.`,
  ],
]
