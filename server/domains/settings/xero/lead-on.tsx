import { EXPIRED, forbidden, Problem } from '#server/errors.ts'
import type { Context, Reply } from '#server/http/context.ts'
import { flashCookie } from '#server/http/cookies.ts'
import { redirect } from '#server/http/reply.ts'
import { endSentence } from './send-context.ts'

type Level = 'success' | 'warning'

/** `ms`: how long it is shown, if not as long as others. */
export function leadOn(c: Context, to: string, level: Level, message: string, ms?: number): Reply {
  c.meta.setcookies.push(flashCookie({ level, message, ms }, c.meta.https))
  return redirect(to)
}

/** One sentence stays without a stop; one that others follow gets one. */
export const joinSentences = (sentences: readonly string[]) =>
  sentences.length === 1 ? String(sentences[0]) : sentences.map(endSentence).join(' ')

/** People are led to `page` with the sentence, and with what `more` adds to it; a program gets the refusal itself. */
export async function orWarn(
  c: Context,
  page: string,
  run: () => Promise<Reply>,
  more: () => string[] = () => [],
): Promise<Reply> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof Problem) || !c.request.headers.get('accept')?.includes('text/html')) throw error
    return leadOn(c, page, 'warning', joinSentences([error.message, ...more()]))
  }
}

/** A GET that changes something, or costs calls of Xero: not for an expired account, and not from another site. */
export function refuseUnasked(c: Context) {
  if (c.person.expired) throw forbidden(EXPIRED)
  if (c.request.headers.get('sec-fetch-site') === 'cross-site') throw forbidden()
}
