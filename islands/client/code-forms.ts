import { askHealthBriefly } from './captive-portal.ts'
import { messages } from './messages.ts'
import { delegate } from './page.ts'
import { snackbar } from './snackbars.ts'

/** A form that leads to the page with a code finds it on the device where the program does not answer. */
export function watchCodeForms(): void {
  delegate('submit', 'form[data-coded]', (form, event) => {
    event.preventDefault()
    void lead(form as HTMLFormElement)
  })
}

async function lead(form: HTMLFormElement): Promise<void> {
  if (await askHealthBriefly()) return form.submit()
  const field = form.elements.namedItem(form.dataset.scanto ?? '') as HTMLInputElement
  const code = field.value.trim()
  if (!code) return field.focus()
  const path = await import('./outbox/find-coded.ts').then(
    ({ findCoded }) => findCoded(new URL(form.action).pathname, code),
    () => undefined,
  )
  if (path) return location.assign(path)
  field.select()
  const message = messages.codeNotHere(code, form.dataset.coded ?? '')
  snackbar({ level: 'warning', message })
}
