import { computedText, parseDecimal } from '#islands/lib/figures.ts'
import { delegate, findElement, findElements } from './page.ts'

const FIELD = 'input[data-share-of]'

/** What a percentage that is typed comes to, of the cents that its field names. */
export function watchPercentAmounts(): void {
  delegate('input', FIELD, showShare)
  document.addEventListener('htmx:after:swap', () => {
    for (const field of findElements(FIELD)) showShare(field)
  })
}

function showShare(field: HTMLElement): void {
  const output = findElement<HTMLOutputElement>('output', field.closest('.field') ?? undefined)
  const percent = parseDecimal((field as HTMLInputElement).value) ?? 0
  const rand = (Number(field.dataset.shareOf) * percent) / 1e4
  if (output) output.value = rand > 0 ? `R\u00a0${computedText(rand)}` : ''
}
