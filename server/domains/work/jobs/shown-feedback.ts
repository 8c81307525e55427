import { toRichText } from '#server/rich-text.ts'

const LIMIT = 100
const shown = new Map<string, string>()

/** Of what is stored: much was before it was rich text, and reading it anew takes 10 ms at its longest. */
export function shownFeedback(stored: string): string {
  if (stored === '') return ''
  const known = shown.get(stored)
  if (known !== undefined) return known
  const html = toRichText(stored)
  if (shown.size >= LIMIT) shown.delete(shown.keys().next().value ?? '')
  shown.set(stored, html)
  return html
}
