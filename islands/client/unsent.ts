import { confirmDialog } from './confirm.ts'
import { messages } from './messages.ts'
import { findElements } from './page.ts'
import { isTyped, showControl } from './typed-controls.ts'

type Control = HTMLInputElement | HTMLTextAreaElement

const untyped = ['search', 'checkbox', 'radio', 'hidden', 'file'].map((type) => `[type=${type}]`).join(', ')
const typeable = `[data-noguard] :is(input:not(${untyped}, [role=combobox], [readonly]), textarea)`

export const unsent = (within: ParentNode) => findElements<Control>(typeable, within).find(isTyped)

/** Save closes the dialog: it asks first whether what waits for a button of its own is to be left out. */
export function watchUnsent(): void {
  document.addEventListener(
    'submit',
    (event) => {
      const form = event.target
      if (!(form instanceof HTMLFormElement) || !form.matches('form[data-guard]')) return
      const dialog = form.closest('dialog')
      const typed = dialog && unsent(dialog)
      if (!typed) return
      event.preventDefault()
      event.stopImmediatePropagation()
      void confirmDialog({
        question: messages.unsent(typed.value.trim()),
        yes: messages.unsentYes,
        no: messages.keepEditing,
        safe: 'no',
      }).then((yes) => (yes ? excludeUnsent(dialog, form) : showControl(typed)))
    },
    true,
  )
}

function excludeUnsent(dialog: HTMLElement, form: HTMLFormElement): void {
  for (let typed = unsent(dialog); typed; typed = unsent(dialog)) typed.value = typed.defaultValue
  form.requestSubmit()
}
