import { findElements } from './page.ts'

/** What each guarded form held when it was last clean, by field, taken before the first key reaches it. */
const clean = new WeakMap<HTMLFormElement, Map<string, string>>()

const guarded = 'form[data-guard]'

function readFormValues(form: HTMLFormElement): Map<string, string> {
  const values = Map.groupBy(new FormData(form), ([name]) => name)
  return new Map(
    [...values].map(([name, all]) => [name, JSON.stringify(all.map(([, value]) => valueText(value)))]),
  )
}

const valueText = (value: FormDataEntryValue) =>
  value instanceof File ? `${value.name} ${value.size}` : value

function changedNames(form: HTMLFormElement): string[] {
  const before = clean.get(form)
  if (!before) return []
  const now = readFormValues(form)
  return [...new Set([...before.keys(), ...now.keys()])].filter((name) => before.get(name) !== now.get(name))
}

export const changedForms = (within: ParentNode): HTMLFormElement[] =>
  findElements<HTMLFormElement>(guarded, within).filter((form) => changedNames(form).length > 0)

export const hasChanges = (within: ParentNode = document) => changedForms(within).length > 0

/** The labels of what is typed and not saved. */
export const changedLabels = (within: ParentNode): string[] => [
  ...new Set(
    findElements<HTMLFormElement>(guarded, within).flatMap((form) =>
      changedNames(form).flatMap((name) => labelOf(form, name) ?? []),
    ),
  ),
]

function labelOf(form: HTMLFormElement, name: string): string | undefined {
  const control = [...form.elements].find((one) => one.getAttribute('name') === name) as
    | HTMLElement
    | undefined
  const label = control?.closest('fieldset, .field')?.querySelector('legend, label')
  return control?.dataset.label ?? control?.ariaLabel ?? label?.firstChild?.textContent?.trim()
}

/** What it holds now is saved, or waits. */
export const takeAsSaved = (form: HTMLFormElement) => clean.set(form, readFormValues(form))

function takeAdded(form: HTMLFormElement) {
  const before = clean.get(form)
  for (const [name, value] of readFormValues(form)) if (before && !before.has(name)) before.set(name, value)
}

/** What the server drew anew within a form nobody typed. */
function takeDrawn(): void {
  let typed: [HTMLFormElement, string[]][] = []
  document.addEventListener('htmx:before:swap', () => {
    typed = findElements<HTMLFormElement>(guarded).map((form) => [form, changedNames(form)])
  })
  document.addEventListener('htmx:after:swap', () => {
    for (const [form, names] of typed) takeAllBut(form, names)
  })
}

function takeAllBut(form: HTMLFormElement, typed: readonly string[]): void {
  const before = clean.get(form)
  if (!before) return
  const now = readFormValues(form)
  for (const name of typed) now.delete(name)
  for (const name of typed) if (before.has(name)) now.set(name, before.get(name) ?? '')
  clean.set(form, now)
}

export function guardUnsavedChanges(): void {
  takeDrawn()
  for (const event of ['focusin', 'pointerdown'])
    document.addEventListener(event, ({ target }) => {
      const form = target instanceof Element && target.closest<HTMLFormElement>(guarded)
      if (form && !clean.has(form)) takeAsSaved(form)
    })
  document.addEventListener('joblane:partshown', ({ target }) => {
    if (target instanceof HTMLFormElement) takeAdded(target)
  })
  document.addEventListener('htmx:after:request', ({ detail: { ctx } }) => {
    const sender = ctx.sourceElement
    const form = sender.closest<HTMLFormElement>(guarded)
    const stored = (ctx.response?.status ?? 500) < 400 && ctx.request.method !== 'GET'
    // A button that sends the whole form along has saved it too.
    const sent = sender === form || sender.getAttribute('hx-include') === 'closest form'
    if (form && stored && sent) takeAsSaved(form)
  })
  window.addEventListener('beforeunload', (event) => {
    if (hasChanges()) event.preventDefault()
  })
}
