import { NO_FORM } from '#views/ui/no-form.ts'
import { findElements } from './page.ts'

/**
 * htmx sends the form around an element with it. A button in a form, or a control that belongs to none, sends what is
 * its own and what `hx-include` names.
 */
export function sendStandaloneControls(): void {
  document.addEventListener('htmx:config:request', ({ detail: { ctx } }) => {
    const { sourceElement: source, request } = ctx
    if (!(request.body instanceof FormData) || !isStandalone(source)) return
    const own = new Set([
      source.getAttribute('name'),
      ...Object.keys(JSON.parse(source.getAttribute('hx-vals') ?? '{}')),
      ...groupNames(source),
    ])
    const body = new FormData()
    for (const [name, value] of request.body) if (own.has(name)) body.append(name, value)
    request.body = body
  })
}

/** What stands in it sends its own alone, and is no part of the form around it. */
export const ALONE = '[data-alone]'

/** Controls of a group that belong to no form are sent together, by the button among them. */
const groupNames = (source: Element) =>
  findElements(`[form="${NO_FORM}"][name]`, source.closest(ALONE) ?? source).map((one) =>
    one.getAttribute('name'),
  )

function isStandalone(source: Element): boolean {
  if (source.closest(ALONE)) return true
  const include = source.getAttribute('hx-include')
  if (source instanceof HTMLButtonElement) return source.type === 'button' && include === null
  return source.hasAttribute('form') && include === 'this'
}
