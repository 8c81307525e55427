import { delegate, findElements } from './page.ts'

/** Goods that were returned come back into stock, where they are not there already, until somebody ticks otherwise. */
export function watchRestockTicks(): void {
  delegate('change', 'select[data-restocks]', (element) => {
    const { form, value, dataset } = element as HTMLSelectElement
    const ticks = form ? findElements<HTMLInputElement>('[type=checkbox][name$=restock]', form) : []
    for (const tick of ticks)
      tick.checked = value === dataset.restocks && tick.dataset.unreturned === undefined
    ticks[0]?.dispatchEvent(new Event('input', { bubbles: true }))
  })
}
