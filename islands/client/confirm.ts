import type { ConfirmPrompt } from '#views/ui/confirm.ts'
import { findElement } from './page.ts'
import { hasChanges } from './unsaved-changes.ts'

type Answer = 'yes' | 'no' | 'other'

type Asked = ConfirmPrompt & {
  safe?: Answer
  /** A third answer. */
  other?: string
  /** What else is to be read before the answer. */
  also?: readonly HTMLElement[]
}

export const confirmDialog = async (asked: Asked): Promise<boolean> => (await askAnswer(asked)) === 'yes'

/** Gives what was answered; to close it is `no`. */
export function askAnswer({
  question,
  yes,
  no,
  other,
  danger = false,
  safe = 'yes',
  also = [],
}: Asked): Promise<Answer> {
  const template = findElement<HTMLTemplateElement>('#confirm-template')
  const dialog = template?.content.firstElementChild?.cloneNode(true) as HTMLDialogElement | undefined
  if (!dialog) return Promise.resolve(window.confirm(question) ? 'yes' : 'no')
  dialog.querySelector('[data-slot=text]')?.replaceChildren(...questionParts(question))
  const button = (answer: string) => dialog.querySelector<HTMLElement>(`[data-answer=${answer}]`)
  button('yes')?.replaceChildren(yes)
  button('yes')?.classList.toggle('danger', danger)
  if (no) button('no')?.replaceChildren(no)
  if (other) button('other')?.replaceChildren(other)
  else button('other')?.remove()
  dialog.querySelector('.body')?.append(...also.map(copyToRead))
  document.body.append(dialog)
  return new Promise((answer) => {
    dialog.addEventListener('click', (event) => {
      const { target } = event
      const link = target instanceof Element && target.closest('a')
      if (link) followOriginal(event, link, dialog, also)
      const chosen = target instanceof Element && target.closest<HTMLElement>('[data-answer]')
      if (chosen) dialog.close(chosen.dataset.answer)
    })
    dialog.addEventListener('close', () => {
      dialog.remove()
      answer((dialog.returnValue || 'no') as Answer)
    })
    dialog.showModal()
    button(safe)?.focus()
  })
}

/** The question is its title; what follows it is read in plain letters. */
function questionParts(question: string): (string | Node)[] {
  const at = question.indexOf('? ') + 1
  if (at === 0) return [question]
  const rest = document.createElement('span')
  rest.textContent = question.slice(at)
  return [question.slice(0, at), rest]
}

/** What could be pressed stays where it does something. */
function copyToRead(element: HTMLElement): Node {
  const copy = element.cloneNode(true) as HTMLElement
  for (const button of copy.querySelectorAll('button')) button.remove()
  return copy
}

/** The one that was copied knows how to open what it leads to. */
function followOriginal(
  event: Event,
  link: Element,
  dialog: HTMLDialogElement,
  also: readonly HTMLElement[],
) {
  const at = [...dialog.querySelectorAll('a')].indexOf(link as HTMLAnchorElement)
  event.preventDefault()
  dialog.close('no')
  also.flatMap((one) => [...one.querySelectorAll('a')])[at]?.click()
}

/** What is being asked for anew is not what is meant any more. */
const ALSO = '[data-confirm-also]:not([hidden]):not(.htmx-request *)'

export function watchConfirm(): void {
  watchSaved()
  document.addEventListener('htmx:confirm', (event) => {
    const { ctx, issueRequest, dropRequest } = event.detail
    const { confirm } = ctx as { confirm?: string }
    event.preventDefault()
    const source = ctx.sourceElement as HTMLElement
    const { yes = 'Confirm', no, danger } = source.dataset
    const saves = findElement('[data-saves-first]', source)
    if (saves && hasChanges(source.parentElement ?? document)) {
      dropRequest()
      source.dispatchEvent(new CustomEvent('declined', { bubbles: true }))
      saveFirst(saves)
      return
    }
    const also = [...source.querySelectorAll<HTMLElement>(ALSO)]
    void confirmDialog({ question: confirm ?? '', yes, no, danger: danger !== undefined, also }).then(
      (agreed) => {
        if (agreed) issueRequest()
        else dropRequest()
        if (!agreed) ctx.sourceElement.dispatchEvent(new CustomEvent('declined', { bubbles: true }))
      },
    )
  })
}

/** What saves the dialog of which something is asked. */
let saver: HTMLElement | undefined

/** What is asked names what stands once it is saved; a refusal to save it is read first. */
function saveFirst(button: HTMLElement): void {
  saver = button
  button.click()
}

function watchSaved(): void {
  let saving: unknown
  document.addEventListener('htmx:after:request', ({ detail: { ctx } }) => {
    if (ctx.sourceElement !== saver) return
    saver = undefined
    saving = (ctx.response?.status ?? 500) < 400 ? ctx : undefined
  })
  // By its request: what the button stood in is drawn anew, and sums are asked for beside it.
  document.addEventListener('htmx:after:swap', ({ detail: { ctx } }) => {
    if (ctx !== saving) return
    saving = undefined
    queueMicrotask(() => findElement('#dialog [data-save]')?.click())
  })
}
