import type { Route } from '#server/http/route.ts'
import type { CallReply, Replies, Shape } from './types.ts'

/** Of the pages that the specification counts among the calls: documents, and the way through Xero's consent. */
function findPageReply({ kind, path }: Route): CallReply | null {
  if (kind !== 'page') return null
  if (path.startsWith('/render/')) return { file: true }
  return /^\/xero\/(connect|connected|signup)$/.test(path) ? { redirect: true } : null
}

/** What programs ask for; all else is for people alone. */
export const isDescribed = (route: Route) => route.kind === 'api' || findPageReply(route) !== null

export function findReply(route: Route, { calls }: Replies): CallReply {
  if (route.options.reply) return { data: JSON.parse(JSON.stringify(route.options.reply)) as Shape }
  const ofPage = findPageReply(route)
  if (ofPage) return ofPage
  const address = `${route.method} ${route.path}`
  const pattern = Object.keys(calls).find(
    (one) => one.includes('*') && new RegExp(`^${one.replaceAll('*', '[^/]+')}$`).test(address),
  )
  return calls[address] ?? calls[pattern ?? ''] ?? {}
}

/** Rows that a sync left out, and why. */
const LEFT_OUT: Shape = {
  type: 'object',
  properties: {
    rows: { type: 'integer' },
    reasons: {
      type: 'array',
      items: {
        type: 'object',
        properties: { rows: { type: 'integer' }, sentence: { type: 'string' } },
        required: ['rows', 'sentence'],
      },
    },
    open: { type: 'string' },
    part: { type: 'string' },
  },
  required: ['rows', 'reasons'],
}

/** Decision A1: lists say how many there are. */
export const answerSchema = ({ method, path }: Route, data: Shape): Shape => ({
  type: 'object',
  properties: {
    data,
    message: { type: 'string' },
    total: { type: 'integer' },
    more: { type: 'boolean' },
    minutes: { type: 'number' },
    ...(path.endsWith('/sync') ? { leftout: LEFT_OUT } : {}),
  },
  required: method === 'GET' && data.type === 'array' ? ['data', 'total'] : ['data'],
})
