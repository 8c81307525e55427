import { routes } from '#server/app.ts'
import { type Route, versionedPaths } from '#server/http/route.ts'
import { answerSchema, findReply } from '#server/replies/find-reply.ts'
import type { Replies } from '#server/replies/types.ts'
import { shapeFaults } from './shape-faults.ts'

type Known = { pattern: RegExp; route: Route }

const byStart = new Map<string, Known[]>()
let replies: Promise<Replies> | undefined

/** Set by a run of all tests. A single file is run too often to read off all types each time. */
const { TESTS_REPLIES } = process.env

/** Compares an answer with what its call says that it answers. @throws where they differ */
export async function checkAnswer(method: string, path: string, body: unknown) {
  if (!TESTS_REPLIES) return
  const route = findRoute(method, path.split('?')[0] ?? '')
  if (route?.kind !== 'api') return
  replies ??= Bun.file(TESTS_REPLIES).json()
  const known = await replies
  const { data } = findReply(route, known)
  const name = `${route.method} ${route.path}`
  if (!data) throw new Error(`${name} answers JSON, and nothing says which.`)
  const faults = shapeFaults(body, answerSchema(route, data), known.named, '')
  if (faults.length > 0)
    throw new Error(`${name} answers otherwise than its type says: ${faults.slice(0, 5).join('; ')}`)
}

function findRoute(method: string, path: string): Route | undefined {
  if (byStart.size === 0) for (const route of routes) register(route)
  return byStart.get(start(method, path))?.find(({ pattern }) => pattern.test(path))?.route
}

/** What has no parameters stands first. */
function register(route: Route) {
  for (const path of versionedPaths(route.path)) {
    const pattern = new RegExp(`^${path.replace(/:[a-z]+/gi, '[^/]+')}$`, 'i')
    const key = start(route.method, path)
    const found = [...(byStart.get(key) ?? []), { pattern, route }]
    byStart.set(
      key,
      found.sort((a, b) => Number(a.route.path.includes(':')) - Number(b.route.path.includes(':'))),
    )
  }
}

const start = (method: string, path: string) =>
  `${method} ${path.split('/').slice(0, 3).join('/')} ${path.split('/').length}`
