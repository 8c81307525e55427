import { OptionalKind } from '@sinclair/typebox'
import type { AnyElysia } from 'elysia'
import { answerSchema, findReply } from '#server/replies/find-reply.ts'
import { loadReplies } from '#server/replies/load-replies.ts'
import type { Replies } from '#server/replies/types.ts'
import { VERSION } from '#server/version.ts'
import { describeWebhooks } from './describe-webhooks.ts'
import { NoBody } from './fields.ts'
import { type Route, versionedPaths } from './route.ts'

type Operation = {
  requestBody?: { required: boolean; content: Record<string, unknown> }
  responses?: Record<string, unknown>
  hide?: boolean
}
type Paths = Record<string, Record<string, Operation>>

/** Made at the first request, which few installations see. The plugin's viewers load scripts from elsewhere. */
export async function renderOpenApi(app: AnyElysia, routes: Route[]): Promise<string> {
  const { toOpenAPISchema } = await import('@elysiajs/openapi/openapi')
  const { paths, components } = toOpenAPISchema(app as never, {}) as unknown as {
    paths: Paths
    components: object
  }
  const replies = await loadReplies()
  fillOperations(paths, routes, replies)
  return JSON.stringify({
    openapi: '3.1.2',
    info: {
      title: 'Joblane',
      version: VERSION,
      description: 'Every call, the claim it needs, and its schemas; every event that webhooks tell.',
    },
    paths,
    webhooks: describeWebhooks(routes, replies),
    components: {
      ...components,
      schemas: { ...replies.named, Refusal },
      responses: { Refused },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        apikey: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
      },
    },
  })
}

/** Bodies are checked by ourselves, and answers follow from types, so that the plugin knows of neither. */
function fillOperations(paths: Paths, routes: Route[], replies: Replies) {
  for (const route of routes)
    for (const address of versionedPaths(route.path)) {
      const operation = paths[address.replace(/:([a-zA-Z]+)/g, '{$1}')]?.[route.method.toLowerCase()]
      if (!operation) continue
      const { body } = route.schemas
      delete operation.hide
      if (body && body !== NoBody)
        operation.requestBody = {
          required: !body[OptionalKind],
          content: { [route.options.upload ? 'multipart/form-data' : 'application/json']: { schema: body } },
        }
      operation.responses = responsesOf(route, replies)
    }
}

/** Decision A1. */
const Refusal = {
  type: 'object',
  properties: {
    message: { type: 'string' },
    code: { type: 'string' },
    fields: { type: 'object', additionalProperties: { type: 'string' } },
  },
  required: ['message'],
}

const Refused = {
  description: 'Refused: `message` says why, `fields` what is wrong with each.',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
}

function responsesOf(route: Route, replies: Replies) {
  const { data, file, redirect } = findReply(route, replies)
  const answered = data && { 'application/json': { schema: answerSchema(route, data) } }
  const content = file ? { ...answered, '*/*': {} } : answered
  return {
    ...((content || !redirect) && {
      200: { description: file ? 'A file.' : 'What was asked for.', ...(content && { content }) },
    }),
    ...(redirect && { 303: { description: 'Stands at another address.', headers: { location } } }),
    '4XX': { $ref: '#/components/responses/Refused' },
  }
}

const location = { schema: { type: 'string' }, description: 'Where.' }
