import type { Services } from '#server/services.ts'
import type { Context, PublicContext, Reply } from './context.ts'
import { type ParentPage, wrapFragment } from './fragment-page.tsx'
import { renderFramed, renderPublicPage } from './frame.tsx'
import { addListViews } from './list-view-bar.tsx'
import { isReply } from './reply.ts'
import { isDocumentRequest } from './request.ts'
import { html, htmlDocument, htmlText, json, redirectTo, textReply, toKeptMarkup } from './responses.ts'
import { hasWaited } from './waited.ts'

export function toJsonReply(value: unknown): {
  status: number
  body: unknown
  headers?: Record<string, string>
} {
  if (!isReply(value) || value.kind !== 'data') return { status: 200, body: { data: value ?? null } }
  const { data, message, total, more, minutes, leftout, status = 200, headers } = value
  return {
    status,
    headers,
    body: {
      data: data ?? null,
      ...(message ? { message } : {}),
      ...(total === undefined ? {} : { total }),
      ...(more ? { more } : {}),
      ...(minutes === undefined ? {} : { minutes }),
      ...(leftout ? { leftout } : {}),
    },
  }
}

export async function respond(
  services: Services,
  c: Context | PublicContext,
  value: unknown,
  above: readonly ParentPage[] = [],
): Promise<Response> {
  if (value instanceof Response) return value
  if (isReply(value) && value.kind === 'fragment' && !c.htmx && isDocumentRequest(c.request))
    return respond(services, c, value.whole ? await value.whole() : wrapFragment(services, c, value, above))
  if (!isReply(value) || value.kind === 'data') {
    const { status, body, headers } = toJsonReply(value)
    return json(body, status, headers)
  }
  return replies[value.kind](services, c, value as never)
}

type Kind = Exclude<Reply['kind'], 'data'>
type Of<K extends Kind> = Extract<Reply, { kind: K }>

const replies: { [K in Kind]: (services: Services, c: Context | PublicContext, reply: Of<K>) => Response } = {
  view: (services, c, reply) => {
    const markup = toKeptMarkup(reply.body)
    const page = () => {
      const body = addListViews(c, markup)
      return c.htmx ? body : renderFramed(services, c as Context, { ...reply, body, island: markup.island })
    }
    return htmlText('person' in c ? c.read(page) : page(), reply.status, reply.headers)
  },
  fragment: (_services, _c, reply) => html(reply.body, reply.status, reply.headers),
  publicview: (services, c, reply) =>
    c.htmx
      ? html(reply.body, reply.status, reply.headers)
      : htmlDocument(renderPublicPage(services, c.request, reply), reply.status, reply.headers),
  raw: (_services, _c, { body, type, status, headers }) => {
    const about = {
      status: status ?? 200,
      headers: { 'content-type': type, 'cache-control': 'no-store', ...headers },
    }
    return typeof body === 'string' ? textReply(body, about) : new Response(body as BodyInit, about)
  },
  // What waited on a device is sent by its outbox, which takes a redirect for the page of some other network.
  redirect: (_services, c, { to, headers }) => redirectTo(to, c.htmx || hasWaited(c.request), headers),
}
