import { findAll } from './page.ts'

/** What each guarded form held when it was last clean, taken before the first key reaches it. */
const clean = new WeakMap<HTMLFormElement, string>()

const guarded = 'form[data-guard]'
const contentOf = (form: HTMLFormElement) =>
  JSON.stringify([...new FormData(form)].map(([name, value]) => [name, nameOf(value)]))
const nameOf = (value: FormDataEntryValue) => (value instanceof File ? `${value.name} ${value.size}` : value)

/** Whether a form holds something that the server does not have yet. */
export const isChanged = (form: HTMLFormElement) => clean.has(form) && clean.get(form) !== contentOf(form)

/** Whether anything in `within` would be lost. */
export const hasChanges = (within: ParentNode = document) =>
  findAll<HTMLFormElement>(guarded, within).some(isChanged)

/** Takes what a form holds now as saved. */
export const takeAsSaved = (form: HTMLFormElement) => clean.set(form, contentOf(form))

/** Guards forms marked `data-guard` against leaving the page with unsaved changes. */
export function watchChanges(): void {
  for (const event of ['focusin', 'pointerdown'])
    document.addEventListener(event, ({ target }) => {
      const form = target instanceof Element && target.closest<HTMLFormElement>(guarded)
      if (form && !clean.has(form)) takeAsSaved(form)
    })
  document.addEventListener('htmx:after:request', ({ detail: { ctx } }) => {
    const form = ctx.sourceElement.closest<HTMLFormElement>(guarded)
    const stored = (ctx.response?.status ?? 500) < 400 && ctx.request.method !== 'GET'
    if (form && stored && ctx.sourceElement === form) takeAsSaved(form)
  })
  window.addEventListener('beforeunload', (event) => {
    if (hasChanges()) event.preventDefault()
  })
}
