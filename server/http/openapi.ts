import { OptionalKind } from '@sinclair/typebox'
import type { AnyElysia } from 'elysia'
import { VERSION } from '#server/version.ts'
import { NoBody } from './fields.ts'
import { type Route, versionedPaths } from './route.ts'

type Operation = { requestBody?: { required: boolean; content: Record<string, unknown> } }
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

/** Bodies are checked by ourselves, so that the plugin knows of none. */
function fillBodies(paths: Paths, routes: Route[]) {
  for (const { method, path, schemas } of routes) {
    if (!schemas.body || schemas.body === NoBody) continue
    const content = { 'application/json': { schema: schemas.body } }
    for (const address of versionedPaths(path)) {
      const operation = paths[address.replace(/:([a-zA-Z]+)/g, '{$1}')]?.[method.toLowerCase()]
      if (operation) operation.requestBody = { required: !schemas.body[OptionalKind], content }
    }
  }
}

const onlyShown = (paths: Paths) =>
  Object.fromEntries(Object.entries(paths).filter(([path]) => /^\/(api|xero|render|health)/.test(path)))
