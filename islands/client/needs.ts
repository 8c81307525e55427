import { find, findAll } from './page.ts'

/**
 * `<form data-needs="userName password">`: its button sleeps until each named field holds something. Without this
 * script the button stays awake, and the server answers for what is missing.
 */
export function watchNeeds(): void {
  for (const form of findAll<HTMLFormElement>('form[data-needs]')) {
    const wake = () => look(form)
    form.addEventListener('input', wake)
    form.addEventListener('change', wake)
    wake()
    // A browser fills in remembered passwords without telling.
    setTimeout(wake, 400)
  }
}

function look(form: HTMLFormElement): void {
  const names = form.dataset.needs?.split(' ') ?? []
  const button = find<HTMLButtonElement>('[data-save]', form)
  const values = new FormData(form)
  if (button)
    button.disabled = !names.every(
      (name) => String(values.get(name) ?? '').trim() !== '' || autofilled(form, name),
    )
}

const autofilled = (form: HTMLFormElement, name: string) => Boolean(find(`[name="${name}"]:autofill`, form))
