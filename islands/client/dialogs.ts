import htmx from 'htmx.org'
import { autosaveNow, findUnsavedField } from './autosave.ts'
import { watchBack } from './back.ts'
import { askAnswer } from './confirm.ts'
import { noteDialog, type Swapped, showPressed, takeDetour, watchDetours } from './detours.ts'
import { closeQuestion } from './messages.ts'
import { delegate, findElement, findElements, listUrl, onTriggered, topDialog } from './page.ts'
import { hasSavedParts } from './saved-parts.ts'
import { raiseMessages } from './snackbars.ts'
import { changedForms, changedLabels, hasChanges } from './unsaved-changes.ts'
import { unsent } from './unsent.ts'

export async function openDialog(url: string): Promise<void> {
  await htmx.ajax('GET', url, { target: '#dialog', swap: 'innerHTML' })
}

export function watchDialogs(): void {
  watchDetours()
  document.addEventListener('htmx:after:swap', ({ detail }) => openSwapped(detail.ctx))
  document.addEventListener('htmx:before:swap', keepSaved)
  onTriggered('closedialog', () => findElement<HTMLDialogElement>('#dialog > dialog')?.close())
  document.addEventListener('command', onCommand, true)
  delegate('click', '[data-close]', (button) => void closeOrAsk(button.closest('dialog')))
  document.addEventListener('click', onBackdropClick)
  document.addEventListener('keydown', onKeyDown)
  // The back gesture of a phone and the like.
  document.addEventListener('cancel', onCancel, true)
  document.addEventListener('close', onClose, true)
  watchBack(closeOrAsk)
  openSwapped()
  remindOfRenewal()
}

export function openModal(dialog: HTMLDialogElement | null): void {
  if (!dialog || dialog.matches(':modal')) return
  dialog.showModal()
  if (findElement('form[data-read]', dialog) || !focusFirst(dialog)) focusTitle(dialog)
  const late = findElement<HTMLTemplateElement>('template', dialog)
  if (late) load(late, dialog)
  for (const part of findElements('[hx-trigger=opened]', dialog)) htmx.trigger(part, 'opened', {}, false)
}

/** Keys that are pressed inside a frame stay there, so that Escape is passed on where it may be. */
function load(late: HTMLTemplateElement, dialog: HTMLDialogElement): void {
  const frame = findElement<HTMLIFrameElement>('iframe', late.content)
  late.replaceWith(late.content)
  frame?.addEventListener('load', () =>
    frame.contentDocument?.addEventListener('keydown', ({ key }) => key === 'Escape' && dialog.close()),
  )
}

/** False when there is nothing to fill in. */
export function focusFirst(within: HTMLElement): boolean {
  const field =
    'input:not([type=hidden], [type=file], :disabled), select:not(:disabled), textarea:not(:disabled)'
  const target =
    findElement('[aria-invalid=true]', within) ??
    findElement('[autofocus]', within) ??
    findElements(`.body :is(${field})`, within).find((one) => one.checkVisibility())
  target?.focus()
  return target !== undefined
}

/** The browser would choose the first button, which closes the dialog. */
function focusTitle(dialog: HTMLDialogElement): void {
  const title = findElement('h2', dialog)
  if (!title) return
  title.tabIndex = -1
  title.focus()
}

function remindOfRenewal(): void {
  const drawer = findElement<HTMLDialogElement>('#renewal')
  if (!drawer || topDialog() || sessionStorage.getItem('renewal')) return
  // Where it leads is no place to be led to it.
  if (findElement<HTMLAnchorElement>('a[href]', drawer)?.pathname === location.pathname) return
  sessionStorage.setItem('renewal', 'shown')
  openModal(drawer)
}

/** Opened by its button alone a dialog would have neither its focus nor its parts. */
function onCommand(event: Event): void {
  const { command, target } = event as CommandEvent
  if (command !== 'show-modal' || !(target instanceof HTMLDialogElement)) return
  event.preventDefault()
  openModal(target)
}

const opened = new WeakSet<HTMLDialogElement>()

function openSwapped(ctx?: Swapped): void {
  for (const dialog of findElements<HTMLDialogElement>('#dialog > dialog')) {
    if (ctx && isElsewhere(ctx, dialog)) continue
    // It was closed and is about to go: the answer to a part of it that comes meanwhile opens nothing.
    if (!dialog.open && opened.has(dialog)) continue
    if (!dialog.open) noteDialog(ctx)
    opened.add(dialog)
    openModal(dialog)
  }
}

