import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { fillListViews } from '#views/ui/list-views-mark.tsx'
import { isKept, type KeptMarkup, keepMarkup } from './kept-markup.ts'
import { drawOnce, drawPageOnce } from './markup-cache.ts'
import { joinPieces, knowContent, type PagePieces } from './pieces.ts'
import { streamOnce } from './send-at-once.ts'

type Headers = Record<string, string>

export const json = (body: unknown, status = 200, headers: Headers = {}) =>
  textReply(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...headers },
  })

/** Whoever compresses it need not read it out. */
export const textReply = (content: string | PagePieces, init: ResponseInit) =>
  knowContent(
    new Response(typeof content === 'string' ? content : streamOnce(() => joinPieces(content)), init),
    content,
  )

export const toMarkup = (body: ReactElement | string): string =>
  typeof body === 'string' ? body : drawOnce(body)

export const toKeptMarkup = (body: ReactElement | string | KeptMarkup): KeptMarkup =>
  typeof body === 'string' ? keepMarkup(body) : isKept(body) ? body : drawPageOnce(body)

/** A list in a piece of a page has no views: they belong to the address of a page. */
export const html = (body: ReactElement | string, status = 200, headers: Headers = {}) =>
  htmlText(
    fillListViews(toMarkup(body), () => ''),
    status,
    headers,
  )

export const htmlDocument = (body: ReactElement, status = 200, headers: Headers = {}) =>
  htmlText(`<!doctype html>${renderToStaticMarkup(body)}`, status, headers)

export const htmlText = (body: string | PagePieces, status = 200, headers: Headers = {}) =>
  textReply(body, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      vary: 'HX-Request',
      ...headers,
    },
  })

/** Elsewhere: a 303 for a browser, a header that htmx follows for a piece of a page. */
export const redirectTo = (to: string, htmx = false, headers: Headers = {}) =>
  new Response(null, {
    status: htmx ? 204 : 303,
    headers: {
      [htmx ? 'HX-Redirect' : 'location']: asciiAddress(to),
      'cache-control': 'no-store',
      ...headers,
    },
  })

/** A header holds no letter beyond ASCII, and an address of a person's choice may. */
const asciiAddress = (to: string) => to.toWellFormed().replace(/[^!-~]+/g, encodeURIComponent)
