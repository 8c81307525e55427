import { findElement, findElements } from './page.ts'

/** Without this script the button stays awake, and the server answers for what is missing. */
export function watchRequiredFields(): void {
  for (const form of findElements<HTMLFormElement>('form[data-needs]')) {
    const wake = () => updateButton(form)
    form.addEventListener('input', wake)
    form.addEventListener('change', wake)
    wake()
    // A browser fills in remembered passwords without telling.
    setTimeout(wake, 400)
  }
}

function updateButton(form: HTMLFormElement): void {
  const names = form.dataset.needs?.split(' ').filter(Boolean) ?? []
  const button = findElement<HTMLButtonElement>('[data-save]', form)
  const values = new FormData(form)
  const filled = names.every((name) => String(values.get(name) ?? '').trim() !== '' || autofilled(form, name))
  const repeated = findElements<HTMLInputElement>('[data-same]', form).filter(
    (field) => !repeats(form, field),
  )
  if (button) button.disabled = !filled || repeated.length > 0
}

function repeats(form: HTMLFormElement, field: HTMLInputElement): boolean {
  const { same = '', longer = '0' } = field.dataset
  const differs = field.value !== findElement<HTMLInputElement>(`[name="${same}"]`, form)?.value
  showDifference(field, differs && field.value.length > 1)
  if (field.dataset.longer) return !differs && field.value.length > Number(longer)
  return !differs || field.value.length <= 1
}

function showDifference(field: HTMLInputElement, differs: boolean): void {
  const id = `${field.id}-differs`
  const shown = findElement(`#${id}`)
  if (differs === Boolean(shown)) return
  shown?.remove()
  if (!differs) {
    field.removeAttribute('aria-invalid')
    return
  }
  field.setAttribute('aria-invalid', 'true')
  const message = document.createElement('p')
  Object.assign(message, { id, className: 'error', textContent: 'The two passwords differ.' })
  field.after(message)
}

const autofilled = (form: HTMLFormElement, name: string) =>
  Boolean(findElement(`[name="${name}"]:autofill`, form))
