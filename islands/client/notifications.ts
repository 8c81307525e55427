import htmx from 'htmx.org'
import { bellLabel, formatUnread } from '#views/ui/unread.ts'
import { askProgram } from './captive-portal.ts'
import { isLevel } from './levels.ts'
import { findElement, onTriggered } from './page.ts'
import { snackbar } from './snackbars.ts'

type Notification = { type?: unknown; message?: unknown }

export function watchNotifications(): void {
  document.addEventListener('joblane:hub', ({ detail: { event, args } }) => {
    if (event === 'ReceiveNotification') receive((args[0] ?? {}) as Notification)
    if (event === 'NotificationsChanged') changed((args[0] ?? {}) as { unread?: unknown })
  })
  onTriggered<{ value: number }>('unread', ({ value }) => setUnread(Number(value)))
  countAgainAfterBreaks()
}

function receive({ type, message }: Notification): void {
  setUnread(Number(findElement('.bell .badge')?.dataset.unread ?? 0) + 1)
  snackbar({ level: isLevel(type) ? type : 'info', message: String(message ?? '') })
  document.dispatchEvent(new CustomEvent('refresh', { detail: { table: 'notifications' } }))
  reloadDrawer()
}

function changed({ unread }: { unread?: unknown }): void {
  if (typeof unread === 'number') setUnread(unread)
  reloadDrawer()
}

function reloadDrawer(): void {
  const list = findElement('#notifications:modal #notificationlist')
  if (list) htmx.trigger(list, 'opened', {}, false)
}

function countAgainAfterBreaks(): void {
  let broken = false
  document.addEventListener('joblane:hubstate', ({ detail: { state } }) => {
    if (state === 'connected' && broken) void askCount()
    broken = state !== 'connected'
  })
}

async function askCount(): Promise<void> {
  const answer = await askProgram('/api/communication/notifications/unread')
  if (!answer?.ok) return
  const { data } = (await answer.json()) as { data: { unread: number } }
  setUnread(data.unread)
  document.dispatchEvent(new CustomEvent('refresh', { detail: { table: 'notifications' } }))
  reloadDrawer()
}

function setUnread(count: number): void {
  const badge = findElement('.bell .badge')
  const bell = badge?.closest('.bell')
  if (!badge || !bell) return
  badge.dataset.unread = String(count)
  badge.textContent = formatUnread(count)
  badge.hidden = count === 0
  bell.setAttribute('aria-label', bellLabel(bell.getAttribute('title') ?? '', count))
}
