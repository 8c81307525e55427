type Asked = { method: string; path: string; query: string; key: string; body: unknown }
type Books = {
  items: object[]
  levels: Record<string, object[]>
  assets: Record<string, { total: number; available: number }>
}

type Protocol = { header: string; items: string; levels: string; assets: string }

const protocol: Protocol = {
  header: 'x-api-key',
  items: '/items',
  levels: '/levels',
  assets: '/assets/availability',
}

/** A stand-in for Marss on loopback, with books of its own for each key. */
export function startMarss({ header, ...paths }: Protocol = protocol) {
  const books = new Map<string, Books>()
  const asked: Asked[] = []
  /** Answers that it gives in place of its own, in their order. */
  const next: (() => Response)[] = []
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { pathname, searchParams, search } = new URL(request.url)
      const path = pathname.slice('/api'.length)
      const key = request.headers.get(header) ?? ''
      const body = request.method === 'POST' ? await request.json() : undefined
      asked.push({ method: request.method, path, query: search, key, body })
      const instead = next.shift()
      if (instead) return instead()
      const own = books.get(key)
      if (!own) return new Response('', { status: 401 })
      if (path === paths.items) return Response.json({ items: own.items })
      if (path === paths.levels)
        return Response.json({ levels: own.levels[searchParams.get('code') ?? ''] ?? [] })
      if (path !== paths.assets || request.method !== 'POST') return new Response('', { status: 404 })
      return Response.json(
        (body as { code: string }[]).flatMap(({ code }) => {
          const found = own.assets[code]
          return found ? [{ code, ...found }] : []
        }),
      )
    },
  })
  return {
    url: `http://127.0.0.1:${server.port}/api`,
    asked,
    next,
    give: (key: string, given: Partial<Books>) =>
      books.set(key, { items: [], levels: {}, assets: {}, ...given }),
    stop: () => server.stop(true),
  }
}
