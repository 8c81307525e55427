import { delegate, findElement } from './page.ts'

/** Fills a select as it is opened or focused, from the options that the page holds once for all of them. */
export function watchLateSelects(): void {
  delegate('pointerdown', 'select[data-choices-of]', fill)
  delegate('focusin', 'select[data-choices-of]', fill)
}

function fill(element: HTMLElement): void {
  const select = element as HTMLSelectElement
  const source = findElement(`#${select.dataset.choicesOf}`)
  const choices = JSON.parse(source?.dataset.choices ?? '[]') as [value: string, label: string][]
  if (select.options.length >= choices.length) return
  const [served] = select.options
  // What was served stays the default, or the form would seem changed.
  const options = choices.map(([value, label]) =>
    value === served?.value ? served : new Option(label, value),
  )
  const { value } = select
  select.replaceChildren(...options)
  if (served && !options.includes(served)) select.prepend(served)
  select.value = value
}
