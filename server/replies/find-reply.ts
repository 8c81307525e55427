import type { Route } from '#server/http/route.ts'
import type { CallReply, Replies, Shape } from './types.ts'

/** Documents are pages that programs ask for too. */
const isDocument = ({ kind, path }: Route) => kind === 'page' && path.startsWith('/render/')

export function findReply(route: Route, { calls }: Replies): CallReply {
  if (route.options.reply) return { data: JSON.parse(JSON.stringify(route.options.reply)) as Shape }
  if (isDocument(route)) return { file: true }
  const address = `${route.method} ${route.path}`
  const pattern = Object.keys(calls).find(
    (one) => one.includes('*') && new RegExp(`^${one.replaceAll('*', '[^/]+')}$`).test(address),
  )
  return calls[address] ?? calls[pattern ?? ''] ?? {}
}

/** Decision A1: lists say how many there are. */
export const answerSchema = ({ method }: Route, data: Shape): Shape => ({
  type: 'object',
  properties: {
    data,
    message: { type: 'string' },
    total: { type: 'integer' },
    more: { type: 'boolean' },
    minutes: { type: 'number' },
  },
  required: method === 'GET' && data.type === 'array' ? ['data', 'total'] : ['data'],
})
