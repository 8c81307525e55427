import { messages } from '../messages.ts'
import { sinceText } from '../times.ts'
import { makeElement } from './make-element.ts'
import type { WaitingChange } from './store.ts'
import { isTooOld } from './waiting-age.ts'
import { drawContent } from './waiting-content.ts'

type Act = (one: WaitingChange) => void
type Acts = { again: Act; asOfNow: Act; discard: Act }

/** What waits, each with what became of it. Drawn by the browser, since there may be no line. */
export function drawWaiting(list: HTMLElement, waiting: readonly WaitingChange[], acts: Acts): void {
  const rows = waiting.map((one) => ({ one, text: stateText(one, isBehindStuck(waiting, one)) }))
  const drawn = JSON.stringify(rows.map(({ one, text }) => [one.id, one.key, one.anyway, since(one), text]))
  // What somebody is about to copy stays selected.
  if (list.dataset.drawn === drawn) return
  list.dataset.drawn = drawn
  list.replaceChildren(...rows.map(({ one, text }) => row(one, text, acts)))
}

const since = ({ made }: WaitingChange) => sinceText((made - Date.now()) / 1000) ?? ''

const isStuck = (one: WaitingChange) => one.refused !== undefined || isTooOld(one)

const isBehindStuck = (waiting: readonly WaitingChange[], { id, group }: WaitingChange) =>
  waiting.some((other) => other.id < id && other.group === group && isStuck(other))

function row(one: WaitingChange, text: string, { again, asOfNow, discard }: Acts): HTMLElement {
  const item = makeElement('li', '')
  item.append(makeElement('strong', one.label), ' ', makeElement('small', since(one)))
  item.append(drawContent(one), makeElement('p', text))
  if (isStuck(one)) {
    const buttons = makeElement('div', '', 'buttons')
    buttons.append(
      isTooOld(one)
        ? button('Send as of now', () => asOfNow(one))
        : button(one.anyway ? 'Save anyway' : 'Try again', () => again(one)),
      button('Discard', () => discard(one)),
    )
    item.append(buttons)
  }
  return item
}

function stateText(one: WaitingChange, isBehind: boolean): string {
  const { refused } = one
  if (isTooOld(one)) return messages.tooOld
  if (refused !== undefined) return `Not saved: ${refused}`
  return isBehind ? 'Waits for the one before it.' : 'Waits for the network.'
}

function button(text: string, act: () => void): HTMLElement {
  const made = makeElement('button', text, 'button small') as HTMLButtonElement
  made.type = 'button'
  made.addEventListener('click', act)
  return made
}
