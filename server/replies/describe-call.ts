import { NoBody, type TSchema } from '#server/http/fields.ts'
import type { Route } from '#server/http/route.ts'
import { findReply } from './find-reply.ts'
import { namesIn, shapeText } from './shape-text.ts'
import type { Replies } from './types.ts'

const plain = (schema: TSchema) => JSON.parse(JSON.stringify(schema))

/** An example that can be sent once its values are: what must be given, and nothing else. */
function exampleBody(schema: TSchema): string {
  const { properties = {}, required = [], items } = plain(schema)
  if (items) return '[]'
  const names = required.length > 0 ? required : Object.keys(properties).slice(0, 3)
  return JSON.stringify(Object.fromEntries(names.map((name: string) => [name, ''])), null, 2)
}

/** What the page of one call says of it. */
export function describeCall(route: Route, replies: Replies) {
  const { method, path, claim, schemas, options } = route
  const { data, file, redirect } = findReply(route, replies)
  const body = schemas.body && schemas.body !== NoBody ? schemas.body : undefined
  const query: Record<string, TSchema> = schemas.query?.properties ?? {}
  return {
    method,
    path,
    claim,
    summary: options.summary ?? '',
    params: [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name),
    query: Object.entries(query).map(([name, schema]) => ({ name, type: shapeText(plain(schema)) })),
    body: body && { text: shapeText(plain(body)), example: exampleBody(body) },
    upload: Boolean(options.upload),
    reply: data ? shapeText(data) : file ? 'A file.' : redirect ? 'Another address.' : '',
    named: data
      ? [...namesIn(data, replies.named)].map((name) => ({ name, text: shapeText(replies.named[name]) }))
      : [],
  }
}
