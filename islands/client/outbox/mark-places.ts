import { makeElement } from '../make-element.ts'
import { messages } from '../messages.ts'
import { findElement, findElements } from '../page.ts'
import type { WaitingChange } from './store.ts'
import { isTooOld } from './waiting-age.ts'

type Told = Pick<WaitingChange, 'label' | 'group' | 'of'>

/** What this page saw leave: until something of the same waits again, or another page is opened. */
let sentHere: readonly Told[] = []

/** The places that tell of it. */
const placesOf = ({ group, of = [] }: Told) => [group, ...of.map(({ id }) => id)]

export function noteSent(changes: readonly Told[]): void {
  sentHere = [...sentHere, ...changes.map(({ label, group, of }) => ({ label, group, of }))]
}

export function noteWaiting(change: Told): void {
  const places = placesOf(change)
  sentHere = sentHere.filter((one) => !placesOf(one).some((place) => places.includes(place)))
}

/** Where the page has a place for it, what waits of a group or for a record, was sent or was refused. */
export function markPlaces(own: readonly WaitingChange[]): void {
  const places = findElements('[data-waits]')
  for (const [at, place] of places.entries()) {
    const { waits = '' } = place.dataset
    const above = places.slice(0, at).filter((before) => isAbove(before, place))
    const groups = above.map(({ dataset }) => dataset.waits)
    const isToldHere = (one: Told) =>
      one.group === waits || (placesOf(one).includes(waits) && !groups.includes(one.group))
    if (groups.includes(waits)) place.hidden = true
    else markPlace(place, own.filter(isToldHere), sentHere.filter(isToldHere))
    offerList(place, own.some(isToldHere) && above.every(({ hidden }) => hidden))
  }
  for (const place of findElements('[data-waits-at]')) {
    const waiting = own.filter(({ url, refused }) => url === place.dataset.waitsAt && refused === undefined)
    const count = new Set(waiting.map(({ group }) => group)).size
    place.hidden = count === 0
    place.textContent = messages.waitingHere(count)
  }
}

/**
 * A dialog, or a row outside of one, says it above its sections, one of which may say it, too, where it stands alone. In a
 * part that is closed nothing is read.
 */
function isAbove(before: HTMLElement, place: HTMLElement): boolean {
  const whole = place.closest('dialog') ?? place.closest('li')
  return (
    whole?.contains(before) === true &&
    !before.closest('[role=tabpanel]') &&
    !before.closest('details:not([open])')
  )
}

/** Beside the record itself, so that nobody takes it for saved, or does it twice. */
function markPlace(place: HTMLElement, here: readonly WaitingChange[], sent: readonly Told[]): void {
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
    ...(sent.length > 0 ? [messages.sentHere(sent.map(({ label }) => label))] : []),
  ]
  place.hidden = lines.length === 0
  place.classList.toggle('refused', labels.length < kept.length)
  place.classList.toggle('sent', here.length === 0)
  const said = lines.join(' ')
  if (place.dataset.said === said) return
  place.dataset.said = said
  place.replaceChildren(said)
}

/** An open dialog covers the banner that has the way to the list. */
function offerList(place: HTMLElement, isOffered: boolean): void {
  const offered = findElement('[data-outbox-show]', place)
  if (!isOffered || !place.closest('dialog')) offered?.remove()
  else if (!offered) {
    const show = makeElement('button', 'Show', 'button small')
    show.setAttribute('type', 'button')
    show.dataset.outboxShow = ''
    place.append(' ', show)
  }
}
