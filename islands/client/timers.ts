import { findElement } from './page.ts'

/** The person’s own timers, which they may have started on another device. */
export function watchTimers(): void {
  document.addEventListener('joblane:hub', ({ detail: { event, args } }) => {
    const { workerids } = (args[0] ?? {}) as { workerids?: unknown }
    const worker = findElement('#timers')?.dataset.worker
    if (event === 'WorkChanged' && Array.isArray(workerids) && worker && workerids.includes(worker))
      document.dispatchEvent(new CustomEvent('refresh', { detail: { table: 'timers' } }))
  })
}
