import { delegate, findElement, findElements } from './page.ts'

// A list of plain links has no other rows than these.
const row = ':is([data-rows] :is(tbody tr, li)[tabindex], [data-rows] > li:not([tabindex]) > a:first-child)'

export function moveRow(step: 1 | -1): boolean {
  const current = document.activeElement?.closest<HTMLElement>(row)
  // Of several lists on a page, the last row of one leads to the next.
  const rows = findElements(row, current?.closest('dialog') ?? findElement('main') ?? document).filter(
    (one) => one.checkVisibility(),
  )
  const next = current ? rows[rows.indexOf(current) + step] : rows.at(step === 1 ? 0 : -1)
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
  return rows.length > 0
}

const findOpening = (row: Element) => findElement('.rowlink, p > a', row) ?? findElement('input, a', row)

export function openRow(): boolean {
  const active = document.activeElement
  const opened = active?.matches(row) ? findOpening(active) : null
  if (opened instanceof HTMLInputElement) opened.focus()
  else opened?.click()
  return Boolean(opened)
}

/** Presses what the key stands for in the row; the focus goes on to the next one, since this one may leave the list. */
export function actOnRow(key: string): void {
  const current = document.activeElement?.closest<HTMLElement>(row)
  const button = current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)
  if (!current || !button) return
  const rows = findElements(row, current.closest('[data-rows]') ?? document)
  const at = rows.indexOf(current)
  ;(rows[at + 1] ?? rows[at - 1])?.focus()
  button.click()
}

export function watchRows(): void {
  // On a board it leads past title and filters, to the cards.
  delegate('click', '.skip', (_, event) => {
    const cards = findElement('main .slots:has([data-card])')
    if (!cards) return
    event.preventDefault()
    cards.focus()
  })
  document.addEventListener('click', (event) => {
    const target = event.target as Element
    const found = target.closest?.(row)
    if (!found || target.closest('a, button, input, label, select') || getSelection()?.type === 'Range')
      return
    const link = found.querySelector<HTMLAnchorElement>('.rowlink')
    if (link && (event.ctrlKey || event.metaKey)) window.open(link.href)
    else link?.click()
  })
}
