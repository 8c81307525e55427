import { find, on } from './page.ts'

/** Rows of a record's parts, such as an item's units: a button adds a blank one, another takes its own away. */
export function watchParts(): void {
  on('click', '[data-parts-add]', (button) => {
    const parts = button.closest<HTMLElement>('[data-parts]')
    const blank = parts && find<HTMLTemplateElement>('template', parts)?.content.cloneNode(true)
    if (!blank) return
    const rows = find('[data-parts-rows]', parts)
    rows?.append(blank)
    rows?.lastElementChild?.querySelector<HTMLElement>('input:not([type=hidden])')?.focus()
  })
  on('click', '[data-parts-remove]', (button) => {
    const parts = button.closest<HTMLElement>('[data-parts]')
    button.closest('[data-part]')?.remove()
    if (parts) find('[data-parts-add]', parts)?.focus()
  })
}
