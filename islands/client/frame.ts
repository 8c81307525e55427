import { askHealth, askProgram } from './captive-portal.ts'
import { askForNewer, noticeUpdate } from './installed.ts'
import { messages } from './messages.ts'
import { delegate, findElement, findElements, setCookie } from './page.ts'
import { snackbar } from './snackbars.ts'

const root = document.documentElement

export function watchFrame(): void {
  delegate('click', '[data-set-theme]', (button) => setTheme(button.dataset.setTheme ?? ''))
  delegate('click', '[data-menu-toggle]', toggleMenu)
  delegate('pointerover', '.sidemenu a', nameIcon)
  findElement('#menu [aria-current=page]')?.scrollIntoView({ block: 'nearest' })
  // The summary opens or closes its group after the click.
  delegate('click', '#menu summary', () => setTimeout(rememberGroups))
  delegate(
    'submit',
    '[data-account-switch]',
    (form, event) => void switchAccount(form as HTMLFormElement, event),
  )
  delegate('click', '[data-menu-choose]', () => void chooseMenu())
  delegate('click', '[data-pin]', pin)
  delegate('click', '[data-expired-hide]', () => showExpired(false))
  delegate('click', '[data-expired-show]', () => showExpired(true))
  showExpired(sessionStorage.getItem('expired') !== 'hidden')
  watchVersion()
}

/** Hidden it leaves a word in the header, by which it comes back; so it stays until the browser is closed. */
function showExpired(shown: boolean): void {
  findElement('#expired')?.toggleAttribute('hidden', !shown)
  findElement('#expiredshow')?.toggleAttribute('hidden', shown)
  sessionStorage.setItem('expired', shown ? 'shown' : 'hidden')
}

function setTheme(theme: string): void {
  if (theme) root.dataset.theme = theme
  else delete root.dataset.theme
  const metas = findElements('meta[data-scheme]')
  for (const meta of metas) {
    const chosen = metas.find(({ dataset }) => dataset.scheme === theme) ?? meta
    meta.setAttribute('content', chosen.dataset.colour ?? '')
  }
  setCookie('joblane_theme', theme)
  void prefer({ theme: theme || 'system' })
  for (const button of findElements('[data-set-theme]'))
    button.setAttribute('aria-checked', String(button.dataset.setTheme === theme))
}

/** On a wide screen the button folds the menu to icons; on a phone it opens the drawer by itself. */
function toggleMenu(_button: HTMLElement, event: MouseEvent): void {
  if (matchMedia('(width < 900px)').matches) return
  event.preventDefault()
  const mini = root.dataset.menu !== 'mini'
  if (mini) root.dataset.menu = 'mini'
  else delete root.dataset.menu
  setCookie('joblane_menu', mini ? 'mini' : '')
  void prefer({ menumini: mini })
}

let pinned = Promise.resolve()

/** The entries go to their places once the person is done: none moves away under a finger. */
async function chooseMenu(): Promise<void> {
  const choosing = root.toggleAttribute('data-choosing')
  const more = findElement<HTMLDetailsElement>('#menu .more')
  if (choosing && more) more.open = true
  if (choosing) return
  await pinned
  document.dispatchEvent(new CustomEvent('refresh', { detail: { table: 'menu' } }))
}

function pin(button: HTMLElement): void {
  button.setAttribute('aria-pressed', String(!isPinned(button)))
  const buttons = findElements('[data-pin]')
  const pages = (which: (one: HTMLElement) => boolean) => buttons.filter(which).map((one) => one.dataset.pin)
  pinned = prefer({
    menupinned: pages((one) => isPinned(one) && one.dataset.first === undefined),
    menuunpinned: pages((one) => !isPinned(one) && one.dataset.first !== undefined),
  })
}

const isPinned = (button: HTMLElement) => button.getAttribute('aria-pressed') === 'true'

/** Keeps a choice with the person, so that it holds in every browser. This one has its cookie, should the line be down. */
function prefer(choice: Record<string, unknown>): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify(choice)
  const sent = fetch('/api/preferences', { method: 'PATCH', headers, body, keepalive: true })
  return sent.then(
    () => {},
    () => {},
  )
}

function nameIcon(link: HTMLElement): void {
  link.title = root.dataset.menu === 'mini' ? (link.querySelector('.label')?.textContent ?? '') : ''
}

function rememberGroups(): void {
  const folded = findElements<HTMLDetailsElement>('details[data-group]:not([open])').map(
    (one) => one.dataset.group,
  )
  setCookie('joblane_folded', folded.join('.') || 'none')
}

async function switchAccount(form: HTMLFormElement, event: SubmitEvent): Promise<void> {
  event.preventDefault()
  const button = event.submitter as HTMLButtonElement
  snackbar({
    level: 'info',
    message: messages.switching(button.dataset.account ?? button.textContent?.trim() ?? ''),
  })
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ [button.name]: button.value })
  const answer = await askProgram(form.action, { method: 'POST', headers, body })
  if (!answer) snackbar({ level: 'warning', message: messages.switchOffline })
  else if (answer.ok) location.assign('/')
  else snackbar({ level: 'error', message: (await readErrorMessage(answer)) ?? messages.unexpected })
}

const readErrorMessage = async (answer: Response): Promise<string | undefined> =>
  (await answer.json().catch(() => null))?.message

/** Answers name it. A live connection that was lost may be back at a newer program, which a page at rest asks nothing. */
function watchVersion(): void {
  let isLost = false
  document.addEventListener('htmx:after:request', ({ detail: { ctx } }) => noticeVersion(ctx.response))
  document.addEventListener('joblane:hubstate', ({ detail: { state } }) => {
    if (state === 'connected' && isLost) {
      void askHealth().then(noticeVersion)
      askForNewer()
    }
    isLost = state !== 'connected'
  })
}

function noticeVersion(answer: Pick<Response, 'headers'> | undefined): void {
  const version = answer?.headers.get('x-joblane-version')
  if (version && root.dataset.version && version !== root.dataset.version) noticeUpdate()
}
