import { isUtf8 } from 'node:buffer'

type FileKind = { media: string; extension: string }

type FileSignature = FileKind & { at?: number; bytes: string }

// First bytes as Latin-1 text; the first mark that fits wins.
const signatures: FileSignature[] = [
  { media: 'image/png', extension: '.png', bytes: '\x89PNG\r\n\x1a\n' },
  { media: 'image/jpeg', extension: '.jpg', bytes: '\xff\xd8\xff' },
  { media: 'image/gif', extension: '.gif', bytes: 'GIF87a' },
  { media: 'image/gif', extension: '.gif', bytes: 'GIF89a' },
  { media: 'image/webp', extension: '.webp', at: 8, bytes: 'WEBP' },
  { media: 'image/tiff', extension: '.tif', bytes: 'II*\0' },
  { media: 'image/tiff', extension: '.tif', bytes: 'MM\0*' },
  { media: 'image/heic', extension: '.heic', at: 4, bytes: 'ftyphei' },
  { media: 'image/heic', extension: '.heic', at: 4, bytes: 'ftypmif1' },
  { media: 'image/avif', extension: '.avif', at: 4, bytes: 'ftypavif' },
  { media: 'video/quicktime', extension: '.mov', at: 4, bytes: 'ftypqt' },
  { media: 'video/mp4', extension: '.mp4', at: 4, bytes: 'ftyp' },
  { media: 'application/pdf', extension: '.pdf', bytes: '%PDF-' },
  { media: 'application/x-cfb', extension: '.doc', bytes: '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1' },
  { media: 'application/gzip', extension: '.gz', bytes: '\x1f\x8b' },
  { media: 'application/x-7z-compressed', extension: '.7z', bytes: '7z\xbc\xaf\x27\x1c' },
  { media: 'application/vnd.rar', extension: '.rar', bytes: 'Rar!\x1a\x07' },
]

const OFFICE = 'application/vnd.openxmlformats-officedocument'
const OPEN = 'application/vnd.oasis.opendocument'
// A ZIP lists its members by name; the first that is found says which office wrote it.
const zipSignatures: FileSignature[] = [
  { media: `${OFFICE}.wordprocessingml.document`, extension: '.docx', bytes: 'word/' },
  { media: `${OFFICE}.spreadsheetml.sheet`, extension: '.xlsx', bytes: 'xl/' },
  { media: `${OFFICE}.presentationml.presentation`, extension: '.pptx', bytes: 'ppt/' },
  { media: `${OPEN}.text`, extension: '.odt', bytes: `mimetype${OPEN}.text` },
  { media: `${OPEN}.spreadsheet`, extension: '.ods', bytes: `mimetype${OPEN}.spreadsheet` },
]

const ZIP: FileKind = { media: 'application/zip', extension: '.zip' }
const TEXT: FileKind = { media: 'text/plain; charset=utf-8', extension: '.txt' }
const UNKNOWN: FileKind = { media: 'application/octet-stream', extension: '' }

/** Text of every sort, HTML and SVG too, is plain text: nothing here is ever run. */
export function detectFileKind(bytes: Uint8Array): FileKind {
  const head = latin1(bytes.subarray(0, 64))
  const signature = signatures.find((one) => head.startsWith(one.bytes, one.at ?? 0))
  if (signature) return { media: signature.media, extension: signature.extension }
  if (head.startsWith('PK\x03\x04')) return zipKind(bytes)
  return isText(bytes) ? TEXT : UNKNOWN
}

function zipKind(bytes: Uint8Array): FileKind {
  const members = latin1(bytes.subarray(0, 8_192)) + latin1(bytes.subarray(-65_536))
  const found = zipSignatures.find((one) => members.includes(one.bytes))
  return found ? { media: found.media, extension: found.extension } : ZIP
}

const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')

const isText = (bytes: Uint8Array): boolean => !bytes.includes(0) && isUtf8(bytes)

/** Extensions that the content of a kind may bear as well as its own. */
const alike: Record<string, RegExp> = {
  '.jpg': /^\.jpe?g$/,
  '.tif': /^\.tiff?$/,
  '.heic': /^\.hei[cf]$/,
  '.mp4': /^\.(mp4|m4v|m4a|3gp)$/,
  '.doc': /^\.(doc|xls|ppt|msg|vsd|pub)$/,
  '.gz': /^\.(gz|tgz)$/,
  '.zip': /^\.(?!docx|xlsx|pptx|odt|ods)[a-z0-9]{1,8}$/,
  // Whatever is text may be called by its own name, but not by that of a kind with a mark.
  '.txt': /^\.(?!png|jpe?g|gif|webp|tiff?|hei[cf]|avif|pdf|docx?|xlsx?|pptx?|zip|mp4|mov)[a-z0-9]{1,8}$/,
}

/** Its own where the content does not speak against it. `.PNG` becomes `.png`. */
export function extensionFor({ extension }: FileKind, name: string): string {
  const own = /\.[a-z0-9]{1,8}$/i.exec(name)?.[0].toLowerCase() ?? ''
  if (!extension) return own
  return own === extension || alike[extension]?.test(own) ? own : extension
}

/** What a browser may show by itself; anything else is only ever downloaded (decision D6). */
export const isShown = (media: string) => /^(image\/(png|jpeg|gif|webp)|application\/pdf)$/.test(media)
