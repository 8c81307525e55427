import type { Services } from '#server/services.ts'
import { FragmentPage } from '#views/layout/fragment-page.tsx'
import type { Context, PublicContext, Reply } from './context.ts'
import { readMenu } from './frame.tsx'
import { publicView, view } from './reply.ts'
import type { Route } from './route.ts'

type Fragment = Extract<Reply, { kind: 'fragment' }>

export function wrapFragment(
  services: Services,
  c: Context | PublicContext,
  { body, status, headers }: Fragment,
  above: readonly ParentPage[],
): Reply {
  const parts = c.url.pathname.split('/').filter(Boolean)
  const { title, page } = findPageTitle('person' in c ? readMenu(services, c).labels : {}, parts)
  const piece = (
    <FragmentPage title={title} above={parentUrl(c, parts, above)}>
      {body}
    </FragmentPage>
  )
  return 'person' in c
    ? view(piece, { title, page, status, headers })
    : publicView(piece, { title, status, headers })
}

function findPageTitle(
  labels: Record<string, string>,
  parts: readonly string[],
): { title: string; page?: string } {
  for (let many = parts.length; many; many--) {
    const page = `pages.${parts.slice(0, many).join('.')}`
    const title = labels[page]
    if (title) return { title, page }
  }
  const [first = ''] = parts
  return { title: first.charAt(0).toUpperCase() + first.slice(1) }
}

export type ParentPage = { depth: number; claim: Route['claim'] }

const isPage = ({ kind, method }: Route) => kind === 'page' && method === 'GET'

export const pagesByPath = (routes: readonly Route[]): ReadonlyMap<string, Route> =>
  new Map(routes.filter(isPage).map((route) => [route.path, route]))

export function findParentPages(pages: ReadonlyMap<string, Route>, route: Route): ParentPage[] {
  if (!isPage(route)) return []
  const parts = route.path.split('/').slice(1)
  return parts.flatMap((_, many) => {
    const depth = parts.length - 1 - many
    const above = pages.get(`/${parts.slice(0, depth).join('/')}`)
    return above ? [{ depth, claim: above.claim }] : []
  })
}

function parentUrl(
  c: Context | PublicContext,
  parts: readonly string[],
  above: readonly ParentPage[],
): string {
  const may = ({ claim }: ParentPage) => claim === null || claim === 'seat' || ('can' in c && c.can(claim))
  return `/${parts.slice(0, above.find(may)?.depth ?? 0).join('/')}`
}