/** A list that is drawn anew may come between a dialog and the event of the answer that brought it. */
function isElsewhere({ target }: Swapped, dialog: HTMLDialogElement): boolean {
  const into = typeof target === 'string' ? findElement(target) : target
  return into instanceof Element && into.isConnected && !into.contains(dialog)
}

/** The answer to a save is not content: it must not empty the dialog before that closes in its own time. */
function keepSaved(event: DocumentEventMap['htmx:before:swap']): void {
  const { ctx } = event.detail
  if (!ctx.text && ctx.response?.headers.get('HX-Trigger')?.includes('closedialog')) event.preventDefault()
}

const hasUnsaved = (dialog: HTMLDialogElement) =>
  hasChanges(dialog) || unsent(dialog) !== undefined || findUnsavedField(dialog) !== undefined

async function closeOrAsk(dialog: HTMLDialogElement | null | undefined): Promise<void> {
  if (!dialog) return
  await autosaveNow(dialog)
  if (hasUnsaved(dialog) && !(await askToClose(dialog))) return
  dialog.close()
}

/**
 * Whether what is typed may be lost. Of a dialog that saved a part of itself the rest is saved, too: by itself where that
 * can be undone, else if the person says so.
 */
export async function askToClose(dialog?: HTMLDialogElement): Promise<boolean> {
  const within = dialog ?? document
  const typed = unsent(within)?.value.trim()
  const form = savedForm(within)
  const hasParts = form !== null && dialog !== undefined && hasSavedParts(dialog)
  // A mail is sent, not saved: to close must not send it.
  const hasSaved = hasParts && !form.matches('[data-sends]')
  const isFormAlone = !typed && changedForms(within).every((one) => one === form)
  if (hasSaved && isFormAlone && form.matches('[data-undone]')) {
    form.requestSubmit()
    return false
  }
  const lost = [...changedLabels(within), ...(typed ? [`“${typed}”`] : [])]
  const answer = await askAnswer({ ...closeQuestion(lost, { hasParts, hasSaved }), safe: 'no' })
  if (!hasSaved) return answer === 'yes'
  if (answer === 'yes') form.requestSubmit()
  return answer === 'other'
}

/** The one that the dialog's Save sends. */
const savedForm = (within: ParentNode) =>
  findElement<HTMLButtonElement>('.foot [type=submit]', within)?.form ?? null

function onBackdropClick(event: MouseEvent): void {
  const dialog = event.target
  if (!(dialog instanceof HTMLDialogElement) || !dialog.matches(':modal') || dialog.matches('.confirm'))
    return
  const { left, right, top, bottom } = dialog.getBoundingClientRect()
  const inside =
    event.clientX >= left && event.clientX <= right && event.clientY >= top && event.clientY <= bottom
  if (!inside) void closeOrAsk(dialog)
}

function onKeyDown(event: KeyboardEvent): void {
  const dialog = topDialog()
  if (event.key === 'Escape' && dialog && !dialog.matches('.confirm') && !event.defaultPrevented) {
    if (findElement(':popover-open', dialog)) return
    event.preventDefault()
    void closeOrAsk(dialog)
  }
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save(event, dialog)
}

function save(event: KeyboardEvent, dialog: HTMLElement | undefined): void {
  const near = event.target instanceof Element && event.target.closest('form')
  const within = dialog ?? document
  const form = near || savedForm(within) || findElement<HTMLFormElement>('form[data-guard]', within)
  if (!form) return
  event.preventDefault()
  void autosaveNow(form).then((isSaved) => isSaved && form.requestSubmit())
}

function onCancel(event: Event): void {
  const dialog = event.target
  if (!(dialog instanceof HTMLDialogElement) || !hasUnsaved(dialog)) return
  event.preventDefault()
  void closeOrAsk(dialog)
}

function onClose({ target }: Event): void {
  if (!(target instanceof HTMLDialogElement)) return
  raiseMessages()
  if (target.parentElement?.id === 'dialog') {
    target.remove()
    leaveAddress()
    const back = takeDetour()
    if (back) void openDialog(back.url).then(() => showPressed(back))
  }
  document.dispatchEvent(new CustomEvent('joblane:dialogclosed'))
}

/** Behind a dialog that was opened by its own address stands its list: that is where the person is now. A part of a page has no address. */
function leaveAddress(): void {
  const list = findElement('main [data-url]:not([data-part], dialog *)')
  if (list) history.replaceState(history.state, '', listUrl(list))
}
