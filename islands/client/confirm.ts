import type { ConfirmPrompt } from '#views/ui/confirm.ts'
import { findElement } from './page.ts'

type Asked = ConfirmPrompt & { no?: string; safe?: 'yes' | 'no' }

export function confirmDialog({ question, yes, no, danger = false, safe = 'yes' }: Asked): Promise<boolean> {
  const template = findElement<HTMLTemplateElement>('#confirm-template')
  const dialog = template?.content.firstElementChild?.cloneNode(true) as HTMLDialogElement | undefined
  if (!dialog) return Promise.resolve(window.confirm(question))
  dialog.querySelector('[data-slot=text]')?.replaceChildren(question)
  const button = (answer: string) => dialog.querySelector<HTMLElement>(`[data-answer=${answer}]`)
  button('yes')?.replaceChildren(yes)
  button('yes')?.classList.toggle('danger', danger)
  if (no) button('no')?.replaceChildren(no)
  document.body.append(dialog)
  return new Promise((answer) => {
    dialog.addEventListener('click', ({ target }) => {
      const chosen = target instanceof Element && target.closest<HTMLElement>('[data-answer]')
      if (chosen) dialog.close(chosen.dataset.answer)
    })
    dialog.addEventListener('close', () => {
      dialog.remove()
      answer(dialog.returnValue === 'yes')
    })
    dialog.showModal()
    button(safe)?.focus()
  })
}

export function watchConfirm(): void {
  document.addEventListener('htmx:confirm', (event) => {
    const { ctx, issueRequest, dropRequest } = event.detail
    const { confirm } = ctx as { confirm?: string }
    event.preventDefault()
    const { yes = 'Confirm', danger } = (ctx.sourceElement as HTMLElement).dataset
    void confirmDialog({ question: confirm ?? '', yes, danger: danger !== undefined }).then((agreed) => {
      if (agreed) issueRequest()
      else dropRequest()
      if (!agreed) ctx.sourceElement.dispatchEvent(new CustomEvent('declined', { bubbles: true }))
    })
  })
}
