import { type Viewer, viewerFor } from '#server/access/viewer.ts'
import type { Context } from './context.ts'
import { isDocumentRequest } from './request.ts'

const marks = new WeakMap<Viewer, string>()

/**
 * Says in a header who a page, or what a page asks for, was made for: one person in one account with the rights of now. What a browser stores of
 * it is nobody else's, nor theirs once their rights are others. Whoever has no seat (any more) is nobody: an empty one.
 */
export function markViewer(c: Context, response: Response): Response {
  const { method, headers } = c.request
  const isRead = method === 'GET' && (headers.has('x-joblane-account') || isDocumentRequest(c.request))
  if (isRead) response.headers.set('x-joblane-viewer', viewerMark(c))
  return response
}

function viewerMark({ person, read }: Context): string {
  const viewer = read((db) => viewerFor(db, person))
  const mark =
    marks.get(viewer) ?? hash([...viewer.boards, ...(viewer.locations ?? []), ...viewer.claims].flat())
  marks.set(viewer, mark)
  return hash([person.accountid, person.userid, mark])
}

const hash = (parts: readonly unknown[]) => Bun.hash(JSON.stringify(parts)).toString(36)
