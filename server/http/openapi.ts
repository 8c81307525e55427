import type { AnyElysia } from 'elysia'
import { VERSION } from '#server/version.ts'
import type { Route } from './route.ts'

type Operation = { requestBody?: { content: Record<string, unknown> } }
type Paths = Record<string, Record<string, Operation>>

/** Made at the first request, which few installations see. The plugin's viewers load scripts from elsewhere. */
export async function renderOpenApi(app: AnyElysia, routes: Route[]): Promise<string> {
  const { toOpenAPISchema } = await import('@elysiajs/openapi/openapi')
  const { paths, components } = toOpenAPISchema(app as never, {}) as unknown as {
    paths: Paths
    components: object
  }
  fillBodies(paths, routes)
  return JSON.stringify({
    openapi: '3.1.2',
    info: {
      title: 'Joblane',
      version: VERSION,
      description: 'Every call, the claim it needs, and its schemas.',
    },
    paths: onlyShown(paths),
    components: {
      ...components,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        apikey: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
      },
    },
  })
}

/** The gate hangs in the parsers, which leaves the plugin without a media type for any body. */
function fillBodies(paths: Paths, routes: Route[]) {
  for (const { method, path, schemas } of routes) {
    const operation = paths[path.replace(/:([a-zA-Z]+)/g, '{$1}')]?.[method.toLowerCase()]
    if (operation?.requestBody && schemas.body)
      operation.requestBody.content = { 'application/json': { schema: schemas.body } }
  }
}

const onlyShown = (paths: Paths) =>
  Object.fromEntries(Object.entries(paths).filter(([path]) => /^\/(api|xero|render|health)/.test(path)))
