import type { Services } from '#server/services.ts'
import { Piece } from '#views/layout/piece.tsx'
import type { Context, PublicContext, Reply } from './context.ts'
import { readMenu } from './frame.tsx'
import { publicView, view } from './reply.ts'
import type { Route } from './route.ts'

type Fragment = Extract<Reply, { kind: 'fragment' }>

/** A piece of a page whose address was opened by itself, in a page named after the one that it belongs to. */
export function pageAround(
  services: Services,
  c: Context | PublicContext,
  { body, status, headers }: Fragment,
  above: readonly Above[],
): Reply {
  const parts = c.url.pathname.split('/').filter(Boolean)
  const { title, page } = nameOf('person' in c ? readMenu(services, c).labels : {}, parts)
  const piece = (
    <Piece title={title} above={wayUp(c, parts, above)}>
      {body}
    </Piece>
  )
  return 'person' in c
    ? view(piece, { title, page, status, headers })
    : publicView(piece, { title, status, headers })
}

/** The label of the nearest page by the words of an address, else its first word. */
function nameOf(labels: Record<string, string>, parts: readonly string[]): { title: string; page?: string } {
  for (let many = parts.length; many; many--) {
    const page = `pages.${parts.slice(0, many).join('.')}`
    const title = labels[page]
    if (title) return { title, page }
  }
  const [first = ''] = parts
  return { title: first.charAt(0).toUpperCase() + first.slice(1) }
}

/** A page above another one: how many segments of its address it has, and what it asks for. */
export type Above = { depth: number; claim: Route['claim'] }

/** The pages that a page's address leads through, the nearest first. */
export function pagesAbove(routes: readonly Route[], { kind, method, path }: Route): Above[] {
  if (kind !== 'page' || method !== 'GET') return []
  const parts = path.split('/').slice(1)
  return parts.flatMap((_, many) => {
    const depth = parts.length - 1 - many
    const address = `/${parts.slice(0, depth).join('/')}`
    const above = routes.find((one) => one.kind === 'page' && one.method === 'GET' && one.path === address)
    return above ? [{ depth, claim: above.claim }] : []
  })
}

/** The nearest page above that this person may open; the start page where there is none. */
function wayUp(c: Context | PublicContext, parts: readonly string[], above: readonly Above[]): string {
  const may = ({ claim }: Above) => claim === null || claim === 'seat' || ('can' in c && c.can(claim))
  return `/${parts.slice(0, above.find(may)?.depth ?? 0).join('/')}`
}
