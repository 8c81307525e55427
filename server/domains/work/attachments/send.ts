import type { BunFile } from 'bun'
import type { AttachmentRow } from '#db/queries/work/attachments.ts'
import { disposition } from '#server/files/disposition.ts'
import { isShown } from '#server/files/kinds.ts'
import { downloadName } from './names.ts'

/** What is sent back can do nothing in the browser that shows it. */
const HARMLESS = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:"

export function sendAttachment(request: Request, { attachment }: AttachmentRow, body: BunFile): Response {
  const { filename, filetype, media, sha256 } = attachment
  const etag = `"${sha256}"`
  const headers = {
    'content-type': media,
    'content-disposition': disposition(downloadName(filename, filetype), isShown(media)),
    'content-security-policy': HARMLESS,
    'cache-control': 'private, no-cache',
    etag,
  }
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers })
  return new Response(body, { headers })
}
