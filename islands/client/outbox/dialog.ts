import { copyText } from '../copy.ts'
import { makeElement } from '../make-element.ts'
import { messages } from '../messages.ts'
import { sinceText } from '../times.ts'
import { findUnsaidNames } from './describe.ts'
import type { WaitsFor } from './send.ts'
import { findQueue, holdsQueue, type WaitingChange } from './store.ts'
import { age, isTooOld } from './waiting-age.ts'
import { drawContent, hasContent } from './waiting-content.ts'

type Act = (one: WaitingChange) => void
/** `going`: the ids of what is sent just now. */
type Acts = { again: Act; asOfNow: Act; remove: Act; waitsFor: WaitsFor; going: ReadonlySet<number> }

/** What waits, each with what became of it. Drawn by the browser, since there may be no line. */
export function drawWaiting(list: HTMLElement, waiting: readonly WaitingChange[], acts: Acts): void {
  const rows = waiting.map((one) => ({
    one,
    text: stateText(one, isBehindStuck(waiting, one), acts),
  }))
  const drawn = JSON.stringify(
    rows.map(({ one, text }) => [one.id, one.key, one.sending, one.anyway, one.gone, text]),
  )
  // What somebody is about to copy stays selected.
  if (list.dataset.drawn === drawn) return
  list.dataset.drawn = drawn
  list.replaceChildren(...rows.map(({ one, text }) => row(one, text, acts)))
}

/** A button for each way there is to an account in which something waits. */
export function drawSwitches(place: HTMLElement, ways: readonly HTMLButtonElement[]): void {
  const drawn = ways.map(({ value }) => value).join(' ')
  if ((place.dataset.drawn ?? '') === drawn) return
  place.dataset.drawn = drawn
  place.hidden = ways.length === 0
  place.replaceChildren(
    ...ways.map((way) =>
      button(messages.switchTo(way.textContent?.trim() ?? ''), () => way.form?.requestSubmit(way)),
    ),
  )
}

const waitsForTexts: Record<WaitsFor, string> = {
  line: 'Waits for the network.',
  signin: 'Waits until you sign in.',
  otherperson: 'Waits until you sign in again: somebody else is signed in here by now.',
  otheraccount: 'Waits until you switch back to this account: another one is open in this browser by now.',
}

const isStuck = (one: WaitingChange) => one.refused !== undefined || isTooOld(one)

const isBehindStuck = (waiting: readonly WaitingChange[], one: WaitingChange) =>
  waiting.some(
    (other) =>
      other.id < one.id && findQueue(other) === findQueue(one) && isStuck(other) && holdsQueue(other),
  )

function row(one: WaitingChange, text: string, { again, asOfNow, remove }: Acts): HTMLElement {
  const item = makeElement('li', '')
  item.append(makeElement('strong', one.label), ' ', drawAge(one))
  const names = findUnsaidNames(one)
  if (names.length > 0) item.append(makeElement('p', messages.isFor(names), 'hint'))
  const content = drawContent(one)
  item.append(content, makeElement('p', text))
  // What is being sent is past being removed.
  if (one.sending) return item
  const buttons = makeElement('div', '', 'buttons')
  if (isStuck(one)) {
    if (isTooOld(one)) buttons.append(button('Send as of now', () => asOfNow(one)))
    else if (!one.gone) buttons.append(button(one.anyway ? 'Save anyway' : 'Try again', () => again(one)))
    if (hasContent(one)) buttons.append(button('Copy', () => void copyContent(content)))
  }
  buttons.append(button('Remove', () => remove(one)))
  item.append(buttons)
  return item
}

/** Without its label where it is one thing: as it was typed. */
function copyContent(content: HTMLElement): Promise<void> {
  const values = [...content.querySelectorAll('dd')].map((value) => value.textContent ?? '')
  const labels = [...content.querySelectorAll('dt')].map((label) => label.textContent)
  const lines = values.length === 1 ? values : values.map((value, at) => `${labels[at]}: ${value}`)
  return copyText(lines.join('\n'), () => getSelection()?.selectAllChildren(content))
}

/** It grows in its place, as any time of a page. */
function drawAge(one: WaitingChange): HTMLElement {
  const small = makeElement('small', '')
  const time = makeElement('time', sinceText(-age(one) / 1000) ?? '') as HTMLTimeElement
  time.dateTime = new Date(Date.now() - age(one)).toISOString()
  time.dataset.relative = ''
  small.append(time)
  return small
}

function stateText(one: WaitingChange, isBehind: boolean, { waitsFor, going }: Acts): string {
  const { refused } = one
  if (one.sending || going.has(one.id)) return 'Is being sent, without an answer yet.'
  if (isTooOld(one)) return messages.tooOld
  const more = one.gone ? ` ${messages.gone(hasContent(one))}` : one.failed ? ` ${messages.failed}` : ''
  if (refused !== undefined) return `Not saved: ${refused}${more}`
  if (isBehind) return 'Waits for the one before it.'
  return waitsForTexts[waitsFor]
}

function button(text: string, act: () => void): HTMLElement {
  const made = makeElement('button', text, 'button small') as HTMLButtonElement
  made.type = 'button'
  made.addEventListener('click', act)
  return made
}
