import { resolve } from 'node:path'
import { WrongSetting } from '#server/setting-kinds.ts'

export type FolderAddress = { kind: 'folder'; path: string }
export type S3Address = { kind: 's3'; bucket: string; prefix: string; endpoint?: string; region?: string }
export type SftpAddress = {
  kind: 'sftp'
  host: string
  port: number
  user: string
  password: string
  path: string
  /** `SHA256:…`, as `ssh-keygen -l` prints it. */
  hostkey: string | null
}
export type PlaceAddress = FolderAddress | S3Address | SftpAddress

const FORMS =
  's3://bucket/prefix, sftp://user@host/path or the path of a folder (a special character of a password is written as in any address, @ as %40)'

/** No sentence repeats the address, which may hold a password. @throws WrongSetting */
export function parsePlace(text: string, setting: string): PlaceAddress {
  const scheme = /^([a-z0-9]+):\/\//i.exec(text)?.[1]?.toLowerCase()
  if (!scheme) return { kind: 'folder', path: resolve(text) }
  const url = URL.parse(text)
  if (scheme === 's3' && url) return parseS3(url, setting)
  if (scheme === 'sftp' && url) return parseSftp(url, setting)
  throw new WrongSetting(`${setting} must be ${FORMS}.`)
}

const pathOf = ({ pathname }: URL) => decodeURIComponent(pathname).replace(/\/+$/, '')

function parseS3(url: URL, setting: string): S3Address {
  refuseOthers(url, ['endpoint', 'region'], setting)
  const bucket = url.hostname
  const prefix = pathOf(url).replace(/^\/+/, '')
  if (!bucket || !/^[\w./-]*$/.test(prefix))
    throw new WrongSetting(`${setting} must name a bucket, and a prefix of letters, digits, / . _ and -.`)
  const endpoint = url.searchParams.get('endpoint') ?? undefined
  if (endpoint && !/^https?:$/.test(URL.parse(endpoint)?.protocol ?? ''))
    throw new WrongSetting(
      `${setting} must name its endpoint as in ?endpoint=https://s3.af-south-1.amazonaws.com.`,
    )
  return { kind: 's3', bucket, prefix, endpoint, region: url.searchParams.get('region') ?? undefined }
}

function parseSftp(url: URL, setting: string): SftpAddress {
  refuseOthers(url, ['hostkey'], setting)
  // A space in a query is a plus that was not written as %2B, and base64 has no spaces.
  const hostkey = url.searchParams.get('hostkey')?.replaceAll(' ', '+') ?? null
  const path = pathOf(url)
  if (!url.hostname || !url.username || !path)
    throw new WrongSetting(`${setting} must name a user, a host and a folder: sftp://user@host/folder.`)
  if (hostkey && !/^SHA256:[\w+/]{43}$/.test(hostkey))
    throw new WrongSetting(
      `${setting} must give the key of the host as ssh-keygen -l prints it: ?hostkey=SHA256:….`,
    )
  return {
    kind: 'sftp',
    host: url.hostname,
    port: Number(url.port) || 22,
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    path,
    hostkey,
  }
}

function refuseOthers(url: URL, known: string[], setting: string) {
  const strange = [...url.searchParams.keys()].find((name) => !known.includes(name))
  if (strange) throw new WrongSetting(`${setting} knows no ?${strange}=. Known: ${known.join(', ')}.`)
}

/** Without what nobody else may see. */
export function showAddress(address: PlaceAddress): string {
  if (address.kind === 'folder') return address.path
  if (address.kind === 's3') return `s3://${address.bucket}/${address.prefix}`
  const port = address.port === 22 ? '' : `:${address.port}`
  return `sftp://${address.user}@${address.host}${port}${address.path}`
}
