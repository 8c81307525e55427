import htmx from 'htmx.org'
import { isLevel } from './levels.ts'
import { find, onTriggered } from './page.ts'
import { snackbar } from './snackbars.ts'

type Notification = { type?: unknown; message?: unknown }

/** The bell: counts what the hub brings, and takes the count that the server sends along. */
export function watchNotifications(): void {
  document.addEventListener('joblane:hub', ({ detail: { event, args } }) => {
    if (event === 'ReceiveNotification') receive((args[0] ?? {}) as Notification)
  })
  onTriggered<{ value: number }>('unread', ({ value }) => setUnread(Number(value)))
}

function receive({ type, message }: Notification): void {
  setUnread(Number(find('.bell .badge')?.dataset.unread ?? 0) + 1)
  snackbar({ level: isLevel(type) ? type : 'info', message: String(message ?? '') })
  const list = find('#notifications:modal #notificationlist')
  if (list) htmx.trigger(list, 'opened', {}, false)
}

function setUnread(count: number): void {
  const badge = find('.bell .badge')
  const bell = badge?.closest('.bell')
  if (!badge || !bell) return
  badge.dataset.unread = String(count)
  badge.textContent = count > 99 ? '99+' : String(count)
  badge.hidden = count === 0
  const name = bell.getAttribute('title') ?? ''
  bell.setAttribute('aria-label', count > 0 ? `${name}, ${count} unread` : name)
}
