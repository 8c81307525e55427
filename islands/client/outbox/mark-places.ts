import { messages } from '../messages.ts'
import { findElements } from '../page.ts'
import type { WaitingChange } from './store.ts'
import { isTooOld } from './waiting-age.ts'

/** By group, what this page saw leave: until something of it waits again, or another page is opened. */
const sentHere = new Map<string, readonly string[]>()

export function noteSent(group: string, label: string): void {
  sentHere.set(group, [...(sentHere.get(group) ?? []), label])
}

export const noteWaiting = (group: string) => sentHere.delete(group)

/** Where the page has a place for it, what of its group waits, was sent or was refused. */
export function markPlaces(own: readonly WaitingChange[]): void {
  const places = findElements('[data-waits]')
  for (const [at, place] of places.entries())
    if (places.slice(0, at).some((before) => saysBefore(before, place))) place.hidden = true
    else markPlace(place, own)
  for (const place of findElements('[data-waits-at]')) {
    const waiting = own.filter(({ url, refused }) => url === place.dataset.waitsAt && refused === undefined)
    const count = new Set(waiting.map(({ group }) => group)).size
    place.hidden = count === 0
    place.textContent = messages.waitingHere(count)
  }
}

/**
 * A dialog says it above its sections, one of which may say it, too, where it stands alone. In a part that is closed
 * nothing is read.
 */
function saysBefore(before: HTMLElement, place: HTMLElement): boolean {
  const dialog = place.closest('dialog')
  const isAbove = dialog !== null && before.closest('dialog') === dialog && !before.closest('[role=tabpanel]')
  return isAbove && !before.closest('details:not([open])') && before.dataset.waits === place.dataset.waits
}

/** Beside the record itself, so that nobody takes it for saved, or does it twice. */
function markPlace(place: HTMLElement, waiting: readonly WaitingChange[]): void {
  const { waits = '' } = place.dataset
  const here = waiting.filter(({ group }) => group === waits)
  const sending = here.filter((one) => one.sending).map(({ label }) => label)
  const kept = here.filter((one) => !one.sending)
  const old = kept.filter(isTooOld)
  const inTime = kept.filter((one) => !isTooOld(one))
  const labels = inTime.filter(({ refused }) => refused === undefined).map(({ label }) => label)
  const lines = [
    ...old.map(({ label }) => messages.tooOldHere(label)),
    ...inTime.flatMap(({ label, refused }) =>
      refused === undefined ? [] : messages.refusedHere(label, refused),
    ),
    ...(sending.length > 0 ? [messages.sendingHere(sending)] : []),
    ...(labels.length > 0 ? [messages.waitsHere(labels)] : []),
    ...(sentHere.has(waits) ? [messages.sentHere(sentHere.get(waits) ?? [])] : []),
  ]
  place.hidden = lines.length === 0
  place.classList.toggle('refused', labels.length < kept.length)
  place.classList.toggle('sent', here.length === 0)
  const said = lines.join(' ')
  if (place.textContent !== said) place.textContent = said
}
