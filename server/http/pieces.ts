export type PageBytes = Uint8Array<ArrayBuffer>

/**
 * What a page is joined of: text of this answer alone, and bytes that others are sent too. Bytes begin and end between
 * two tags, where spaces may stand.
 */
export type PagePieces = readonly (string | PageBytes)[]

export const joinPieces = (pieces: PagePieces): PageBytes =>
  Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)))

export const countBytes = (pieces: PagePieces) => pieces.reduce((sum, { length }) => sum + length, 0)

const contents = new WeakMap<Response, string | PagePieces>()

/** What it will send is known before it is read, to whoever compresses it. */
export function knowContent(response: Response, content: string | PagePieces): Response {
  contents.set(response, content)
  return response
}

export const knownContent = (response: Response) => contents.get(response)
