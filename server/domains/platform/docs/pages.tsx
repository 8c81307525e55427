import { notFound } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { flag, object, t, text } from '#server/http/fields.ts'
import { dialogReply, publicView, view } from '#server/http/reply.ts'
import { page, publicPage, type Route } from '#server/http/route.ts'
import { describeCall } from '#server/replies/describe-call.ts'
import { loadReplies } from '#server/replies/load-replies.ts'
import { CallDialog } from '#views/platform/docs/call.tsx'
import { CallList, Calls } from '#views/platform/docs/calls.tsx'

const CallsQuery = object({ search: t.Optional(text(200)), mine: t.Optional(flag()) })
const OneCall = object({ method: text(10), path: text(200) })

const isCall = ({ kind }: Route) => kind === 'api'

const summaries = (routes: Route[]) =>
  routes
    .filter(isCall)
    .map(({ method, path, claim, options }) => ({ method, path, claim, summary: options.summary ?? '' }))
    .sort((a, b) => a.path.localeCompare(b.path) || a.method.localeCompare(b.method))

type Asked = { search?: string; mine?: boolean }

/** Each word must stand somewhere in the address, the right or what it does. */
function callsPage(c: Context, routes: Route[], { search = '', mine = false }: Asked) {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const rows = summaries(routes).filter(({ method, path, claim, summary }) => {
    const said = `${method} ${path} ${claim ?? ''} ${summary}`.toLowerCase()
    const isMine = !mine || claim === null || claim === 'seat' || c.can(claim)
    return isMine && words.every((word) => said.includes(word))
  })
  return view(<CallList rows={rows} query={{ search, mine }} url={c.url.pathname + c.url.search} />, {
    title: 'Calls',
  })
}

export const docsPages = (routes: () => Route[]): Route[] => [
  publicPage('GET /api/docs', { summary: 'A page of all calls.' }, () =>
    publicView(<Calls calls={summaries(routes())} />, { title: 'Calls', width: 'wide' }),
  ),

  page(
    'GET /account/calls',
    { claim: 'seat', query: CallsQuery, summary: 'All calls of other programs, to search and try.' },
    (c) => callsPage(c, routes(), c.query),
  ),

  page(
    'GET /account/calls/call',
    { claim: 'seat', query: OneCall, summary: 'One call: what it takes and answers, and a form to try it.' },
    async (c) => {
      const { method, path } = c.query
      const route = routes().find((one) => isCall(one) && one.method === method && one.path === path)
      if (!route) throw notFound('call')
      const call = describeCall(route, await loadReplies())
      const { claim } = call
      const allowed = claim === null || claim === 'seat' || c.can(claim)
      return dialogReply(c, <CallDialog {...call} allowed={allowed} />, () => callsPage(c, routes(), {}))
    },
  ),
]
