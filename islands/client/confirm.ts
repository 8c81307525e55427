import { find } from './page.ts'

/** Asks in the page's own dialog; Escape means no. */
export function ask(question: string): Promise<boolean> {
  const template = find<HTMLTemplateElement>('#confirm-template')
  const dialog = template?.content.firstElementChild?.cloneNode(true) as HTMLDialogElement | undefined
  if (!dialog) return Promise.resolve(window.confirm(question))
  dialog.querySelector('[data-slot=text]')?.replaceChildren(question)
  document.body.append(dialog)
  return new Promise((answer) => {
    dialog.addEventListener('click', ({ target }) => {
      const button = target instanceof Element && target.closest<HTMLElement>('[data-answer]')
      if (button) dialog.close(button.dataset.answer)
    })
    dialog.addEventListener('close', () => {
      dialog.remove()
      answer(dialog.returnValue === 'yes')
    })
    dialog.showModal()
    dialog.querySelector<HTMLElement>('[data-answer=yes]')?.focus()
  })
}

/** Lets `hx-confirm="…"` ask in the page's own dialog. */
export function watchConfirm(): void {
  document.addEventListener('htmx:confirm', (event) => {
    const { ctx, issueRequest, dropRequest } = event.detail
    const { confirm } = ctx as { confirm?: string }
    event.preventDefault()
    void ask(confirm ?? '').then((yes) => (yes ? issueRequest() : dropRequest()))
  })
}
