import { makeElement } from './make-element.ts'
import { findElement, findElements } from './page.ts'

const quantities = 'input[name=quantity]'
const rowOf = (field: HTMLElement) => field.closest('li')

/** Where a search draws rows anew, those with a quantity stay, also if the search does not find them. */
export function watchPreservedRows(): void {
  let kept: HTMLInputElement[] = []
  document.addEventListener('htmx:before:swap', ({ detail: { ctx } }) => {
    if (!(ctx.sourceElement as Element).matches('[type=search]')) return
    const fields = findElements<HTMLInputElement>(`[data-keeps-rows] ${quantities}`)
    kept = fields.filter(({ value }) => value.trim()).map(copyRow)
  })
  document.addEventListener('htmx:after:swap', () => {
    const list = findElement('[data-keeps-rows]')
    if (list) putBack(list, kept)
    kept = []
  })
}

function copyRow(field: HTMLInputElement): HTMLInputElement {
  const copy = rowOf(field)?.cloneNode(true) as HTMLElement
  return findElement<HTMLInputElement>(quantities, copy) as HTMLInputElement
}

function putBack(list: HTMLElement, kept: readonly HTMLInputElement[]): void {
  const rows = document.createElement('ul')
  for (const typed of kept) {
    const found = findElement<HTMLInputElement>(`#${CSS.escape(typed.id)}`, list)
    if (found) found.value ||= typed.value
    else rows.append(rowOf(typed) as HTMLElement)
  }
  if (!rows.firstChild) return
  const section = document.createElement('section')
  section.append(makeElement('h3', 'Chosen before'), rows)
  list.prepend(section)
}
