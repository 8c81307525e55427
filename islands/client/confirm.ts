import { messages } from './messages.ts'
import { findElement } from './page.ts'

type Answers = { yes: string; no: string; safe: 'yes' | 'no' }

export const askDiscard = (question = messages.discard) =>
  ask(question, { yes: messages.discardYes, no: messages.discardNo, safe: 'no' })

/** What is asked is what the button says: `Delete this draft? It has no number.` is answered by `Delete this draft`. */
const wordYes = (question: string): string => /([^.?!]+)\?/.exec(question)?.[1]?.trim() || 'Confirm'

const destructive = /^(Delete|Discard|Remove|Revoke|Take|Deny|Not let)\b/

export function ask(question: string, answers?: Answers): Promise<boolean> {
  const template = findElement<HTMLTemplateElement>('#confirm-template')
  const dialog = template?.content.firstElementChild?.cloneNode(true) as HTMLDialogElement | undefined
  if (!dialog) return Promise.resolve(window.confirm(question))
  dialog.querySelector('[data-slot=text]')?.replaceChildren(question)
  const button = (answer: string) => dialog.querySelector<HTMLElement>(`[data-answer=${answer}]`)
  const yes = answers?.yes ?? wordYes(question)
  button('yes')?.replaceChildren(yes)
  button('yes')?.classList.toggle('danger', destructive.test(yes))
  if (answers) button('no')?.replaceChildren(answers.no)
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
    button(answers?.safe ?? 'yes')?.focus()
  })
}

export function watchConfirm(): void {
  document.addEventListener('htmx:confirm', (event) => {
    const { ctx, issueRequest, dropRequest } = event.detail
    const { confirm } = ctx as { confirm?: string }
    event.preventDefault()
    void ask(confirm ?? '').then((yes) => {
      if (yes) issueRequest()
      else dropRequest()
      if (!yes) ctx.sourceElement.dispatchEvent(new CustomEvent('declined', { bubbles: true }))
    })
  })
}
