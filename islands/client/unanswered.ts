import { makeElement } from './make-element.ts'
import { messages } from './messages.ts'
import { findElement } from './page.ts'

/** Rows from before would pass for what was asked: their list says so until an answer has drawn it anew. */
export function markUnanswered(asking: Element): void {
  if (!(asking instanceof HTMLFormElement) || !asking.hasAttribute('data-filters')) return
  const list = findElement(asking.getAttribute('hx-target') ?? '')
  if (!list || findElement(':scope > [data-unanswered]', list)) return
  const banner = makeElement('div', '', 'banner warning')
  const again = makeElement('button', messages.again, 'button small')
  banner.role = 'status'
  banner.dataset.unanswered = ''
  again.setAttribute('type', 'button')
  again.addEventListener('click', () => asking.requestSubmit())
  banner.append(makeElement('div', messages.unanswered, 'text'), again)
  list.prepend(banner)
}
