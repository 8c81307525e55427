import { publicView } from '#server/http/reply.ts'
import { publicPage, type Route } from '#server/http/route.ts'
import { Calls } from '#views/platform/docs/calls.tsx'

export const docsPages = (routes: () => Route[]): Route[] => [
  publicPage('GET /api/docs', { summary: 'A page of all calls.' }, () =>
    publicView(
      <Calls
        calls={routes()
          .filter(({ kind }) => kind === 'api')
          .map(({ method, path, claim, options }) => ({
            method,
            path,
            claim,
            summary: options.summary ?? '',
          }))
          .sort((a, b) => a.path.localeCompare(b.path) || a.method.localeCompare(b.method))}
      />,
      { title: 'Calls', width: 'wide' },
    ),
  ),
]
